"""The dated matches of a league: the page of one match with its acts, and all weeks."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.db import transaction
from django.db.models import prefetch_related_objects
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from leagues.access.league_roles import secretary_of_league
from leagues.access.roles import Who, get_visitor
from leagues.actions.act import refuse_closed
from leagues.actions.leagues.kinds.ladder import withdraw_challenge
from leagues.actions.leagues.unplayed.dates import fix_date
from leagues.actions.leagues.unplayed.deadlines import settle_deadlines
from leagues.actions.leagues.unplayed.forfeits import forfeit_match, void_match
from leagues.actions.leagues.unplayed.moves import move_matches
from leagues.actions.leagues.unplayed.no_shows import withdraw_no_show
from leagues.actions.leagues.unplayed.postponing import put_off_match
from leagues.actions.leagues.unplayed.substitutes import sit_in
from leagues.actions.phones.totals import enter_totals
from leagues.actions.play.cards import accept_match
from leagues.actions.refusal import Stale
from leagues.forms.leagues.matches.desk_matches import (
    MatchesToMoveForm,
    SitInForm,
    WeekForm,
    WinnerForm,
)
from leagues.forms.leagues.matches.desk_totals import DeskTotalsForm
from leagues.forms.leagues.matches.meeting_results import MeetingResultsForm
from leagues.forms.leagues.matches.unplayed import DateForm, put_off_form
from leagues.models import Action, League, Match, TeamBoard
from leagues.reads.leagues.calendar import evening_day
from leagues.reads.leagues.kinds.rules import rules_of
from leagues.reads.leagues.kinds.teams import BoardLine, boards_of, is_meeting
from leagues.reads.leagues.matches.totals import takes_totals, totals_entered
from leagues.reads.leagues.matches.unplayed import arrangement_of
from leagues.reads.leagues.matches.weeks import as_dated, clashes_in, match_season, would_clash
from leagues.reads.leagues.venues import home_venues
from leagues.reads.leagues.words import day_in_words
from leagues.stages.match_moves import TwiceAnEvening
from leagues.views.attempt import Attempt
from leagues.views.desk.leagues._latest_actions import done_lately
from leagues.views.desk.leagues.home import desk_league, names_of
from leagues.views.desk.log import log_lines_of


def match_league(slug: str) -> League:
    """Return the league with its overdue matches settled. Leagues of nights answer 404."""
    league = desk_league(slug)
    if league.event is None:
        raise Http404
    settle_deadlines(league=league, now=timezone.now())
    return league


def desk_match(league: League, number: int) -> Match:
    assert league.event is not None
    matches = Match.objects.filter(event=league.event, dated__isnull=False)
    found = matches.placed().with_disputes().with_sides().select_related("event")
    return get_object_or_404(found, number=number)


# --- One match -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Doing:
    """An act on a match: who does it, and the submitted form."""

    by: Who
    league: League
    match: Match
    form: Form

    @property
    def cleaned(self) -> dict[str, Any]:
        return self.form.cleaned_data


def set_day(doing: Doing) -> None:
    fix_date(by=doing.by, match=doing.match, **doing.cleaned)


def put_off(doing: Doing) -> None:
    put_off_match(by=doing.by, match=doing.match, seat=None, **doing.cleaned)


def move_match(doing: Doing) -> None:
    keys = [doing.match.pk]
    move_matches(by=doing.by, league=doing.league, matches=keys, to=doing.cleaned["week"])


def award_match(doing: Doing) -> None:
    forfeit_match(by=doing.by, match=doing.match, winner=doing.cleaned["winner"])


def make_void(doing: Doing) -> None:
    void_match(by=doing.by, match=doing.match)


def call_off_challenge(doing: Doing) -> None:
    withdraw_challenge(by=doing.by, match=doing.match)


def reopen_match(doing: Doing) -> None:
    """Withdraw the no-show claim, so that the match is open again."""
    claim = arrangement_of(doing.match).claim
    if claim is None:
        raise Stale
    withdraw_no_show(by=doing.by, claim=claim)


def add_substitute(doing: Doing) -> None:
    sit_in(by=doing.by, league=doing.league, match=doing.match, **doing.cleaned)


def enter_result(doing: Doing) -> None:
    assert isinstance(doing.form, DeskTotalsForm)
    key, totals = doing.cleaned["key"], doing.form.totals
    enter_totals(by=doing.by, match=doing.match, key=key, totals=totals)


def enter_boards(doing: Doing) -> None:
    assert isinstance(doing.form, MeetingResultsForm)
    with transaction.atomic():
        for line, form in doing.form.changed:
            key = form.cleaned_data["key"]
            enter_totals(by=doing.by, match=line.match, key=key, totals=form.totals)


def accept_date(doing: Doing) -> None:
    """Accept the day that one side proposed."""
    offer = arrangement_of(doing.match).offer
    if offer is None:
        raise Stale
    fix_date(by=doing.by, match=doing.match, on=offer.on, at=offer.at, place=offer.place)


def confirm_result(doing: Doing) -> None:
    """Accept the result of one side for both, if the card is unchanged since it was shown."""
    seen = doing.form.data.get("seen", "")
    accept_match(by=doing.by, match=doing.match, seen=seen)


ACTS: dict[str, tuple[Callable[[Doing], None], Promise]] = {
    "totals": (enter_result, later("The result is saved.")),
    "boards": (enter_boards, later("The results are saved.")),
    "day": (set_day, later("The day is set.")),
    "agree": (accept_date, later("The day is set.")),
    "confirm": (confirm_result, later("The result is confirmed.")),
    "put-off": (put_off, later("The match is postponed.")),
    "week": (move_match, later("The match is moved.")),
    "give": (award_match, later("The decision is saved.")),
    "void": (make_void, later("The match is void.")),
    "withdraw": (call_off_challenge, later("The challenge is withdrawn.")),
    "play": (reopen_match, later("The match is open again.")),
    "substitute": (add_substitute, later("The substitute is saved.")),
}


def forms_of(
    league: League, match: Match, act: str = "", data: QueryDict | None = None
) -> dict[str, Form | None]:
    """Return all forms of the match page. Only the submitted one, ``act``, is bound."""

    def filled(name: str) -> Any:
        return {"data": data if act == name else None, "auto_id": f"{name}-%s"}

    meets = is_meeting(match)
    totals = (not meets and takes_totals(match, league)) or None
    boards = boards_to_enter(match) if meets else ()
    return {
        "totals": totals and DeskTotalsForm(match=match, **filled("totals")),
        "boards": MeetingResultsForm(league=league, boards=boards, **filled("boards"))
        if meets
        else None,
        "day": DateForm(**filled("day")),
        "put_off": put_off_form(arrangement_of(match), **filled("put-off")),
        "week": WeekForm(league=league, **filled("week")),
        "substitute": None if meets else SitInForm(match=match, **filled("substitute")),
        "give": WinnerForm(**filled("give")),
    }


def boards_to_enter(meeting: Match) -> list[BoardLine]:
    """Return the boards of a meeting, with everything prefetched that the result form needs."""
    boards = boards_of([meeting.pk]).get(meeting.pk, [])
    matches = [line.match for line in boards]
    prefetch_related_objects(matches, "dated__week__league", "event")
    return boards


@secretary_of_league
@require_safe
def league_match(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    league = match_league(slug)
    match = desk_match(league, number)
    return match_page(request, league, match, forms_of(league, match))


@secretary_of_league
@require_POST
def league_match_act(request: HttpRequest, slug: str, number: int, act: str) -> HttpResponse:
    """Run an act on the match and redirect. A refusal becomes an error of its form."""
    league = match_league(slug)
    match = desk_match(league, number)
    forms = forms_of(league, match, act, request.POST)
    if act not in ACTS or forms.get(act, act) is None:
        refuse_closed(league)
        raise Http404
    do, done = ACTS[act]
    form = forms.get(act.replace("-", "_")) or Form(request.POST)
    if form.is_valid():
        with Attempt(form) as tried:
            do(Doing(get_visitor(request), league, match, form))
        if tried.refused is None:
            messages.success(request, str(done))
            return redirect_back(request, league, match)
    return match_page(request, league, match, forms, form, act)


def redirect_back(request: HttpRequest, league: League, match: Match) -> HttpResponse:
    """Redirect to the page with the button: the weeks, the league's home page, or the match."""
    back = request.POST.get("back", "")
    if back == "weeks":
        weeks = reverse("desk-league-matches", args=[league.slug])
        return redirect(f"{weeks}#match-{match.number}")
    if back == "league":
        return redirect("desk-league", league.slug)
    return redirect("desk-league-match", league.slug, match.number)


