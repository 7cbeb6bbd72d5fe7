"""Record payments of dues, for a league or for the club's membership. Nothing depends on them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from leagues.access.roles import Who
from leagues.actions.act import Line, act
from leagues.actions.leagues.day_sentences import fill_in_day
from leagues.actions.refusal import Refused
from leagues.actions.undo_rows import put_back
from leagues.actions.verb import Verb
from leagues.models import Club, Due, League, Night, Player
from leagues.reads.leagues.dues import DueLine
from leagues.reads.leagues.membership import year_label
from leagues.reads.log.facts import LogFacts


@dataclass(frozen=True)
class Paid:
    """A player's payment; an empty ``state`` means that nothing has been paid."""

    state: str = ""
    amount: int | None = None
    """In hundredths of the league's currency."""


def all_paid(lines: Iterable[DueLine]) -> dict[int, Paid]:
    """Payment in full for each of these players who still owes."""
    return {
        line.player.pk: Paid(Due.State.PAID, max(line.taken, line.price or 0) or None)
        for line in lines
        if not line.is_settled
    }


def note_dues(
    *, by: Who, league: League, paid: Mapping[int, Paid], night: Night | None = None
) -> None:
    """Record payments for a night or, without one, for the season.

    ``Paid`` without an amount means the league's price.
    """
    facts = {"day": night.on.isoformat()} if night else {}
    with act(by, league, NOTE_DUES, **facts) as line:
        _note_all(line, league.club, paid, league.price, league=league, night=night)


def _describe_dues(facts: LogFacts) -> str:
    if facts["details"].get("day"):
        fill_in_day(facts)
        return _("Recorded the dues of %(names)s for the night on %(day)s.")
    return _("Recorded the dues of %(names)s.")


NOTE_DUES = Verb(
    "note_dues",
    _describe_dues,
    put_back(later("Restores the earlier record of dues of: %(names)s.")),
    when_closed=True,
)


def note_membership(*, by: Who, club: Club, year: int, paid: Mapping[int, Paid]) -> None:
    """Record payments for the membership year that begins in ``year``."""
    with act(by, club, NOTE_MEMBERSHIP, year=year_label(club, year)) as line:
        _note_all(line, club, paid, club.fee, league=None, night=None, year=year)


NOTE_MEMBERSHIP = Verb(
    "note_membership",
    later("Recorded the membership of %(names)s for %(year)s."),
    put_back(later("Restores the earlier membership record of: %(names)s.")),
)


def change_fee(*, by: Who, club: Club, fee: int | None, currency: str, first_month: int) -> None:
    """Set the club's membership fee, its currency, and the first month of the membership year."""
    facts: dict[str, Any] = {"fee": fee, "currency": currency, "first_month": first_month}
    with act(by, club, CHANGE_FEE) as line:
        here = Club.objects.filter(pk=club.pk)
        if here.filter(**facts):
            line.drop()
            return
        line.keep(here)
        here.update(**facts)


CHANGE_FEE = Verb(
    "change_fee",
    later("Changed the membership fee or the start of the membership year."),
    put_back(later("Restores the earlier fee, currency and first month.")),
)


def _note_all(
    line: Line[Any], club: Club, paid: Mapping[int, Paid], price: int | None, **of: Any
) -> None:
    paid = {pk: _at_price(each, price) for pk, each in paid.items()}
    noted = Due.objects.filter(**of)
    known = Player.objects.filter(club=club, pk__in=paid)
    names = dict(known.order_by("pk").values_list("pk", "name"))
    line.keep(noted.filter(player__in=names))
    before = {due.player_id: Paid(due.state, due.amount) for due in noted}
    changed = [pk for pk in names if before.get(pk, Paid()) != paid[pk]]
    if not changed:
        line.drop()
        return
    for pk in changed:
        _save_payment(line.by, paid[pk], player_id=pk, **of)
    line.say(names=[names[pk] for pk in changed])


def _at_price(paid: Paid, price: int | None) -> Paid:
    is_price = paid.state == Due.State.PAID and paid.amount is None
    return replace(paid, amount=price) if is_price else paid


def _save_payment(by: Who, paid: Paid, **of_player: Any) -> None:
    if paid.state == Due.State.PART and not paid.amount:
        raise Refused(_("Enter how much was paid."))
    if not paid.state:
        Due.objects.filter(**of_player).delete()
        return
    Due.objects.update_or_create(
        **of_player,
        defaults={
            "state": paid.state,
            "amount": paid.amount,
            "user": by.user,
            "recorded_by": by.player,
            "at": timezone.now(),
        },
    )
