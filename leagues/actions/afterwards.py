"""A correction, and what the organiser wants done about all that followed from the error."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from leagues.access import Who
from leagues.actions.cards import CannotEnter
from leagues.actions.correct import Then, correct_match, retyped_as
from leagues.actions.draw import draw_rounds, publish_rounds, take_back_rounds
from leagues.actions.opening import CannotDraw
from leagues.actions.score import lock_match
from leagues.bridge.as_it_stands import what_follows
from leagues.models import Match, PairingRound, Stage


@transaction.atomic
def correct_and(*, by: Who, match: Match, then: Then, **correction: Any) -> Match:
    """Correct a match; keep what was drawn from the error, or pair the unplayed again."""
    _event, now = lock_match(match)
    waiting: tuple[int, ...] = ()
    if then is Then.PAIR_AGAIN:
        retyped = retyped_as(now, correction["claims"])
        waiting = what_follows(now, retyped.state).unplayed
    corrected = correct_match(by=by, match=match, **correction)
    try:
        _pair_again(by, waiting)
    except CannotDraw as trouble:
        raise CannotEnter(
            _("Nothing was changed, because it cannot be paired again: %(why)s")
            % {"why": trouble}
        ) from trouble
    return corrected


def _pair_again(by: Who, waiting: tuple[int, ...]) -> None:
    """Each round that nobody has begun is taken back, drawn anew and published."""
    rounds = PairingRound.objects.filter(pk__in=waiting).values_list("stage", "number")
    numbers: dict[int, list[int]] = {}
    for pk, number in rounds:
        numbers.setdefault(pk, []).append(number)
    for stage in Stage.objects.filter(pk__in=numbers):
        theirs = numbers[stage.pk]
        take_back_rounds(by=by, stage=stage, numbers=theirs)
        draw_rounds(by=by, stage=stage)
        publish_rounds(by=by, stage=stage)