def match_page(
    request: HttpRequest,
    league: League,
    match: Match,
    forms: dict[str, Form | None],
    sent: Form | None = None,
    act: str = "",
) -> HttpResponse:
    arranged = arrangement_of(match)
    today = evening_day(league, timezone.now())
    return TemplateResponse(
        request,
        "desk/leagues/matches/match.html",
        {
            "league": league,
            "match": match,
            "arranged": arranged,
            "dated": as_dated(match, today, home_venues([match.pk])),
            "event": league.event,
            "forms": forms,
            "sent": sent,
            "act": act,
            "back": (request.POST or request.GET).get("back", ""),
            "named": match.line_ups.filter(lacks=[]).values_list("entry", flat=True),
            "reports": totals_entered(match),
            "board": TeamBoard.objects.filter(match=match.pk).select_related("meeting").first(),
            "done": done_lately(league, get_visitor(request), match.number),
            "zone": league.zone,
            "may_run_event": get_visitor(request).is_organiser,
        },
        status=422 if sent else 200,
    )


# --- All weeks -------------------------------------------------------------------------------


@secretary_of_league
@require_http_methods(["GET", "HEAD", "POST"])
def league_matches(request: HttpRequest, slug: str) -> HttpResponse:
    """List the matches by week, and move ticked matches or a whole week to another week.

    Warns first about players who would then have two matches on one evening.
    """
    league = match_league(slug)
    data = request.POST if request.method == "POST" else None
    form = MatchesToMoveForm(data, league=league)
    clashing = list[dict[str, Any]]()
    if request.method == "POST" and form.is_valid():
        week = form.cleaned_data["week"]
        if "anyway" not in request.POST:
            clashing = clashes_named(would_clash(league, form.matches, week))
        if not clashing and move_chosen(request, league, form):
            return redirect("desk-league-matches", slug)
    season = match_season(league, evening_day(league, timezone.now()))
    return TemplateResponse(
        request,
        "desk/leagues/matches/matches.html",
        {
            "league": league,
            "season": season,
            "weeks": [week for week in season.listed if week not in season.past],
            "past": season.past,
            "form": form,
            "ticked": form.ticked,
            "clashing": clashing,
            "twice": clashes_named(clashes_in(league)),
            "last_move": last_move(league, get_visitor(request)),
            "totals": rules_of(league).totals,
        },
    )


