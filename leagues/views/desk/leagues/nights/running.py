"""Acts during a night: late players, players who leave, broken boards, the next calls."""

from collections.abc import Iterator

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from leagues.access.league_roles import host_of_night
from leagues.access.roles import get_visitor
from leagues.actions.entries.entries import refuse_finished
from leagues.actions.leagues.nights import running as actions
from leagues.actions.leagues.nights.tonight import walk_up
from leagues.models import Entry, Event, Night, Player, Surface
from leagues.reads.leagues.attendance.attendance_list import events_of
from leagues.views.attempt import Attempt
from leagues.views.desk.entries.entries import numbers_in
from leagues.views.desk.leagues._player_by_name import find_typed
from leagues.views.desk.leagues.nights._night import render_night
from leagues.views.desk.leagues.nights.tonight import act_and_redirect, drawn_night
from leagues.views.repeated_submits import made_once


@host_of_night
@require_POST
@made_once
def add_late_player(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Add a late player, from the list or by a typed name, from the next game on."""
    night = drawn_night(slug, pk)
    event = _find_event(request, night)
    if picked := numbers_in([request.POST.get("player", "")]):
        people = Player.objects.present().filter(club=night.league.club)
        player = get_object_or_404(people, pk=picked[0])
    else:
        found = find_typed(night, request.POST.dict())
        if found.is_asked:
            return render_night(request, night, status=422, walk=found.form, alike=found.alike)
        player = found.player or walk_up(
            by=get_visitor(request), night=night, name=found.name, is_guest=found.is_guest
        )
    with Attempt() as tried:
        actions.come_late(by=get_visitor(request), night=night, event=event, player=player)
        text = _("%(name)s plays from the next game.")
        messages.success(request, text % {"name": player.name})
        return redirect("desk-tonight", slug, pk)
    return render_night(request, night, status=422, trouble=tried.why)


def _find_event(request: HttpRequest, night: Night) -> Event:
    """Return the chosen event of the night, else the first running one."""
    events = Event.objects.filter(pk__in=[event.pk for event in events_of(night)])
    events = events.exclude(state=Event.State.PLANNED)
    if wanted := numbers_in([request.POST.get("event", "")]):
        events = events.filter(pk=wanted[0])
    event: Event = get_object_or_404(events.order_by("-state", "pk")[:1])
    refuse_finished(event)
    return event


@host_of_night
@require_POST
def let_player_leave(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Let a player leave early: the remaining games are played without them."""
    night = drawn_night(slug, pk)
    wanted = numbers_in([request.POST.get("entry", "")]) or [0]
    entries = Entry.objects.named().filter(event__in=events_of(night))
    entry = get_object_or_404(entries.select_related("event"), pk=wanted[0])

    def act(_night: Night) -> None:
        left = actions.leave_early(by=get_visitor(request), event=entry.event, entry=entry)
        messages.success(request, " ".join(_leaver_sentences(entry, left)))

    return act_and_redirect(request, slug, pk, act)


def _leaver_sentences(entry: Entry, left: actions.LeftMatches) -> Iterator[str]:
    """Yield messages: that the player left, and what became of each drawn match."""
    yield _("%(name)s has left for the night.") % {"name": entry.shown_on(Surface.DESK)}
    for each in left.walkovers:
        yield _("%(name)s gets a walkover in match %(n)s.") % {
            "name": each.against,
            "n": each.number,
        }
    for each in left.annulled:
        yield _("Match %(n)s, with %(names)s, is void.") % {"n": each.number, "names": each.against}
    for each in left.at_a_board:
        yield _(
            "Match %(n)s against %(names)s stays at its board. Enter its result, or end it under “Enter results”."
        ) % {"n": each.number, "names": each.against}


@host_of_night
@require_POST
def take_board_out(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Take a board out of use for the rest of the night."""
    night = drawn_night(slug, pk)
    event = _find_event(request, night)
    wanted = numbers_in([request.POST.get("board", "")]) or [0]
    out = get_object_or_404(event.boards, number=wanted[0])

    def act(_night: Night) -> None:
        actions.leave_board_out(by=get_visitor(request), event=event, number=out.number)

    return act_and_redirect(request, slug, pk, act)


@host_of_night
@require_POST
def call_next(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    def act(night: Night) -> None:
        called = len(actions.call_on(by=get_visitor(request), night=night))
        if not called:
            messages.error(request, _("No match can be called right now."))
            return
        text = ngettext(
            "%(n)s match called to its board.", "%(n)s matches called to their boards.", called
        )
        messages.success(request, text % {"n": called})

    return act_and_redirect(request, slug, pk, act)
