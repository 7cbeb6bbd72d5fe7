"""Helpers that bring people into an event."""

import re
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.test import Client
from django.utils import timezone

from leagues.actions.entries import entries as actions
from leagues.actions.entries.entries import NewEntry
from leagues.actions.entries.presence import Unplayed, change_presence
from leagues.models import (
    Action,
    Entry,
    Event,
    Match,
    MatchSide,
    PairingRound,
    Player,
    SideEntry,
    SidePlayer,
    Stage,
)
from leagues.models.names import guess_family_name
from leagues.reads.entries.effects import Act, facts_of, state_of
from leagues.reads.state_marks import mark_of
from tests.cast import Cast

State = Entry.State


def make_event(cast: Cast, sides: str = "singles") -> Event:
    return Event.objects.create(
        club=cast.club,
        name="Westport Open",
        slug="open",
        sides=sides,
        starts_at=timezone.now() + timedelta(days=1),
        zone="America/Toronto",
    )


AT = "/desk/events/open/people/"


def enter_people(cast: Cast, event: Event, *names: str, state: State = State.ACTIVE) -> list[Entry]:
    """Enter new players, "Ann & Ben" as a pair."""
    return actions.enter_list(
        by=cast.who("ann"),
        event=event,
        entries=[
            NewEntry(
                tuple(
                    Player(club=cast.club, name=n, family_name=guess_family_name(n))
                    for n in name.split(" & ")
                ),
                state=state,
            )
            for name in names
        ],
        how="list",
    )


def names_in(event: Event) -> list[str]:
    return [
        " & ".join(person.name for person in entry.people)
        for entry in event.entries.named().in_order()
    ]


def last_action() -> Action:
    action = Action.objects.last()
    assert action is not None
    return action


def text_of(page: Any) -> str:
    return " ".join(page.content.decode().split())


def check_list(ann: Client, text: str) -> Any:
    return ann.post(f"{AT}list/", {"text": text})


def confirm_list(ann: Client, page: Any, **changes: str) -> Any:
    """Press the button below a preview, with the preview's values but for ``changes``."""
    on_page = fields_of(page)
    context = page.context
    confirmed = {"text": context["text"], "seen": context["seen"], "enter": "1"}
    for at, proposal in enumerate(context["proposals"]):
        if proposal.is_wanted:
            confirmed[f"enter-{at}"] = "on"
        for n, person in enumerate(proposal.people):
            confirmed[f"who-{at}-{n}"] = person.choice
    sent = {name: value for name, value in confirmed.items() if name in on_page}
    return ann.post(f"{AT}list/", {**sent, **changes})


def fields_of(page: Any) -> set[str]:
    """The names of all fields of the form below a preview."""
    return set(re.findall(r'name="([^"]+)"', page.content.decode()))


def post_seeds(ann: Client, seeds: dict[int, str], seen: str | None = None) -> Any:
    seen = seen or ann.get(f"{AT}seeds/").context["seen"]
    typed = {f"seed-{entry}": text for entry, text in seeds.items()}
    return ann.post(f"{AT}seeds/", typed | {"seen": seen})


def publish_match(
    event: Event, one: Entry, other: Entry, *, points: Sequence[int] | None = None
) -> Match:
    """A published match; with points, a finished one."""
    stage, _ = Stage.objects.get_or_create(
        event=event, number=1, defaults={"name": "Swiss", "format": "swiss"}
    )
    pairing_round = PairingRound.objects.create(
        stage=stage, number=1 + stage.pairing_rounds.count(), state=PairingRound.State.PUBLISHED
    )
    over = points is not None
    match = Match.objects.create(
        event=event,
        pairing_round=pairing_round,
        number=1 + event.matches.count(),
        state="finished" if over else "planned",
        ending="played" if over else "",
        winner=0 if over else None,
    )
    for seat, entry in enumerate((one, other)):
        side = MatchSide.objects.create(
            match=match, seat=seat, points=points[seat] if points else 0
        )
        SideEntry.objects.create(side=side, pairing_round=pairing_round, entry=entry)
        for number, line in enumerate(entry.line_up.all(), start=1):
            SidePlayer.objects.create(side=side, match=match, player=line.player, number=number)
    return match


def seen_of(entry: Entry) -> str:
    return mark_of(state_of(facts_of(Entry.objects.named().get(pk=entry.pk))))


def apply_act(cast: Cast, entry: Entry, what: Act, unplayed: Unplayed = Unplayed.WALKOVER) -> None:
    change_presence(
        by=cast.who("ann"),
        event=entry.event,
        entry=entry,
        act=what,
        seen=seen_of(entry),
        unplayed=unplayed,
    )
    entry.refresh_from_db()
