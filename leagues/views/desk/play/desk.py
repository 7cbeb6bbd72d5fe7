"""The desk during play: blockers, boards, the clock, announcements."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from leagues.access.league_roles import scorers_of_event
from leagues.access.roles import get_visitor, organisers_only
from leagues.actions import notices
from leagues.actions.events.events import start_event
from leagues.actions.phones.auto_confirm import let_stand
from leagues.actions.play import calls, clock
from leagues.actions.play.broken_boards import take_out_board
from leagues.forms.play import ClockForm, SayForm
from leagues.models import Event, Match, Notice, PairingRound
from leagues.reads.advance.podiums import podiums_of
from leagues.reads.draw.timetable import event_timetable
from leagues.reads.leagues.matches.weeks import Dated, matches_to_play
from leagues.reads.leagues.pages.front_page import podium_with_scores
from leagues.reads.play.blockers import blockers_of, matches_to_settle, overdue_in
from leagues.reads.play.desk import At, BoardCard, Desk, desk_of
from leagues.reads.tables.portions import find_rows, portions_of
from leagues.views.desk._event import desk_event
from leagues.views.desk.play.cards import NOTHING_OPEN
from leagues.views.repeated_submits import made_once

LOOKS_AGAIN = 30  # seconds after which the page is rendered again even without a new revision


@scorers_of_event
@require_safe
def event_desk_short(request: HttpRequest, slug: str) -> HttpResponse:
    """Lead the event's address without a page's name to its desk."""
    return redirect("event_desk", slug)


@scorers_of_event
@require_safe
def event_desk(request: HttpRequest, slug: str) -> HttpResponse:
    """Render the desk. For htmx, only the live part, or 204 if nothing has changed."""
    event = desk_event(request, slug)
    now = timezone.now()
    if let_stand(event=event, now=now):
        event.refresh_from_db(fields=["revision"])
    mark = f"{event.revision}-{int(now.timestamp()) // LOOKS_AGAIN}"
    live = "HX-Request" in request.headers
    if live and request.GET.get("seen") == mark:
        return HttpResponse(status=204)
    desk = desk_of(event)
    if live and request.GET.get("state", desk.state) != desk.state:
        return HttpResponse(headers={"HX-Refresh": "true"})  # the page has other parts now
    league = None if desk.boards else getattr(event, "league", None)
    to_play = matches_to_play(league, now) if league else []
    filters = board_filters(desk, now)
    show = request.GET.get("show", "")
    show = show if show in filters else ""
    visitor = get_visitor(request)
    boards = filters[show][1]
    portions = portions_of(
        len(boards),
        request.GET.get("part", ""),
        {"show": show},
        reverse("event_desk", args=[slug]),
    )
    sought = request.GET.get("find", "").strip()
    found = find_rows(portions, map(_row_of, boards), sought)
    if len(found) == 1:
        return redirect(found[0].address)
    return TemplateResponse(
        request,
        "desk/play/desk.html#live" if live else "desk/play/desk.html",
        {
            "event": event,
            "desk": desk,
            "mark": mark,
            "now": now,
            "blockers": (*blockers_of(desk, now), *overdue_in(to_play)),
            "show": show,
            "at_boards": league is None,
            "to_play": [each for each in to_play if each.called is not Dated.OVERDUE],
            "boards": portions.cut(boards) if portions else boards,
            "portions": portions,
            "sought": sought,
            "found": found,
            "filters": filters,
            "may_organise": visitor.is_organiser,
            "say": SayForm(),
            "entry": NOTHING_OPEN,
        }
        | _around_play(event, desk.state),
    )


def _around_play(event: Event, state: str) -> dict[str, object]:
    """What the desk shows of an event before and after it is played; nothing during play."""
    if state == Event.State.PLANNED:
        entries = event.entries.in_it().count()
        timetable = event_timetable(event, list(event.stages.all()), entries)
        return {"entries": entries, "timetable": timetable}
    if state == Event.State.FINISHED:
        found = podiums_of([event])[event.pk]
        both = (found.clubs, podium_with_scores(event, found.players))  # clubs may win it too
        return {"podiums": [each for each in both if each]}
    return {}


def _row_of(card: BoardCard) -> tuple[str, str]:
    """Return the id and the label of a board: its number, and who plays or follows at it."""
    match = card.here or card.follows
    number = card.board.number
    return f"board-{number}", f"{number} · {' – '.join(match.names) if match else ''}"


def board_filters(desk: Desk, now: datetime) -> dict[str, tuple[str, list[BoardCard]]]:
    """Return the label and the boards of every filter."""
    to_settle = matches_to_settle(desk, now)
    used = [card for card in desk.boards if card.here]
    needs = [card for card in used if card.here and card.here.match.pk in to_settle]
    return {
        "": (_("All boards"), list(desk.boards)),
        "needs": (_("Needs help"), needs),
        "playing": (_("In use"), used),
        "free": (_("Free"), [card for card in desk.boards if card.at is At.FREE]),
    }


def act_response(request: HttpRequest, back: str, status: int = 200) -> HttpResponse:
    """Answer an act: for htmx only the messages, else a redirect to ``back``."""
    if "HX-Request" not in request.headers:
        return redirect(back)
    answer = TemplateResponse(request, "_flashes.html", status=status)
    answer["HX-Trigger"] = "desk-changed"
    return answer


def at_desk(event: Event) -> str:
    return reverse("event_desk", args=[event.slug])


@organisers_only
@require_POST
def desk_start(request: HttpRequest, slug: str) -> HttpResponse:
    event = desk_event(request, slug)
    has_moved = start_event(by=get_visitor(request), event=event, now=timezone.now())
    messages.success(request, _started_text(event, has_moved))
    return act_response(request, at_desk(event))


def _started_text(event: Event, has_moved: bool) -> str:
    text = _("%(name)s has started.") % {"name": event.name}
    if has_moved:
        text += " " + _("It was planned for another day and is moved to today.")
    return text


def say_if_started(request: HttpRequest, before: Event) -> None:
    """Add a message if calling the first match has just started the event."""
    if before.state != Event.State.PLANNED:
        return
    now = Event.objects.get(pk=before.pk)
    if now.state == Event.State.RUNNING:
        has_moved = now.starts_at != before.starts_at
        messages.success(request, _started_text(now, has_moved))


# --- Calls ----------------------------------------------------------------------------


@scorers_of_event
@require_POST
def desk_call_round(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    event = desk_event(request, slug)
    pairing_round = find_round(event, pk)
    called = calls.call_round(by=get_visitor(request), pairing_round=pairing_round)
    return after_calls(request, event, len(called))


@scorers_of_event
@require_POST
def desk_call_next(request: HttpRequest, slug: str) -> HttpResponse:
    event = desk_event(request, slug)
    called = calls.call_next(by=get_visitor(request), event=event)
    return after_calls(request, event, len(called))


def after_calls(request: HttpRequest, event: Event, matches: int) -> HttpResponse:
    if not matches:
        messages.error(request, _("No match can be called. No board is free for those waiting."))
        return act_response(request, at_desk(event))
    text = ngettext(
        "%(n)s match called to its board.", "%(n)s matches called to their boards.", matches
    )
    messages.success(request, text % {"n": matches})
    say_if_started(request, event)
    return act_response(request, at_desk(event))


@organisers_only
@require_POST
def desk_board_broken(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    event = desk_event(request, slug)
    board = get_object_or_404(event.club.boards, number=number)
    match = take_out_board(by=get_visitor(request), event=event, board=board)
    sentences = [_("Board %(n)s is removed from the event.") % {"n": number}]
    if match and match.state == Match.State.PLANNED:
        sentences.append(_("Match %(n)s is waiting for a free board.") % {"n": match.number})
    elif match and match.board:
        sentences.append(
            _("Match %(n)s is now at board %(board)s.")
            % {"n": match.number, "board": match.board.number}
        )
    messages.success(request, " ".join(sentences))
    return act_response(request, at_desk(event))


def find_round(event: Event, pk: int) -> PairingRound:
    rounds = PairingRound.objects.of(event).published()
    return get_object_or_404(rounds.select_related("stage__event"), pk=pk)


# --- The round clock --------------------------------------------------------------------


CLOCK_ACTS: dict[str, Callable[..., None]] = {
    "pause": clock.pause_clock,
    "resume": clock.resume_clock,
    "minute": clock.add_minute,
    "stop": clock.stop_clock,
}


@scorers_of_event
@require_POST
def desk_clock(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Start the round clock with a number of minutes; pause, resume or stop it, or add a minute."""
    event = desk_event(request, slug)
    named: dict[str, Any] = {"by": get_visitor(request), "pairing_round": find_round(event, pk)}
    act = CLOCK_ACTS.get(request.POST.get("act", ""))
    if act is not None:
        act(**named)
        return act_response(request, at_desk(event))
    form = ClockForm(request.POST)
    if form.is_valid():
        clock.start_clock(**named, minutes=form.cleaned_data["minutes"])
        return act_response(request, at_desk(event))
    messages.error(request, _("Enter 1 to %(most)s minutes for the clock.") % {"most": clock.MOST})
    return act_response(request, at_desk(event), status=422)


# --- Announcements ------------------------------------------------------------------------


@organisers_only
@require_POST
@made_once
def desk_say(request: HttpRequest, slug: str) -> HttpResponse:
    event = desk_event(request, slug)
    form = SayForm(request.POST)
    if is_made := form.is_valid():
        notices.make_announcement(
            by=get_visitor(request), event=event, text=form.cleaned_data["text"], until=form.until()
        )
        messages.success(request, _("The message is shown on all screens."))
    if "HX-Request" not in request.headers and is_made:
        return redirect(at_desk(event))
    answer = TemplateResponse(
        request,
        "desk/play/desk.html#say",
        {"event": event, "say": SayForm() if is_made else form, "is_made": is_made},
        status=200 if is_made else 422,
    )
    answer["HX-Trigger"] = "desk-changed"
    return answer


@organisers_only
@require_POST
def desk_take_down(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    event = desk_event(request, slug)
    announcement = get_object_or_404(
        Notice.objects.select_related("event__club"), event=event, pk=pk
    )
    if notices.take_down(by=get_visitor(request), notice=announcement):
        messages.success(request, _("The message is taken down."))
    return act_response(request, at_desk(event))
