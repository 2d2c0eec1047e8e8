"""An audit as text for people: a line for each test, in words that a card player uses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from fairdeal import games
from fairdeal.audit import Audit, Fork, HostRecord, PersonRecord, PoolRecord, Share
from fairdeal.cli._screen import Screen, Span
from fairdeal.cli._text import count, listing
from fairdeal.fall import LEVEL, OneTest

MOST: Final = 20
"""So many lines of a kind are shown; JSON has all."""
_KEY: Final = 8
_RAREST: Final = 1e-6


def show(screen: Screen, audit: Audit, *, anybody: bool) -> None:
    """The whole report; ``anybody``: the games are not only of hosts that were named."""
    _verdict(screen, audit)
    if audit.forks:
        section(screen, "Two histories of one table", [_fork(one) for one in audit.forks], "tables")
        screen.line(("fairdeal compare makes the proof.", "dim"), indent=2)
    called_off = [line for host in audit.hosts if host.voids.of for line in _host(host)]
    missing = [_person(one) for one in audit.persons if one.missing.count]
    if called_off:
        section(screen, "Deals called off or left open", called_off, "lines")
        _lines(screen, missing, "persons")
    pools = sorted(
        enumerate(audit.pools),
        key=lambda one: (not any(test.pool == one[0] for test in audit.unusual), -one[1].deals),
    )
    for place, pool in pools[:MOST]:
        screen.heading(f"How the cards fell: {_title(audit, pool)}")
        for test in audit.tests:
            if test.pool == place:
                screen.line(*_test(screen, audit, test), indent=2, hang=4)
        if not pool.tests:
            screen.line("So few deals can show nothing, however they fell.", indent=2)
    if len(pools) > MOST:
        screen.heading(f"... and {len(pools) - MOST:,} more groups of tables")
    section(screen, "What this can tell", list(_limits(audit, anybody=anybody)), "lines")


def section(screen: Screen, title: str, lines: Sequence[str], things: str) -> None:
    """A heading and the first of the lines below it."""
    screen.heading(title)
    _lines(screen, lines, things)


def _lines(screen: Screen, lines: Sequence[str], things: str) -> None:
    for line in lines[:MOST]:
        screen.line(line, indent=2, hang=4)
    if len(lines) > MOST:
        screen.line(f"... and {len(lines) - MOST:,} more {things}.", indent=2)


def _more(all_of_them: Sequence[str]) -> Sequence[str]:
    return [f"{len(all_of_them) - MOST:,} more"] if len(all_of_them) > MOST else []


def _verdict(screen: Screen, audit: Audit) -> None:
    _forks(screen, audit)
    across = f"in {count(audit.deals, 'deal')} at {count(audit.tables, 'table')}"
    topics = dict(_topics(screen, audit))
    if topics and len(audit.hosts) == 1:
        ((_, first),) = topics.items()
        screen.line(("UNUSUAL", "bad"), f"  {across}: {listing(first)}.")
    elif topics:
        screen.line(("UNUSUAL", "bad"), f"  {across} of {len(audit.hosts):,} hosts.")
        lines = [f"{_called(audit, host)}: {listing(about)}." for host, about in topics.items()]
        _lines(screen, lines, "hosts")
    elif not audit.deals:
        screen.line(("NOTHING TO TEST", "warn"), f"  {across}.")
    elif not any(pool.tests for pool in audit.pools):
        screen.line(
            ("NOTHING UNUSUAL", "good"),
            f"  in how the cards fell {across}, which are too few to show anything.",
        )
    else:
        screen.line(("NOTHING UNUSUAL", "good"), f"  in how the cards fell {across}.")
    voids = sum(host.voids.count for host in audit.hosts)
    if voids:
        attempts = sum(host.voids.of for host in audit.hosts)
        what = f"{voids:,} of {attempts:,} attempts at a deal"
        share = f"({_percent(voids / attempts)}): whether that is too many, no test can say."
        screen.line(("CALLED OFF", "warn"), f"  {what} {share}")
    if audit.files > audit.tables and not audit.forks:
        files = f"{count(audit.files, 'file')} hold {count(audit.tables, 'table')}"
        screen.line(f"{files}: of each the longest file counts.", indent=2)


def _forks(screen: Screen, audit: Audit) -> None:
    if audit.forks:
        hosts = sorted({f"{fork.name} ({fork.host[:_KEY]})" for fork in audit.forks})
        named = listing([*hosts[:MOST], *_more(hosts)])
        what = f"  of {count(len(audit.forks), 'table')}, both signed by the host, {named}"
        screen.line(("TWO HISTORIES", "bad"), f"{what}: none of them is counted.")


def _topics(screen: Screen, audit: Audit) -> Iterator[tuple[str, Sequence[str]]]:
    """For each host what is unusual, each card once."""
    for host in dict.fromkeys(audit.pools[test.pool].host for test in audit.unusual):
        own = [test for test in audit.unusual if audit.pools[test.pool].host == host]
        named = {test.card for test in own if test.kind == "single"}
        told = [test for test in own if test.kind != "card" or test.card not in named]
        yield host, list(dict.fromkeys(_topic(screen, audit, test) for test in told))


def _topic(screen: Screen, audit: Audit, test: OneTest) -> str:
    """What a test is about, for the first line."""
    match test.kind:
        case "single":
            return f"the {test.about}"
        case "person":
            return f"the {test.about} by player"
        case "card":
            return f"the {_card(screen, audit, test)}"
        case "cards":
            return "which seat gets which card"
        case "order":
            return "the order of the deck"
        case "lengths":
            return f"the number of {test.about} in a hand"
        case "group":
            return f"{test.about} by seat"
        case _:
            return "cards that come back"


def _title(audit: Audit, pool: PoolRecord) -> str:
    parts = [_called(audit, pool.host)] if len(audit.hosts) > 1 else []
    least, most = pool.decks[0], pool.decks[-1]
    cards = count(least, "card") if least == most else f"{least} to {most} cards"
    return ", ".join([*parts, pool.game, f"{pool.seats} seats", cards, count(pool.deals, "deal")])


def _test(screen: Screen, audit: Audit, test: OneTest) -> Iterator[Span]:
    yield (screen.mark("✗", "NO "), "bad") if test.unusual else (screen.mark("✓", "ok "), "good")
    yield f" {_seen(screen, audit, test)}"
    if test.unusual:
        often = _often(test.corrected or 0.0)
        yield (f" For all {_judged(audit)} tests together: in {often}.", "bold")


def _seen(screen: Screen, audit: Audit, test: OneTest) -> str:
    """What was seen, what was to be expected, and how often chance does as much."""
    by_chance = f"that happens by chance in {_often(test.p, exact=test.exact)}."
    pool, seen, due = audit.pools[test.pool], test.observed, test.expected
    shares = f"got it {_percent(seen)} of the time, {_percent(due)} expected; {by_chance}"
    match test.kind:
        case "single":
            return f"The {test.about}: {_who(pool, test)} {shares}"
        case "person":
            return f"The {test.about} by player: {_player(audit, test.person)} {shares}"
        case "card":
            card = _card(screen, audit, test)
            return f"The most uneven card, {card}: {_who(pool, test)} {shares}"
        case "lengths":
            what = f"{test.about.capitalize()} in a hand: {_span(test)} in {_percent(seen)}"
            return f"{what} of the hands, {_percent(due)} expected; {by_chance}"
        case "group":
            what = f"{test.about.capitalize()} by seat: {_who(pool, test)} got {_number(seen)}"
            return f"{what} a deal, {_number(due)} expected; {by_chance}"
        case "points":
            what = f"Points: seat {test.place} took {_number(seen)} a deal, {_number(due)} on"
            what = f"{what} average; if all play equally well, {by_chance}"
            return f"{what} As skill shows here too, it raises no alarm."
        case "same-seat" | "cards":
            what = f"{_between(test)} {_cards(seen)} went to the same seat"
            return f"{what}, {_number(due)} expected; {by_chance}"
        case _:
            what = f"{_between(test)} {_cards(seen)} lay in the same place of the deck"
            return f"{what}, {_number(due)} expected; {by_chance}"


def _between(test: OneTest) -> str:
    return "From one deal to the next" if test.kind.startswith("same") else "In any two deals"


def _who(pool: PoolRecord, test: OneTest) -> str:
    return f"seat {test.place}" if test.place != pool.seats else "the cards left over"


def _called(audit: Audit, host: str) -> str:
    """A host's names with the beginning of its key; "" are all."""
    if not host:
        return "all hosts together"
    names = next((one.names for one in audit.hosts if one.key == host), ())
    return _names(names, host)


