"""Tablets that lie at a board: let in by a secret address, signed off at the desk."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from leagues.access import Who
from leagues.actions.log import record
from leagues.models import Board, Event, Kiosk
from leagues.models.links import hash_token, new_token


@transaction.atomic
def make_kiosk(*, by: Who, event: Event, board: Board, name: str = "") -> str:
    """Let a tablet in at a board, and return its secret: the only time it is known."""
    token = new_token()
    Kiosk.objects.create(board=board, name=name, token_hash=hash_token(token))
    event.touch()
    record(
        by=by,
        verb="make_kiosk",
        club=event.club,
        event=event,
        board=board.number,
        name=name,
    )
    return token


@transaction.atomic
def revoke_kiosk(*, by: Who, event: Event, kiosk: Kiosk) -> bool:
    """Sign a tablet off; False when it was off already."""
    there = Kiosk.objects.filter(pk=kiosk.pk, revoked_at=None)
    if not there.update(revoked_at=timezone.now()):
        return False
    event.touch()
    record(
        by=by,
        verb="revoke_kiosk",
        club=event.club,
        event=event,
        board=kiosk.board.number,
        name=kiosk.name,
    )
    return True
