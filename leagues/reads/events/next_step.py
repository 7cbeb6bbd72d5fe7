"""What comes next for an event that is planned: people, then the draw, then play."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from leagues.models import Entry, Event, PairingRound

FEWEST = 2


@dataclass(frozen=True)
class NextStep:
    """Where to go next, and what is still missing."""

    name: str
    """Which of the steps of an event it is."""
    address: str
    label: str
    missing: str


def next_step(event: Event) -> NextStep:
    """In three queries at most."""
    if not event.stages.exists():
        return NextStep(
            "plan", "event_stages", _("Stages"), _("The event has no stage yet.")
        )
    entries = event.entries.filter(state=Entry.State.ACTIVE).count()
    rounds = PairingRound.objects.filter(stage__event=event)
    states = set(rounds.values_list("state", flat=True))
    if entries < FEWEST and not states:
        missing = _("Nobody is entered yet.")
        if entries:
            missing = _("One is entered; it takes two to play.")
        return NextStep("people", "event_people", _("Enter people"), missing)
    if not states:
        missing = _("%(n)s are entered, and nothing is drawn yet.") % {"n": entries}
        return NextStep("draw", "event_draw", _("Draw"), missing)
    if PairingRound.State.PUBLISHED not in states:
        missing = _("The draw is a draft: publish it when it is right.")
        return NextStep("publish", "event_draw", _("Draw"), missing)
    missing = _("Everything is drawn: start the event when people are there.")
    return NextStep("start", "event_desk", _("Desk"), missing)
