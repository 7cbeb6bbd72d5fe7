"""Whether somebody has run an event yet, and what the first one of theirs comes to, step by step."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import prefetch_related_objects
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from leagues.models import Action, Event, Match, PairingRound, Stage, User
from leagues.reads.events.next_stage import (
    has_rounds_to_come,
    next_stage,
    stage_at_hand,
)
from leagues.reads.events.next_step import NextStep, next_step, to_shoot
from leagues.reads.events.shoot_outs import shoot_out_at_hand

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
"""Steps that a shoot-out has no need of: the first 20s start it."""


@dataclass(frozen=True)
class FirstStep:
    """One of the steps of an event, done, at hand or to come."""

    label: Promise
    is_done: bool
    is_now: bool


def has_run_event(user: User | None) -> bool:
    """Whether an event that they started is over; whoever has seen that is led no more."""
    return (
        user is not None
        and Action.objects.filter(
            user=user,
            verb="start_event",
            event__state=Event.State.FINISHED,
            event__rehearsal_of=None,
        ).exists()
    )


def steps_of(step: NextStep) -> tuple[FirstStep, ...]:
    """All steps of an event, of which this one is at hand."""
    steps = [each for each in STEPS if not (step.is_shot and each[0] in OF_A_DRAW)]
    now = [name for name, _label in steps].index(step.name)
    return tuple(
        FirstStep(label, is_done=at < now, is_now=at == now)
        for at, (_name, label) in enumerate(steps)
    )


def step_at_hand(event: Event) -> NextStep | None:
    """What comes next for an event that is planned or on; nothing for one that is over."""
    if event.state == Event.State.PLANNED:
        return next_step(event)
    return _while_it_is_on(event) if event.state == Event.State.RUNNING else None


def _while_it_is_on(event: Event) -> NextStep:
    rounds = PairingRound.objects.filter(stage__event=event)
    published = rounds.filter(state=PairingRound.State.PUBLISHED)
    if Match.objects.filter(pairing_round__in=published).unfinished().exists():
        return NextStep(
            "results",
            "event_desk",
            _("Enter results"),
            _(
                "Call the players to their boards. They enter what they played on their"
                " phones, or you type it below “Type a card”."
            ),
        )
    prefetch_related_objects([event], "stages")  # asked for below by several
    stages = list(event.stages.all())
    if shoot_out := shoot_out_at_hand(stages):
        return to_shoot(shoot_out)
    if rounds.filter(state=PairingRound.State.DRAFT).exists():
        says = _("The game is over, and the next one is drawn.")
        return NextStep("publish", "event_desk", _("Publish and call"), says)
    if following := next_stage(event):
        before, stage = following
        label = _("Open %(stage)s") % {"stage": stage}
        return NextStep(
            "draw", "event_draw", label, _("%(stage)s is over.") % {"stage": before}
        )
    at_hand = stage_at_hand(event)
    if at_hand is not None and has_rounds_to_come(at_hand):
        label, says = _("Draw the next game"), _("The game is over.")
        return NextStep("draw", "event_desk", label, says)
    says = _("Everything that is drawn is played. Finish the event below the places.")
    is_shot = {each.format for each in stages} == {Stage.Format.SHOOT_OUT}
    if is_shot:
        says = _(
            "Everyone has shot. Check the places, then finish the event below them."
        )
    label = _("Places and finish")
    return NextStep("finish", "event_advance", label, says, is_shot=is_shot)
