"""A round robin and its final, and a correction after which a place is undecided."""

from uuid import uuid4

from leagues.actions.draw.draw import draw_rounds, publish_rounds
from leagues.actions.results.consequences import correct_and
from leagues.actions.results.corrections import Then
from leagues.models import Action, Match, PoolEntry, Stage
from leagues.reads.advance.bracket_play import entries_at
from leagues.reads.play.card import card_mark
from leagues.stages.entry_sources import Source, Top
from leagues.stages.pairing_ways import Knockout, PairingWay, RoundRobin
from tests.leagues.days.hall import NOON, Hall

WON, LOST, TIED = [2, 0], [0, 2], [1, 1]


def play_morning(
    hall: Hall, takes: Source | None = None, way: PairingWay | None = None
) -> tuple[Stage, Stage]:
    """A round robin in which the better seed won every round, and a final of the best two."""
    morning = hall.stage("Morning", RoundRobin())
    final = hall.stage("Final", way or Knockout(), takes or Top(2))
    draw_rounds(by=hall.by, stage=morning)
    publish_rounds(by=hall.by, stage=morning)
    hall.play(morning, hall.better_seed)
    return morning, final


def match_between(hall: Hall, one: int, other: int) -> Match:
    """The round-robin match of these two seeds."""
    return (
        Match.objects.filter(pairing_round__stage__number=1)
        .filter(sides__entries=hall.entries[one - 1])
        .get(sides__entries=hall.entries[other - 1])
    )


def for_seed(hall: Hall, match: Match, seed: int, *rounds: list[int]) -> list[list[int]]:
    """Rounds written from the view of one seed, in the order of the card's seats."""
    seat = entries_at(Match.objects.with_sides().get(pk=match.pk)).index(hall.entries[seed - 1])
    return [points if seat == 0 else points[::-1] for points in rounds]


def correct_match(hall: Hall, match: Match, rounds: list[list[int]], then: Then) -> None:
    correct_and(
        by=hall.by,
        match=match,
        then=then,
        key=uuid4(),
        claims=[{"points": points} for points in rounds],
        seen=card_mark(match),
        reason="the card was read upside down",
        made_at=NOON,
    )


def upset_seed_two(hall: Hall, then: Then, *, rounds: list[list[int]] | None = None) -> None:
    """Correct a match so that seed 3 has beaten seed 2 and belongs in the final instead."""
    match = match_between(hall, 2, 3)
    correct_match(hall, match, for_seed(hall, match, 3, *(rounds or [WON] * 4)), then)


def seated_entries(stage: Stage) -> list[int]:
    places = PoolEntry.objects.filter(stage=stage).order_by("pool__number", "seed")
    return list(places.values_list("entry", flat=True))


def the_play_off() -> Match:
    return Match.objects.with_sides().get(pairing_round__is_play_off=True)


def last_action(verb: str) -> Action:
    line: Action = Action.objects.filter(verb=verb).latest("pk")
    return line
