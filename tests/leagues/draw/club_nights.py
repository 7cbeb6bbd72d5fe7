"""Club nights that are drawn and published, of redrawn partners or of singles."""

from datetime import UTC, datetime

from django.utils import timezone

from leagues.access.roles import Who
from leagues.actions.draw.draw import draw_rounds, publish_rounds
from leagues.actions.entries.entries import enrol_players
from leagues.actions.events.events import add_stage, create_event
from leagues.models import Event, Match, Night, Player, Season, Stage
from leagues.reads import Sheet
from leagues.stages.pairing_ways import PairingWay, Partners, SomeGames
from tests.cast import Cast


def draw_partners(
    cast: Cast, season: Season | None, day: int, players: list[Player], rounds: int = 3
) -> Stage:
    """A club night of redrawn partners, drawn and published."""
    by = cast.who("ann")
    event = create_event(
        by=by,
        club=cast.club,
        name=f"Night {day}",
        starts_at=datetime(2026, 10, day, 19, tzinfo=UTC),
        sheet=Sheet.named("tournament-doubles"),
        boards=[],
        sides="redrawn",
        season=season,
        rng_seed="OCTOBER",
    )
    return _draw_event(by, event, players, Partners(rounds))


def draw_singles(cast: Cast, night: Night | None, players: list[Player], games: int) -> Stage:
    """A night of singles with this number of games, drawn and published."""
    by = cast.who("ann")
    event = create_event(
        by=by,
        club=cast.club,
        name="Monday",
        starts_at=night.starts_at if night else datetime(2026, 10, 1, tzinfo=UTC),
        sheet=Sheet.named("tournament-singles"),
        boards=[],
        night=night,
        rng_seed="OCTOBER",
    )
    return _draw_event(by, event, players, SomeGames(games))


def _draw_event(by: Who, event: Event, players: list[Player], way: PairingWay) -> Stage:
    for player in players:
        enrol_players(by=by, event=event, players=[player])
    stage = add_stage(by=by, event=event, name="Tonight", way=way)
    draw_rounds(by=by, stage=stage)
    publish_rounds(by=by, stage=stage)
    return stage


def play_all(stage: Stage) -> None:
    of_stage = Match.objects.filter(pairing_round__stage=stage).unfinished()
    of_stage.update(state="finished", ending="played", finished_at=timezone.now())
