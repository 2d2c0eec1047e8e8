"""Hearts: rules, play, scoring and computer players, usable without any cryptography.

A reader may start at `hearts.match.Match`. `hearts.game.GAME` is the same game behind the
protocols of `fairdeal.game`. The rules by name are in specs/hearts.md.
"""
