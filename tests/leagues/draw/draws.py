"""An event to draw, and the names in its matches."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from leagues.actions.entries.entries import enrol_players
from leagues.actions.events.events import add_stage, create_event
from leagues.models import Board, Entry, Event, Match, MatchSide, Player, Stage
from leagues.reads import Sheet
from leagues.reads.draw.history import DrawnRound, rounds_of
from leagues.stages.entry_sources import Source
from leagues.stages.pairing_ways import PairingWay
from tests.cast import Cast

SEED = "0X6G-27G9-S0MG-6VJ0"
NOON = datetime(2026, 5, 2, 12, tzinfo=UTC)
NAMES = [
    "Ada",
    "Eve",
    "Fay",
    "Gus",
    "Hal",
    "Ida",
    "Jon",
    "Kit",
    "Lou",
    "Mia",
    "Ned",
    "Oli",
    "Pat",
    "Quin",
    "Ros",
    "Sid",
    "Tea",
    "Una",
    "Val",
    "Wim",
    "Xia",
    "Yan",
    "Zoe",
    "Abe",
    "Bea",
    "Cyd",
    "Dot",
    "Eli",
    "Flo",
    "Gil",
    "Hope",
    "Ivo",
    "Joy",
    "Ken",
    "Liv",
    "Max",
    "Nan",
    "Otto",
    "Pia",
    "Rex",
]


def an_event(
    cast: Cast, entries: int, *, boards: int = 0, seeded: bool = True, **facts: Any
) -> Event:
    """An event with this number of entries, seeded in the order of ``NAMES``."""
    by = cast.who("ann")
    tables = [
        Board.objects.get_or_create(club=cast.club, number=number)[0]
        for number in range(1, boards + 1)
    ]
    event = create_event(
        by=by,
        club=cast.club,
        name="Spring Open",
        sheet=Sheet.named("tournament-singles"),
        boards=tables,
        **{"starts_at": NOON, "rng_seed": SEED, **facts},
    )
    for number, name in enumerate(NAMES[:entries], start=1):
        enter_name(cast, event, name, seed=number if seeded else None)
    return event


def enter_name(cast: Cast, event: Event, name: str, seed: int | None = None) -> Entry:
    player = Player.objects.create(club=cast.club, name=name, family_name=name)
    return enrol_players(by=cast.who("ann"), event=event, players=[player], seed=seed)


def a_stage(
    cast: Cast, event: Event, way: PairingWay, takes: Source | None = None, name: str = "Day"
) -> Stage:
    return add_stage(by=cast.who("ann"), event=event, name=name, way=way, takes=takes)


def drawn_rounds(stage: Stage) -> list[DrawnRound]:
    return [each for each in rounds_of(stage.event) if each.stage == stage.pk]


def names_at_boards(stage: Stage) -> list[list[set[str]]]:
    """The names at each board, round by round; a single name is a bye."""
    names = {
        entry.pk: entry.people[0].name for entry in Entry.objects.named().filter(event=stage.event)
    }
    return [
        [{names[entry] for entry in match.entries} for match in each.matches]
        for each in drawn_rounds(stage)
    ]


def entry_of(event: Event, name: str) -> Entry:
    return event.entries.get(players__name=name)


def finish_matches(stage: Stage, points: Sequence[int] = (6, 2)) -> None:
    """Finish every open match with these points, as if it had been played."""
    matches = Match.objects.filter(pairing_round__stage=stage).published().unfinished()
    pks = list(matches.values_list("pk", flat=True))
    for seat, made in enumerate(points):
        MatchSide.objects.filter(match__in=pks, seat=seat).update(points=made, twenties=made)
    Match.objects.filter(pk__in=pks).update(
        state=Match.State.FINISHED, ending=Match.Ending.PLAYED, winner=0
    )
