"""The draw seed of an event: made once, published as a hash before, shown with the draw."""

from secrets import token_bytes

from django.db.models.fields.json import KT
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from leagues.access.roles import Who
from leagues.actions.act import act
from leagues.actions.refusal import Refused
from leagues.actions.verb import Verb
from leagues.models import Action, Event, PairingRound, Stage
from leagues.pairing.seeds import seed_promise, spell_seed

LONGEST = 24
"""The most characters of a typed seed, so that the column also holds its purpose."""


def seed_of(event: Event) -> str:
    """The event's draw seed; if it has none yet, ten random bytes as text are saved."""
    if not event.rng_seed:
        event.rng_seed = spell_seed(token_bytes(10))
        event.save(update_fields=["rng_seed"])
    return event.rng_seed


def purpose_of(stage: Stage, first: int) -> str:
    """The purpose of a draw: its stage, its first round and its attempt, such as ``1.3.2``.

    Each attempt counts up, so that a draw can't be repeated in secret until it suits.
    """
    drawn = Action.objects.filter(event=stage.event_id, verb="draw_rounds")
    # A second filter, so that the database reads the JSON of these lines only.
    attempts = drawn.filter(details__stage_id=stage.pk, details__first=first)
    last = attempts.values_list(KT("details__purpose"), flat=True).last() or "0"
    return f"{stage.number}.{first}.{1 + int(last.rpartition('.')[2])}"


def is_thrown(event: Event) -> bool:
    """Whether the event's seed has been used for a draw or to open a stage."""
    drawn = PairingRound.objects.filter(stage__event=event).exists()
    return drawn or event.stages.exclude(opened_at=None).exists()


def promise_seed(*, by: Who, event: Event, seed: str = "") -> str:
    """Fix the seed and publish its hash before the first draw; returns the hash."""
    with act(by, event, PROMISE_SEED) as line:
        event = line.on
        if event.promised_at or is_thrown(event):
            raise Refused(_("The draw seed has been used, so it can no longer be changed."))
        event.rng_seed = seed or event.rng_seed
        promise = seed_promise(seed_of(event))
        event.promised_at = timezone.now()
        event.save(update_fields=["rng_seed", "promised_at"])
        line.say(promise=promise)
    return promise


PROMISE_SEED = Verb(
    "promise_seed",
    later("Promised the draw seed. Its hash is %(promise)s."),
    later("The promise is public, so it can’t be undone."),
)