def move_chosen(request: HttpRequest, league: League, form: MatchesToMoveForm) -> bool:
    week = form.cleaned_data["week"]
    with Attempt(form) as tried:
        numbers = move_matches(
            by=get_visitor(request), league=league, matches=form.matches, to=week
        )
    if tried.refused is not None:
        return False
    if not numbers:
        form.add_error(None, _("These matches are already in that week or finished."))
        return False
    text = ngettext(
        "%(n)s match moved to the week of %(day)s.",
        "%(n)s matches moved to the week of %(day)s.",
        len(numbers),
    )
    values = {"n": len(numbers), "day": day_in_words(week.on)}
    messages.success(request, text % values)
    return True


def last_move(league: League, reader: Who) -> Any:
    """Return the latest action that moved matches. None if it was undone."""
    assert league.event is not None
    found = league.event.log.filter(verb="move_matches").order_by("-pk").first()
    if found is None or Action.objects.filter(undoes=found).exists():
        return None
    [line] = log_lines_of([found], reader)
    return line


def clashes_named(found: Iterable[TwiceAnEvening]) -> list[dict[str, Any]]:
    found = list(found)
    names = names_of(each.person for each in found)
    return [
        {"name": names[each.person], "on": each.on, "many": len(each.matches)} for each in found
    ]
