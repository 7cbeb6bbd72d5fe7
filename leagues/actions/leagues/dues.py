"""Noting who has paid their dues. It changes nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from leagues.access.roles import Who
from leagues.actions.act import act
from leagues.actions.refusal import Refused
from leagues.models import Due, League, Night, Player
from leagues.reads.leagues.dues import DueLine


@dataclass(frozen=True)
class Paid:
    """What is noted of one player; without a state nothing has been paid yet."""

    state: str = ""
    amount: int | None = None
    """In hundredths of the league's currency."""


def all_paid(lines: Iterable[DueLine]) -> dict[int, Paid]:
    """Everybody of these who still owes, as paid in full."""
    return {
        line.player.pk: Paid(Due.State.PAID, max(line.taken, line.price or 0) or None)
        for line in lines
        if not line.is_settled
    }


def note_dues(
    *, by: Who, league: League, paid: Mapping[int, Paid], night: Night | None = None
) -> None:
    """Note what these players paid, for a night or for the season: the price, if not said."""
    paid = {pk: _at_price(each, league.price) for pk, each in paid.items()}
    said = {"day": night.on.isoformat()} if night else {}
    with act(by, league, "note_dues", **said) as line:
        noted = Due.objects.filter(league=league, night=night)
        known = Player.objects.filter(club=league.club, pk__in=paid)
        names = dict(known.order_by("pk").values_list("pk", "name"))
        line.keep(noted.filter(player__in=names))
        before = {due.player_id: Paid(due.state, due.amount) for due in noted}
        changed = [pk for pk in names if before.get(pk, Paid()) != paid[pk]]
        if not changed:
            line.drop()
            return
        for pk in changed:
            _note(by, league, night, pk, paid[pk])
        line.say(names=[names[pk] for pk in changed])


def _at_price(paid: Paid, price: int | None) -> Paid:
    is_price = paid.state == Due.State.PAID and paid.amount is None
    return replace(paid, amount=price) if is_price else paid


def _note(
    by: Who, league: League, night: Night | None, player: int, paid: Paid
) -> None:
    if paid.state == Due.State.PART and not paid.amount:
        raise Refused(_("Say how much was paid."))
    of_player: dict[str, Any] = {"league": league, "night": night, "player_id": player}
    if not paid.state:
        Due.objects.filter(**of_player).delete()
        return
    Due.objects.update_or_create(
        **of_player,
        defaults={
            "state": paid.state,
            "amount": paid.amount,
            "user": by.user,
            "said_by": by.player,
            "at": timezone.now(),
        },
    )
