"""Reassign the places of a stage when the table they come from has changed."""

from itertools import chain

from django.utils.translation import gettext as _

from leagues.access.roles import Who
from leagues.actions.draw.brackets import sync_brackets
from leagues.actions.draw.draw import delete_drawn, draw_rounds, publish_rounds
from leagues.actions.draw.opening import (
    Seats,
    compute_seats,
    draw_act,
    names_of,
    purpose_of_seats,
    seat_in_pools,
    seats_of,
)
from leagues.actions.refusal import Refused
from leagues.actions.undo_rows import log_undo, stage_of
from leagues.actions.verb import Undo, Verb
from leagues.models import Action, PairingRound, RoundReport, Stage
from leagues.reads.advance.bracket_play import has_bracket
from leagues.reads.log.facts import LogFacts


def refill_stage(*, by: Who, stage: Stage) -> None:
    """Fill a stage without a match begun from the current table, and draw it again."""
    with draw_act(by, stage, REFILL_STAGE) as line:
        stage = line.on
        refuse_begun(stage)
        if stage.opened_at is None:
            raise Refused(_("%(stage)s isn’t open.") % {"stage": stage})
        was, now = seats_of(stage), compute_seats(stage, purpose_of_seats(stage))
        if was == now:
            raise Refused(_("The places already match the table. Nothing was changed."))
        before, after = set(chain(*was)), set(chain(*now))
        names = names_of(stage.event, before ^ after)
        line.write(
            was=was,
            now=now,
            came=[names[entry] for entry in names if entry in after],
            left=[names[entry] for entry in names if entry in before],
        )
        seat_as(by, stage, now)


def _find_stage(action: Action) -> Stage:
    stage = stage_of(action)
    if seats_of(stage) != action.details["now"]:
        raise Refused(_("Someone else has this place now."))
    refuse_begun(stage)
    return stage


def _preview_undo_refill(action: Action) -> str:
    stage = _find_stage(action)
    data = action.details
    sentences = [_("Restores the earlier places of %(stage)s.") % {"stage": stage}]
    if data["left"]:
        sentences.append(
            _("%(left)s will be back in place of %(came)s.")
            % {"left": ", ".join(data["left"]), "came": ", ".join(data["came"])}
        )
    if stage.pairing_rounds.exists() and not has_bracket(stage):
        sentences.append(_("The games of this stage will be drawn again."))
    return " ".join(sentences)


def _undo_refill(by: Who, action: Action) -> None:
    stage = _find_stage(action)
    log_undo(by, action)
    seat_as(by, stage, action.details["was"])


def _describe_refill(facts: LogFacts) -> str:
    if not facts["details"].get("came"):
        return _("Reassigned the places of %(stage)s.")
    return _("Reassigned the places of %(stage)s. Added %(came)s, removed %(left)s.")


REFILL_STAGE = Verb("refill_stage", _describe_refill, Undo(_preview_undo_refill, _undo_refill))


def refuse_begun(stage: Stage) -> None:
    """Refuse to change the places of a stage in which a match has begun or a round was reported."""
    begun = PairingRound.objects.filter(stage=stage).begun().exists()
    is_reported = RoundReport.objects.filter(match__pairing_round__stage=stage).exists()
    if begun or is_reported:
        raise Refused(_("%(stage)s has started, so its places don’t change.") % {"stage": stage})


def seat_as(by: Who, stage: Stage, seats: Seats) -> None:
    """Seat these entries in the existing pools, and draw and publish the earlier rounds again."""
    rounds = list(PairingRound.objects.filter(stage=stage))
    published = sum(each.state == PairingRound.State.PUBLISHED for each in rounds)
    delete_drawn([each.pk for each in rounds])
    seat_in_pools(stage, seats)
    if not rounds:
        return
    if has_bracket(stage):
        sync_brackets(stage)
        return
    drawn = draw_rounds(by=by, stage=stage)
    if published:
        numbers = [each.number for each in drawn[:published]]
        publish_rounds(by=by, stage=stage, numbers=numbers)
