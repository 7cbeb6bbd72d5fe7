"""Attendance of a night in words."""

from collections.abc import Iterable

from django import template
from django.utils import timezone
from django.utils.html import format_html
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.utils.translation import ngettext, npgettext

from leagues.models import League, Offer, Surface
from leagues.reads.leagues.attendance.head_count import Comer, HeadCount
from leagues.templatetags.public import clock, moment

register = template.Library()


@register.simple_tag
def named(comers: Iterable[Comer], sees_minors: bool) -> str:
    """Join ``comer_names`` to a list in a sentence."""
    return get_text_list(comer_names(comers, sees_minors), _("and"))


@register.filter
def comer_names(comers: Iterable[Comer], sees_minors: bool) -> list[str]:
    """List names as the web shows them, in the order in which they answered.

    Minors are named to members only, since it shows where a child will be; for others they are
    counted.
    """
    shown = list[str]()
    unnamed = 0
    for each in comers:
        if sees_minors or not each.player.is_minor:
            shown.append(_comer_name(each))
        else:
            unnamed += 1
    if unnamed:
        shown.append(_("%(n)s under 18") % {"n": unnamed})
    return shown


def _comer_name(comer: Comer) -> str:
    name = comer.player.shown_on(Surface.WEB)
    if comer.from_round is None:
        return name
    parts = {"name": name, "number": comer.from_round}
    return _("%(name)s (from game %(number)s)") % parts


@register.simple_tag
def in_numbers(count: HeadCount, without_number: bool = False) -> str:
    """Return the head count in words: "11 in · room for 5", or "in · room for 5"."""
    n = len(count.inside)
    come = npgettext("how many come to a night", "%(n)s in", "%(n)s in", n)
    parts = [(come % {"n": "" if without_number else n}).strip()]
    if count.room:
        parts.append(_("room for %(n)s") % {"n": count.room})
    if held := len(count.turns.held):
        place = ngettext("%(n)s spot offered", "%(n)s spots offered", held)
        parts.append(place % {"n": held})
    elif count.is_full:
        parts.append(_("full"))
    if count.waiting:
        n = len(count.waiting)
        parts.append(ngettext("%(n)s waiting", "%(n)s waiting", n) % {"n": n})
    if count.maybe:
        parts.append(_("%(n)s maybe") % {"n": len(count.maybe)})
    return " · ".join(parts)


CALLS = {
    Offer.State.OPEN: later("{name} was asked ({at}) and has until {until} to answer."),
    Offer.State.TAKEN: later("{name} was asked ({at}) and accepted."),
    Offer.State.DECLINED: later("{name} was asked ({at}) and declined."),
    Offer.State.EXPIRED: later("{name} was asked ({at}) and didn’t answer by {until}."),
    Offer.State.WITHDRAWN: later("{name} was asked ({at}), and the call was cancelled at {until}."),
}


@register.simple_tag
def call_state(league: League, call: Offer) -> str:
    """Describe the state of a spare's call, by the league's clock."""
    days = {timezone.localdate(each, league.tzinfo) for each in (call.made_at, call.until)}
    ends = clock if len(days) == 1 else moment
    return format_html(
        str(CALLS[Offer.State(call.state)]),
        name=call.player.name,
        at=moment(league, call.made_at),
        until=ends(league, call.until),
    )


@register.simple_tag
def answered_by(league: League, comer: Comer) -> str:
    """Return who answered for a player, and when, by the league's clock."""
    answer = comer.answer
    if answer is None:
        return ""
    at = moment(league, answer.at)
    if answer.answered_by:
        parts = {"name": answer.answered_by.name, "at": at}
        return format_html(_("Answered by {name}, {at}"), **parts)
    if answer.user_id and answer.user_id != comer.player.user_id:
        return format_html(_("Entered at the desk, {at}"), at=at)
    return format_html(_("Their own answer, {at}"), at=at)
