"""The database rows of a match at a board, read once. Actions that write keep them up to date,
so the response to the phone needs no further queries.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Count, F, FilteredRelation, Model, OuterRef, Q, Subquery

from leagues.models import (
    Match,
    MatchSide,
    PairingRound,
    Player,
    Round,
    RoundReport,
    ScoringPhone,
    Surface,
)
from leagues.models.entries import entry_name
from leagues.models.prepared_queries import HERE, Prepared, PreparedValues, SavedRow, at_once

NO_KEY = UUID(int=0)
REPORTS = Prepared(
    lambda match, key: RoundReport.objects.filter(Q(match=match) | Q(key=key)).order_by(), int, UUID
)
ROUNDS = Prepared(lambda match: Round.objects.filter(match=match).order_by(), int)


def _columns_of(model: type[Model]) -> list[str]:
    return [field.attname for field in model._meta.concrete_fields]


SIDE, PHONE = _columns_of(MatchSide), _columns_of(ScoringPhone)
SHOWN = ["id", "name", "family_name", "alias", "is_minor"]
SHOWN += ["name_on_wall", "name_on_web", "name_in_export"]
"""What a player's name is made of."""
ROUNDS_DRAWN = (
    PairingRound.objects.filter(stage=OuterRef("match__pairing_round__stage"), is_play_off=False)
    .order_by()
    .values("stage")
    .values_list(Count("pk"))
)
SEATED = PreparedValues(
    lambda match: (
        MatchSide.objects.filter(match=match)
        .annotate(
            phone=FilteredRelation("match__phones", condition=Q(match__phones__seat=F("seat"))),
            rounds_drawn=Subquery(ROUNDS_DRAWN),
        )
        .order_by("seat", "side_entries__entry", "side_entries__entry__line_up__number")
        .values_list(
            *SIDE,
            *(f"phone__{name}" for name in PHONE),
            "side_entries__entry",
            "side_entries__entry__name",
            *(f"side_entries__entry__line_up__player__{name}" for name in SHOWN),
            "rounds_drawn",
        )
    ),
    int,
)
"""Each side with its scoring phone, its entries and their players: a row for each player."""
OF_SIDE = slice(len(SIDE))
OF_PHONE = slice(len(SIDE), len(SIDE) + len(PHONE))
OF_ENTRY = slice(len(SIDE) + len(PHONE), -1)


@dataclass(frozen=True)
class Seated:
    """What the label of a match is made of."""

    names: Mapping[int, str]
    """The names of the sides, by seat."""
    players: Mapping[int, Sequence[str]]
    """The names of each side's players, in the order in which they shoot, by seat."""
    rounds_drawn: int
    """The pairing rounds of the match's stage, without play-offs."""


@dataclass
class Rows:
    """A match with its sides, rounds, reports and phones. Reports are in the order stored."""

    match: Match
    sides: list[MatchSide]
    rounds: list[Round]
    reports: list[RoundReport]
    phones: list[ScoringPhone]
    seated: Seated
    known: RoundReport | None = None
    """An earlier report with the requested key, from any match; otherwise None."""
    late: Sequence[RoundReport] = ()
    """Reports that came too late to count; not included in ``reports``."""

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
        seated, rounds = SEATED.asked(match.pk), ROUNDS.asked(match.pk)
    # By key, not by time, because the clocks of two servers may differ.
    found = sorted(reports(), key=lambda each: each.pk)
    of_match = [each for each in found if each.match_id == match.pk]
    in_time = [each for each in of_match if each.kind != RoundReport.Kind.LATE]
    at_board = seated()
    sides = {row[0]: row for row in at_board}.values()
    return Rows(
        match=match,
        sides=[SavedRow(MatchSide).from_db(HERE, SIDE, row[OF_SIDE]) for row in sides],
        rounds=sorted(rounds(), key=lambda each: (each.game, each.number)),
        reports=in_time,
        phones=[
            SavedRow(ScoringPhone).from_db(HERE, PHONE, row[OF_PHONE])
            for row in sides
            if row[OF_PHONE.start] is not None
        ],
        seated=_seated_in(at_board),
        known=next((each for each in found if key and each.key == key), None),
        late=[each for each in of_match if each.kind == RoundReport.Kind.LATE],
    )


def seated_at(match: Match) -> Seated:
    """The names of the sides that have entries, and the number of the stage's rounds."""
    return _seated_in(SEATED(match.pk))


def _seated_in(at_board: Sequence[Sequence[Any]]) -> Seated:
    seat = SIDE.index("seat")
    entries: dict[tuple[int, int], tuple[str, list[Player]]] = {}
    for row in at_board:
        entry, name, *person = row[OF_ENTRY]
        if entry is None:
            continue
        _name, people = entries.setdefault((row[seat], entry), (name, []))
        if person[0] is not None:
            people.append(SavedRow(Player).from_db(HERE, SHOWN, person))
    names: dict[int, list[str]] = {}
    players: dict[int, list[str]] = {}
    for (at, _entry), (name, people) in entries.items():
        names.setdefault(at, []).append(entry_name(name, people, Surface.WEB))
        players.setdefault(at, []).extend(each.shown_on(Surface.WEB) for each in people)
    drawn = max((row[-1] or 0 for row in at_board), default=0)
    return Seated({at: " & ".join(found) for at, found in names.items()}, players, drawn)
