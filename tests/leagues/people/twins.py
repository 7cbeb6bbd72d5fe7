"""Two players who are one person, the events they are in, and merging them."""

from datetime import timedelta
from typing import Any

from django.utils import timezone

from leagues.actions.entries.entries import NewEntry, enter_list
from leagues.actions.people.merge import merge_players
from leagues.models import (
    Action,
    Alias,
    Entry,
    EntryPlayer,
    Event,
    Match,
    MatchSide,
    PairingRound,
    PersonalLink,
    Player,
    SideEntry,
    SidePlayer,
    Stage,
    Team,
)
from leagues.reads.people.merging import plan_merge, state_of_plan
from leagues.reads.state_marks import mark_of
from tests.cast import Cast


def make_event(cast: Cast, slug: str = "open") -> Event:
    return Event.objects.create(
        club=cast.club, name=slug.title(), slug=slug, starts_at=timezone.now() + timedelta(days=1)
    )


def enter_players(cast: Cast, event: Event, *players: Player) -> list[Entry]:
    return enter_list(
        by=cast.who("ann"),
        event=event,
        entries=[NewEntry((player,)) for player in players],
        how="picked",
    )


def publish_match(event: Event, one: Entry, other: Entry) -> Match:
    stage, _ = Stage.objects.get_or_create(
        event=event, number=1, defaults={"name": "Swiss", "format": "swiss"}
    )
    pairing_round = PairingRound.objects.create(
        stage=stage, number=1 + stage.pairing_rounds.count(), state="published"
    )
    match = Match.objects.create(
        event=event, pairing_round=pairing_round, number=1 + event.matches.count()
    )
    for seat, entry in enumerate((one, other)):
        side = MatchSide.objects.create(match=match, seat=seat)
        SideEntry.objects.create(side=side, pairing_round=pairing_round, entry=entry)
        for line in entry.line_up.all():
            SidePlayer.objects.create(side=side, match=match, player=line.player)
    return match


def merge_into(cast: Cast, stays: Player, leaves: Player, keeps_ways_in: bool = False) -> Action:
    plan = plan_merge(stays, leaves)
    return merge_players(
        by=cast.who("ann"),
        plan=plan,
        seen=mark_of(state_of_plan(plan)),
        keeps_ways_in=keeps_ways_in,
    )


def rows_of_merge() -> dict[str, list[Any]]:
    """All rows that a merge may move."""
    models: list[Any] = [Player, Alias, EntryPlayer, SidePlayer, PersonalLink, Team.players.through]
    return {m.__name__: list(m._default_manager.order_by("pk").values()) for m in models}


def text_of(page: Any) -> str:
    return " ".join(page.content.decode().split())
