"""Tablets that lie at a board: let in by a secret address, signed off at the desk."""

from __future__ import annotations

from django.utils import timezone

from leagues.access.roles import Who
from leagues.actions.act import act
from leagues.models import Board, Event, Kiosk
from leagues.models.links import hash_token, new_token


def make_kiosk(*, by: Who, event: Event, board: Board, name: str = "") -> str:
    """Let a tablet in at a board, and return its secret: the only time it is known."""
    token = new_token()
    with act(by, event, "make_kiosk", board=board.number, name=name):
        Kiosk.objects.create(board=board, name=name, token_hash=hash_token(token))
    return token


def revoke_kiosk(*, by: Who, event: Event, kiosk: Kiosk) -> bool:
    """Sign a tablet off; False when it was off already."""
    said = {"board": kiosk.board.number, "name": kiosk.name}
    with act(by, event, "revoke_kiosk", **said) as line:
        there = Kiosk.objects.filter(pk=kiosk.pk, revoked_at=None)
        was_on = bool(there.update(revoked_at=timezone.now()))
        if not was_on:
            line.drop()
    return was_on
