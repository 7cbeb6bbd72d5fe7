"""Correct a result together with the draws and places that followed from it."""

from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from leagues.access.roles import Who
from leagues.actions.act import lock_match
from leagues.actions.advance.play_off import play_off
from leagues.actions.advance.refill import refill_stage
from leagues.actions.draw.draw import draw_rounds, publish_rounds, take_back_rounds
from leagues.actions.refusal import Refused
from leagues.actions.results.corrections import Then, correct_match, retyped_as
from leagues.models import Match, PairingRound, Stage
from leagues.reads.results.consequences import Consequences
from leagues.reads.results.differences import Rivals
from leagues.reads.results.what_if import what_follows


@transaction.atomic
def correct_and(*, by: Who, match: Match, then: Then, **correction: Any) -> Match:
    """Correct a match, and handle the consequences as ``then`` says.

    Keep everything; or draw unplayed rounds again and reassign places; or let the two entries
    concerned play off for the place.
    """
    now, _event = lock_match(match)
    follows = Consequences()
    if then is not Then.KEEP:
        retyped = retyped_as(now, correction["claims"])
        follows = what_follows(now, retyped.card)
    corrected = correct_match(by=by, match=match, **correction)
    try:
        if then is Then.PAIR_AGAIN:
            _pair_again(by, follows.unplayed)
            _refill_stages(by, follows.stages_to_refill)
        elif then is Then.PLAY_OFF:
            _play_off(by, follows.play_off)
    except Refused as trouble:
        raise Refused(
            _("Nothing was changed, because your choice isn’t possible: %(why)s") % {"why": trouble}
        ) from trouble
    return corrected


def _pair_again(by: Who, waiting: tuple[int, ...]) -> None:
    """Unpublish these rounds, which have no match begun, draw them again and publish them."""
    rounds = PairingRound.objects.filter(pk__in=waiting).values_list("stage", "number")
    numbers: dict[int, list[int]] = {}
    for pk, number in rounds:
        numbers.setdefault(pk, []).append(number)
    for stage in Stage.objects.filter(pk__in=numbers):
        theirs = numbers[stage.pk]
        take_back_rounds(by=by, stage=stage, numbers=theirs)
        draw_rounds(by=by, stage=stage)
        publish_rounds(by=by, stage=stage)


def _refill_stages(by: Who, stages: tuple[int, ...]) -> None:
    for stage in Stage.objects.filter(pk__in=stages).order_by("number"):
        refill_stage(by=by, stage=stage)


def _play_off(by: Who, between: Rivals | None) -> None:
    if between is None:
        raise Refused(_("There are no two entries tied for a place."))
    stage = Stage.objects.get(pk=between.stage)
    play_off(by=by, stage=stage, entries=between.entries)