def _names(names: Sequence[str], key: str) -> str:
    """``Bob (b0b0b0b0)``, and other names under this key if there are."""
    first, *others = names or ("",)
    also = f", also called {listing(others[:MOST])}" if others else ""
    return f"{first} ({key[:_KEY]}{also})"


def _player(audit: Audit, key: str) -> str:
    """A person, or whose bots they are."""
    names = next((one.names for one in audit.persons if one.key == key), None)
    return f"the bots of {_called(audit, key)}" if names is None else _names(names, key)


def _card(screen: Screen, audit: Audit, test: OneTest) -> str:
    """A card as the game's tools write it."""
    tools = games.find_tools(audit.pools[test.pool].game)
    return screen.cell(tools.card(test.card))[0] if tools else test.card


def _span(test: OneTest) -> str:
    shortest, longest = test.span or (0, 0)
    if shortest == longest:
        return f"{shortest}"
    return f"{longest} or fewer" if shortest == 0 else f"{shortest} or more"


def _fork(fork: Fork) -> str:
    files = [f"{file} ({count(steps, 'step')})" for file, steps in fork.histories]
    shown = listing([*files[:MOST], *_more(files)])
    return (
        f"{fork.name} ({fork.host[:_KEY]}), host, signed them all, though they part after "
        f"{count(fork.common, 'step')}: {shown}."
    )


