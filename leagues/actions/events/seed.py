"""The seed of an event: made once, promised by its hash, shown with the draw."""

from secrets import token_bytes

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from leagues.access.roles import Who
from leagues.actions.act import act
from leagues.actions.refusal import Refused
from leagues.actions.verb import Verb
from leagues.models import Action, Event, PairingRound, Stage
from leagues.pairing.seeds import commit, spell

LONGEST = 24
"""A seed somebody types leaves room for what it is used for behind it."""


def seed_of(event: Event) -> str:
    """The event's seed; where it has none yet, ten random bytes that people can type."""
    if not event.rng_seed:
        event.rng_seed = spell(token_bytes(10))
        event.save(update_fields=["rng_seed"])
    return event.rng_seed


def purpose_of(stage: Stage, first: int) -> str:
    """What the dice are thrown for: the stage, its round, and which attempt it is.

    Every attempt counts, so that nobody can draw until they like it and keep quiet.
    """
    drawn = Action.objects.filter(event=stage.event_id, verb="draw_rounds")
    # Apart, so that the database looks into what was said of these lines alone.
    attempts = drawn.filter(said__stage_id=stage.pk, said__first=first)
    return f"{stage.number}.{first}.{attempts.count() + 1}"


def is_thrown(event: Event) -> bool:
    """Whether anything was drawn or opened with the event's dice."""
    drawn = PairingRound.objects.filter(stage__event=event).exists()
    return drawn or event.stages.exclude(opened_at=None).exists()


def promise_seed(*, by: Who, event: Event, seed: str = "") -> str:
    """Choose the seed and publish its hash before anything is drawn; returns the hash."""
    with act(by, event, PROMISE_SEED) as line:
        event = line.on
        if event.promised_at or is_thrown(event):
            raise Refused(_("The draw seed has been used, so it can no longer be changed."))
        event.rng_seed = seed or event.rng_seed
        promise = commit(seed_of(event))
        event.promised_at = timezone.now()
        event.save(update_fields=["rng_seed", "promised_at"])
        line.say(promise=promise)
    return promise


PROMISE_SEED = Verb(
    "promise_seed",
    later("Promised the draw seed. Its hash is %(promise)s."),
    later("The promise is public, so it can’t be undone."),
)
