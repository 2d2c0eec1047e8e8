"""An audit as text for people: a line for each test, in words that a card player uses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from fairdeal import games
from fairdeal.audit import Audit, HostRecord, PersonRecord, Share
from fairdeal.cli._screen import Screen, Span
from fairdeal.cli._text import count, listing
from fairdeal.fall import LEVEL, OneTest, Stratum

_PERSONS: Final = 20
_KEY: Final = 8
_RAREST: Final = 1e-9


def show(screen: Screen, audit: Audit, files: int) -> None:
    """The whole report on an audit of that many files."""
    unusual = list(dict.fromkeys(_topic(audit, test) for test in audit.unusual))
    across = f"in {_deals(audit.deals)} at {_tables(audit.tables)}"
    if unusual:
        screen.line(("UNUSUAL", "bad"), f"  {across}: {listing(unusual)}.")
    elif not audit.deals:
        screen.line(("NOTHING TO TEST", "warn"), f"  {across}: none was disclosed.")
    elif all(stratum.detectable is None for stratum in audit.strata):
        screen.line(("NOTHING UNUSUAL", "good"), f"  {across}, which are too few to show anything.")
    else:
        screen.line(("NOTHING UNUSUAL", "good"), f"  {across}.")
    if files > audit.tables:
        screen.line(
            f"{files:,} files hold {_tables(audit.tables)}: of each the longest file counts.",
            indent=2,
        )
    for table in audit.forked:
        parts = "holds files that do not continue each other, so somebody has two histories of it"
        text = f"Table {table[:_KEY]} {parts}: ask fairdeal compare who signed both."
        screen.line((text, "warn"), indent=2)
    screen.heading("Deals called off or left open")
    for line in _called_off(audit):
        screen.line(line, indent=2, hang=4)
    for place, stratum in enumerate(audit.strata):
        screen.heading(
            f"How the cards fell: {stratum.game}, {stratum.seats} seats, "
            f"{count(stratum.deck, 'card')}, {_deals(stratum.deals)}"
        )
        for test in audit.tests:
            if test.stratum == place:
                screen.line(*_test(screen, audit, test), indent=2, hang=4)
    screen.heading("What this can tell")
    for line in _limits(audit):
        screen.line(line, indent=2)


def _topic(audit: Audit, test: OneTest) -> str:
    """What a test is about, for the first line."""
    match test.kind:
        case "single":
            return f"the {test.about}"
        case "person":
            return f"the {test.about} by player"
        case "card":
            return f"the {_card(audit, test)}"
        case "cards":
            return "which seat gets which card"
        case "order":
            return "the order of the deck"
        case "lengths":
            return f"the number of {test.about} in a hand"
        case "group":
            return f"{test.about} by seat"
        case "points":
            return "points by seat"
        case _:
            return "cards that come back"


def _test(screen: Screen, audit: Audit, test: OneTest) -> Iterator[Span]:
    yield (screen.mark("✗", "NO "), "bad") if test.unusual else (screen.mark("✓", "ok "), "good")
    yield f" {_seen(audit, test)}"
    if test.unusual:
        often = _often(test.corrected or 0.0)
        yield (f" For all {_judged(audit)} tests together: in {often}.", "bold")


def _seen(audit: Audit, test: OneTest) -> str:
    """What was seen, what was to be expected, and how often chance does as much."""
    by_chance = f"that happens by chance in {_often(test.p)}."
    seen, due = test.observed or 0.0, test.expected or 0.0
    stratum = audit.strata[test.stratum]
    match test.kind:
        case "single":
            what = f"The {test.about}: {_who(stratum, test)} got it {_percent(seen)} of the time"
            return f"{what}, {_percent(due)} expected; {by_chance}"
        case "person":
            what = f"The {test.about} by player: {_player(audit, test.person)} got it"
            what = f"{what} {_percent(seen)} of the time"
            return f"{what}, {_percent(due)} expected; {by_chance}"
        case "card":
            card = _card(audit, test)
            what = f"The most uneven card, {card}: {_who(stratum, test)} got it {_percent(seen)}"
            return f"{what} of the time, {_percent(due)} expected; {by_chance}"
        case "cards":
            return f"All cards by seat: as uneven as they are, {by_chance}"
        case "order":
            return f"All cards by place in the shuffled deck: as uneven as they are, {by_chance}"
        case "lengths":
            what = f"{test.about.capitalize()} in a hand: {_span(test)} in {_percent(seen)}"
            return f"{what} of the hands, {_percent(due)} expected; {by_chance}"
        case "group":
            what = f"{test.about.capitalize()} by seat: {_who(stratum, test)} got {_number(seen)}"
            return f"{what} a deal, {_number(due)} expected; {by_chance}"
        case "points":
            what = f"Points: seat {test.place} took {_number(seen)} a deal"
            what = f"{what}, {_number(due)} on average; if all play equally well, {by_chance}"
            return f"{what} As skill shows here too, it raises no alarm."
        case "same-seat":
            what = f"From one deal to the next {_cards(seen)} came back to the same seat"
            return f"{what}, {_number(due)} expected; {by_chance}"
        case _:
            what = f"From one deal to the next {_cards(seen)} lay in the same place"
            return f"{what} of the deck, {_number(due)} expected; {by_chance}"


def _who(stratum: Stratum, test: OneTest) -> str:
    return f"seat {test.place}" if test.place != stratum.seats else "the cards left over"


def _player(audit: Audit, key: str) -> str:
    """A person's name with the beginning of the key, or whose bots they are."""
    hosts = {host.key: host.name for host in audit.hosts}
    if key in hosts:
        return f"a bot of {hosts[key]}"
    names = {person.key: person.name for person in audit.persons}
    return f"{names.get(key, '')} ({key[:_KEY]})"