def _host(host: HostRecord) -> Iterator[str]:
    yield f"{_names(host.names, host.key)}, host: called off {_share(host.voids)}."
    if host.missing:
        parts = [
            f"of {count(persons, 'person')} in {number:,}"
            for persons, number in host.missing.items()
        ]
        yield (
            f"By its own word the reveal {listing(parts)} of these was missing; it held all other "
            "seeds. If that word was false, or if it was told the missing seed, it saw the cards "
            "before it called them off; no file can tell."
        )
    if host.before_reveal or host.after_reveal:
        yield (
            f"Left open, still running or broken off: {host.after_reveal:,} of which the host knew "
            f"all cards, {host.before_reveal:,} whose reveals are not on record."
        )
    if host.incomplete:
        yield (
            f"At {host.incomplete:,} of its {count(host.tables, 'table')} the file ends before the "
            "game does: what came later, deals called off among it, may have been cut away."
        )


def _person(person: PersonRecord) -> str:
    return f"{_names(person.names, person.key)}: named missing in {_share(person.missing)}."


def _share(share: Share) -> str:
    """``4 of 1,210 attempts at a deal (0.33 %; in the long run between 0.09 % and 0.84 %)``."""
    return (
        f"{share.count:,} of {share.of:,} attempts at a deal ({_percent(share.count / share.of)}; "
        f"in the long run between {_percent(share.low)} and {_percent(share.high)})"
    )


def _limits(audit: Audit, *, anybody: bool) -> Iterator[str]:
    judged = _judged(audit)
    if judged:
        yield (
            f"Of {count(judged, 'test')} one stands out if chance does as much in at most "
            f"{_percent(LEVEL)} of such audits, all of its tests taken together."
        )
    if audit.hopeless:
        yield (
            f"Not made, as so few deals could not show anything there: "
            f"{count(audit.hopeless, 'test')}."
        )
    few = [pool for pool in audit.pools if pool.detectable is None]
    for pool in [pool for pool in audit.pools if pool.detectable is not None][:MOST]:
        whose = f" ({_called(audit, pool.host)})" if len(audit.hosts) > 1 else ""
        found = _percent(pool.detectable or 0.0)
        yield (
            f"{count(pool.deals, 'deal')} of {pool.game} for {pool.seats}{whose} would have shown, "
            f"9 times of 10, a seat that gets the {pool.about} {found} of the time in place of "
            f"{_percent(pool.expected)}. Smaller favours mostly stay hidden."
        )
    if len(few) == 1:
        yield (
            f"{count(few[0].deals, 'deal')} of {few[0].game} for {few[0].seats} are too few to "
            f"show even a seat that always gets the {few[0].about}."
        )
    elif few:
        yield (
            f"In {len(few):,} groups of tables the deals are too few to show even a seat that "
            "always gets the same card."
        )
    if anybody:
        yield (
            "Anybody can make tables of his own under any name: name the hosts that you mean "
            "with --host."
        )
    yield (
        "What is unusual proves no cheat, and what is usual proves none absent: whether a deal "
        "came from its seeds, only fairdeal verify tells."
    )


def _judged(audit: Audit) -> int:
    return sum(test.is_judged for test in audit.tests)


def _often(p: float, *, exact: bool = True) -> str:
    """A p-value as one says it."""
    if p > 0.5:
        return "most audits"
    if p < _RAREST:
        return f"less than 1 of {round(1 / _RAREST):,} audits"
    return f"{'' if exact else 'about '}1 of {round(1 / p):,} audits"


def _percent(share: float) -> str:
    """``26.1 %``, ``25 %``, ``0.33 %``."""
    percent = 100 * share
    digits = 2 if 0 < percent < 1 else 1
    return f"{percent:.{digits}f}".removesuffix(".0") + " %"


def _cards(value: float) -> str:
    return f"{_number(value)} card{'' if value == 1 else 's'}"


def _number(value: float) -> str:
    """``13.83``, ``3.3``, ``13``."""
    text = f"{value:.2f}"
    return text.rstrip("0").rstrip(".")
