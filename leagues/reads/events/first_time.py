"""Guide a user through their first event, step by step."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from leagues.models import Action, Event, User
from leagues.reads.events.next_step import NextStep

STEPS: tuple[tuple[str, Promise], ...] = (
    ("plan", gettext_lazy("Plan")),
    ("people", gettext_lazy("Enter people")),
    ("draw", gettext_lazy("Draw")),
    ("publish", gettext_lazy("Publish the draw")),
    ("start", gettext_lazy("Start")),
    ("results", gettext_lazy("Enter results")),
    ("finish", gettext_lazy("Finish the event")),
)

OF_A_DRAW = frozenset({"draw", "publish", "start"})
"""Steps that a shoot-out skips: it starts with the first 20s entered."""


@dataclass(frozen=True)
class FirstStep:
    """A step of an event: done, current or still to come."""

    label: Promise
    is_done: bool
    is_now: bool


def has_run_event(user: User | None) -> bool:
    """Whether the user started an event that is finished. Rehearsals don't count."""
    return (
        user is not None
        and Action.objects.filter(
            user=user,
            verb="start_event",
            event__state=Event.State.FINISHED,
            event__rehearsal_of=None,
        ).exists()
    )


def steps_of(step: NextStep, *, has_begun: bool) -> tuple[FirstStep, ...]:
    """All steps of an event, with ``step`` as the current one.

    Once the event has begun, drawing and publishing belong to the step "results".
    """
    steps = [each for each in STEPS if not (step.is_shot and each[0] in OF_A_DRAW)]
    name = "results" if has_begun and step.name in OF_A_DRAW else step.name
    now = [each for each, _label in steps].index(name)
    return tuple(
        FirstStep(label, is_done=at < now, is_now=at == now)
        for at, (_name, label) in enumerate(steps)
    )