def _card(audit: Audit, test: OneTest) -> str:
    """A card as the game's tools write it."""
    tools = games.find_tools(audit.strata[test.stratum].game)
    return tools.card(test.about).text if tools else test.about


def _span(test: OneTest) -> str:
    shortest, longest = test.span or (0, 0)
    if shortest == longest:
        return f"{shortest}"
    return f"{longest} or fewer" if shortest == 0 else f"{shortest} or more"


def _called_off(audit: Audit) -> Iterator[str]:
    for host in audit.hosts:
        yield from _host(host)
    missing = [one for one in audit.persons if one.missing.count]
    for person in missing[:_PERSONS]:
        yield _person(person)
    if len(missing) > _PERSONS:
        yield f"... and {len(missing) - _PERSONS} more persons."


def _host(host: HostRecord) -> Iterator[str]:
    yield f"{host.name} ({host.key[:_KEY]}), host: called off {_share(host.voids)}."
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


def _person(person: PersonRecord) -> str:
    return f"{person.name} ({person.key[:_KEY]}): named missing in {_share(person.missing)}."


def _share(share: Share) -> str:
    """``4 of 1,210 attempts at a deal (0.33 %; in the long run between 0.09 % and 0.84 %)``."""
    return (
        f"{share.count:,} of {share.of:,} attempts at a deal ({_percent(_ratio(share))}; in the "
        f"long run between {_percent(share.low)} and {_percent(share.high)})"
    )


def _ratio(share: Share) -> float:
    return share.count / share.of if share.of else 0.0


def _limits(audit: Audit) -> Iterator[str]:
    judged = _judged(audit)
    if judged:
        yield (
            f"Of {count(judged, 'test')} one stands out if chance does as much in at most "
            f"{_percent(LEVEL)} of such audits, all of its tests taken together."
        )
    if len(audit.hosts) > 1:
        yield (
            f"The games of {len(audit.hosts)} hosts are tested together: what one of them does "
            "shows best in an audit of its games alone."
        )
    for stratum in audit.strata:
        deals = f"{_deals(stratum.deals)} of {stratum.game} for {stratum.seats}"
        if stratum.detectable is None:
            always = f"a seat that always got the {stratum.about}"
            yield f"Of {deals} nothing can be told: not even {always} would stand out."
        else:
            yield (
                f"{deals} would have shown, 9 times of 10, a seat that gets the {stratum.about} "
                f"{_percent(stratum.detectable)} of the time in place of "
                f"{_percent(stratum.expected)}. Smaller favours mostly stay hidden."
            )
    yield (
        "What is unusual proves no cheat, and what is usual proves none absent: whether a deal "
        "came from its seeds, only fairdeal verify tells."
    )


def _judged(audit: Audit) -> int:
    return sum(test.is_judged for test in audit.tests)


def _often(p: float) -> str:
    """A p-value as one says it."""
    if p > 0.5:
        return "most audits"
    if p < _RAREST:
        return f"less than 1 of {round(1 / _RAREST):,} audits"
    return f"1 of {round(1 / p):,} audits"


def _deals(number: int) -> str:
    return f"{number:,} deal{'' if number == 1 else 's'}"


def _tables(number: int) -> str:
    return f"{number:,} table{'' if number == 1 else 's'}"


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
