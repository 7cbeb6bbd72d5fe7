"""The database rows of a match at a board, read once. Actions that write keep them up to date,
so the response to the phone needs no further queries.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from uuid import UUID

from django.db.models import Q

from leagues.models import (
    EntryPlayer,
    Match,
    MatchSide,
    Round,
    RoundReport,
    ScoringPhone,
    SideEntry,
    Surface,
)
from leagues.models.prepared_queries import Prepared, at_once

NO_KEY = UUID(int=0)
REPORTS = Prepared(
    lambda match, key: RoundReport.objects.filter(Q(match=match) | Q(key=key)).order_by(), int, UUID
)
ROUNDS = Prepared(lambda match: Round.objects.filter(match=match).order_by(), int)
PHONES = Prepared(lambda match: ScoringPhone.objects.filter(match=match), int)
SIDES = Prepared(lambda match: MatchSide.objects.filter(match=match).order_by(), int)
SEATED = Prepared(
    lambda match: (
        SideEntry.objects.filter(side__match=match)
        .select_related("side", "entry")
        .order_by("entry")
    ),
    int,
)
LINE_UPS = Prepared(
    lambda match: (
        EntryPlayer.objects.filter(entry__side_entries__side__match=match)
        .select_related("player")
        .order_by("number")
    ),
    int,
)


@dataclass
class Rows:
    """A match with its sides, rounds, reports and phones. Reports are in the order stored."""

    match: Match
    sides: list[MatchSide]
    rounds: list[Round]
    reports: list[RoundReport]
    phones: list[ScoringPhone]
    known: RoundReport | None = None
    """An earlier report with the requested key, from any match; otherwise None."""
    late: Sequence[RoundReport] = ()
    """Reports that came too late to count; not included in ``reports``."""

    @cached_property
    def names(self) -> dict[int, str]:
        """The names of the sides, by seat. Read on first use: writing does not need them."""
        return names_of(self.match)

    @property
    def confirmed(self) -> set[int]:
        """The seats that have confirmed the result."""
        return {side.seat for side in self.sides if side.confirmed_at is not None}

    def reports_of(self, game: int, number: int) -> list[RoundReport]:
        return [r for r in self.reports if (r.game, r.number) == (game, number)]


def rows_of(match: Match, key: UUID | None = None) -> Rows:
    """The rows of a match, in a constant number of queries."""
    with at_once():
        reports = REPORTS.asked(match.pk, key or NO_KEY)
        sides, rounds = SIDES.asked(match.pk), ROUNDS.asked(match.pk)
        phones = PHONES.asked(match.pk)
    # By key, not by time, because the clocks of two servers may differ.
    found = sorted(reports(), key=lambda each: each.pk)
    of_match = [each for each in found if each.match_id == match.pk]
    in_time = [each for each in of_match if each.kind != RoundReport.Kind.LATE]
    return Rows(
        match=match,
        sides=sorted(sides(), key=lambda side: side.seat),
        rounds=sorted(rounds(), key=lambda each: (each.game, each.number)),
        reports=in_time,
        phones=phones(),
        known=next((each for each in found if key and each.key == key), None),
        late=[each for each in of_match if each.kind == RoundReport.Kind.LATE],
    )


def names_of(match: Match) -> dict[int, str]:
    """The names of the sides, by seat."""
    with at_once():
        line_ups, seated = LINE_UPS.asked(match.pk), SEATED.asked(match.pk)
    people: dict[int, list[EntryPlayer]] = {}
    for each in line_ups():
        people.setdefault(each.entry_id, []).append(each)
    names: dict[int, list[str]] = {}
    for place in seated():
        line_up = people.get(place.entry_id, [])
        place.entry.named_line_up = line_up  # type: ignore[attr-defined]
        shown = place.entry.shown_on(Surface.WEB)
        names.setdefault(place.side.seat, []).append(shown)
    return {seat: " & ".join(found) for seat, found in sorted(names.items())}
