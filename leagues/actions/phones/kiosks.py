"""Tablets at boards: added with a secret address, signed out at the desk."""

from django.utils import timezone
from django.utils.translation import gettext_lazy as later

from leagues.access.roles import Who
from leagues.actions.act import act
from leagues.actions.verb import Verb
from leagues.models import Board, Event, Kiosk
from leagues.models.links import hash_token, new_token


def make_kiosk(*, by: Who, event: Event, board: Board, name: str = "") -> str:
    """Add a tablet at a board and return its secret; only the hash is stored."""
    token = new_token()
    with act(by, event, MAKE_KIOSK, board=board.number, name=name):
        Kiosk.objects.create(board=board, name=name, token_hash=hash_token(token))
    return token


MAKE_KIOSK = Verb(
    "make_kiosk",
    later("Added a tablet at board %(board)s."),
    later("Sign out the tablet on the “Phones” page."),
)


def revoke_kiosk(*, by: Who, event: Event, kiosk: Kiosk) -> bool:
    """Sign out a tablet; False if it was signed out already."""
    facts = {"board": kiosk.board.number, "name": kiosk.name}
    with act(by, event, REVOKE_KIOSK, **facts) as line:
        there = Kiosk.objects.filter(pk=kiosk.pk, revoked_at=None)
        was_on = bool(there.update(revoked_at=timezone.now()))
        if not was_on:
            line.drop()
    return was_on


REVOKE_KIOSK = Verb(
    "revoke_kiosk",
    later("Signed out the tablet at board %(board)s."),
    later("Someone else may still have this tablet. Set it up again."),
)
