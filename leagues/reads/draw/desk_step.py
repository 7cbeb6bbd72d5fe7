"""The next step for a planned or running event, for its desk."""

from django.db.models import prefetch_related_objects
from django.utils.translation import gettext as _

from leagues.models import Event, Match, PairingRound, Stage
from leagues.reads.advance.advancement import ties_between
from leagues.reads.advance.stage_order import entries_in, read_stage
from leagues.reads.draw.draw_page import StageDraw, draw_at_hand
from leagues.reads.events.next_stage import has_rounds_to_come, next_stage
from leagues.reads.events.next_step import NextStep, next_step, to_shoot
from leagues.reads.events.shoot_outs import shoot_out_at_hand


def step_at_hand(event: Event, *, has_tie: bool | None = None) -> NextStep | None:
    """The organiser's next step, or None for a finished event.

    ``has_tie`` is whether entries are tied at a cut, where the page has read that already.
    """
    if event.state == Event.State.PLANNED:
        return next_step(event)
    return _while_it_is_on(event, has_tie) if event.state == Event.State.RUNNING else None


def _while_it_is_on(event: Event, has_tie: bool | None) -> NextStep:
    rounds = PairingRound.objects.filter(stage__event=event)
    published = rounds.filter(state=PairingRound.State.PUBLISHED)
    if Match.objects.filter(pairing_round__in=published).unfinished().exists():
        return NextStep(
            "results",
            "event_desk",
            _("Enter results"),
            _(
                "Call the players to their boards. They enter results on their phones, or you enter them under “Type a card”."
            ),
        )
    prefetch_related_objects([event], "stages")  # the functions below all use it
    stages = list(event.stages.all())
    if shoot_out := shoot_out_at_hand(stages):
        return to_shoot(shoot_out)
    is_drafted = rounds.filter(state=PairingRound.State.DRAFT).exists()
    if not is_drafted and (following := next_stage(event)):
        return _to_next_stage(event, *following, has_tie)
    drawn = draw_at_hand(event)
    if is_drafted or (drawn and drawn.to_call):
        return _to_publish(drawn, is_drafted=is_drafted)
    if drawn and has_rounds_to_come(drawn.stage):
        label, text = _("Draw the next game"), _("The game is finished.")
        return NextStep("draw", "event_desk", label, text)
    text = _("All drawn matches are played. Check the places, then finish the event below them.")
    is_shot = {each.format for each in stages} == {Stage.Format.SHOOT_OUT}
    if is_shot:
        text = _("Everyone has shot. Check the places, then finish the event below them.")
    label = _("Finish the event")
    return NextStep("finish", "event_advance", label, text, is_shot=is_shot)


def _to_next_stage(event: Event, before: Stage, stage: Stage, has_tie: bool | None) -> NextStep:
    if has_tie is None:
        has_tie = bool(ties_between(stage, read_stage(before), entries_in(event)))
    if has_tie:
        label, text = _("Break the tie"), _("Some entries are tied at the cut of %(stage)s.")
        return NextStep("draw", "event_advance", label, text % {"stage": before})
    label = _("Go to the draw of %(stage)s") % {"stage": stage}
    return NextStep("draw", "event_draw", label, _("%(stage)s is finished.") % {"stage": before})


def _to_publish(drawn: StageDraw | None, *, is_drafted: bool) -> NextStep:
    """The step "publish": directly at the desk if possible, otherwise on the draw page."""
    if drawn is None or not drawn.to_call:
        text = _("The game is finished. Check the draft of the next one.")
        return NextStep("publish", "event_draw", _("Publish the draw"), text)
    text = _("The game is finished, and the next one is drawn.")
    if not is_drafted:
        text = _("%(stage)s is ready to publish.") % {"stage": drawn.stage}
    return NextStep("publish", "event_desk", _("Start the next game"), text)
