"""Write and publish a given pairing round in one act."""

from collections.abc import Mapping
from datetime import datetime

from django.db.models import Max
from django.utils.translation import gettext_lazy as later

from leagues.access.roles import Who
from leagues.actions.act import act
from leagues.actions.draw.draw import PUBLISH
from leagues.actions.draw.matches import Draw, write_matches
from leagues.actions.verb import Verb
from leagues.actions.webhook_queue import rounds_published
from leagues.models import PairingRound, Stage
from leagues.pairing import values


def publish_round(
    *,
    by: Who,
    stage: Stage,
    draw: Draw,
    starts_at: datetime | None = None,
    rng_seed: str = "",
    slots: Mapping[values.Pairing[int], str] | None = None,
) -> PairingRound:
    """Write and publish the next pairing round of a stage, with its matches and byes.

    A bye is a finished match with one side. ``slots`` has the place in the bracket that each
    pairing fills.
    """
    with act(by, stage.event, PUBLISH_ROUND, stage=stage.name) as line:
        last: int = stage.pairing_rounds.aggregate(last=Max("number"))["last"] or 0
        pairing_round = PairingRound.objects.create(
            stage=stage,
            number=1 + last,
            state=PairingRound.State.PUBLISHED,
            starts_at=starts_at,
            rng_seed=rng_seed,
        )
        write_matches(line.event, pairing_round, draw, slots or {})
        line.say(number=pairing_round.number)
    return pairing_round


PUBLISH_ROUND = Verb(
    "publish_round",
    later("Published game %(number)s of %(stage)s."),
    PUBLISH,
    webhook=rounds_published,
)
