"""The matches of an event, and the page of one match with its reports."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Exists, OuterRef, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from leagues.access.league_roles import may_run_event, organisers_of_event, scorers_of_event
from leagues.access.phone_passes import code_in_two
from leagues.access.roles import get_visitor
from leagues.actions.leagues.unplayed.forfeits import terms_of, wins_in
from leagues.actions.phones.rated_friendlies import rate_friendly
from leagues.actions.play import calls, endings
from leagues.actions.play.cards import accept_match, rule_round
from leagues.actions.refusal import Refused
from leagues.forms.play import ANNULLED, NO_ONE_CAME, STOPPED, CallForm, EndForm
from leagues.models import Event, Match, PairingRound, Player, Round, RoundReport
from leagues.models.matches import MEETINGS, MatchQuerySet
from leagues.models.names import words_contain
from leagues.reads import format_of, game_cards
from leagues.reads.leagues.friendlies import may_be_rated
from leagues.reads.play.blockers import Choice, in_figures, in_twenties, reported_choices
from leagues.reads.play.card import card_mark
from leagues.reads.play.desk import Sitting, sitting_of, taken_by
from leagues.reads.play.round_names import RoundNames
from leagues.reads.play.typed_cards import as_typed, read_line
from leagues.reads.play.walkover import walkover_in
from leagues.reads.results.corrections import ending_line
from leagues.views.attempt import Attempt
from leagues.views.desk._event import desk_event
from leagues.views.desk.play.desk import act_response, at_desk, say_if_started
from scoring.sides import Seat

A_PAGE = 50
LONGEST_SEARCH = 120

STATES: dict[str, Q] = {
    "open": ~Q(state=Match.State.FINISHED),
    "at-board": Q(state__in=[Match.State.CALLED, Match.State.PLAYING]),
    "over": Q(state=Match.State.FINISHED),
    "needs": Q(
        Exists(Round.objects.unsettled().filter(match=OuterRef("pk"))),
        help_wanted_at__isnull=False,
        _connector=Q.OR,
    ),
}


@scorers_of_event
@require_safe
def event_matches(request: HttpRequest, slug: str) -> HttpResponse:
    """List published matches, filtered by pairing round, state or name.

    Without a filter, the matches of the pairing round in play.
    """
    event = desk_event(request, slug)
    rounds = list(PairingRound.objects.of(event).published().with_begun().with_unfinished())
    matches = event.matches.published().exclude(ending=Match.Ending.BYE)
    asked = {name: request.GET.get(name, "") for name in ("round", "state", "q")}
    if not request.GET:
        asked["round"] = _round_in_play(rounds)
    found = _filter_matches(event, matches, **asked).with_sides().with_rounds()
    in_order = found.order_by("number")
    if asked["round"]:
        in_order = found.by_board(disputed_first=True)
    page = Paginator(in_order, A_PAGE).get_page(request.GET.get("page"))
    template = "desk/play/matches.html"
    if "HX-Request" in request.headers:
        template += "#found"
    return TemplateResponse(
        request,
        template,
        {
            "event": event,
            "rounds": rounds,
            "page": page,
            "sittings": [sitting_of(match) for match in page],
            "asked": asked,
        },
    )


def _round_in_play(rounds: Sequence[Any]) -> str:
    """Return the id of the last unfinished pairing round that has begun, else of the next one."""
    left = [each for each in rounds if each.is_unfinished]
    begun = [each for each in left if each.was_begun]
    found = begun[-1:] or left[:1]
    return str(found[0].pk) if found else ""


def _filter_matches(
    event: Event,
    matches: MatchQuerySet,
    round: str,  # noqa: A002
    state: str,
    q: str,
) -> MatchQuerySet:
    if round.isdecimal() and len(round) < 12:
        matches = matches.filter(pairing_round=int(round))
    if state in STATES:
        matches = matches.filter(STATES[state])
    if q.strip():
        matches = matches.filter(_with_name(q[:LONGEST_SEARCH], event)).distinct()
    return matches


def _with_name(sought: str, event: Event) -> Q:
    """Match players and entries whose name contains ``sought``. In Python, because of accents."""
    sat = Player.objects.filter(sides__match__event=event).distinct()
    players = [pk for pk, name in sat.values_list("pk", "name") if words_contain(sought, name)]
    named = event.entries.exclude(name="").values_list("pk", "name")
    entries = [pk for pk, name in named if words_contain(sought, name)]
    return Q(sides__players__in=players) | Q(sides__entries__in=entries)


# --- One match --------------------------------------------------------------------------


@scorers_of_event
@require_safe
def desk_match(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    event = desk_event(request, slug)
    return _render_match(request, event, find_match(event, number))


def find_match(event: Event, number: int) -> Match:
    matches = event.matches.published().with_sides().with_rounds()
    matches = matches.select_related("pairing_round__stage__event", "board", "pool")
    return get_object_or_404(matches, number=number)


def _render_match(
    request: HttpRequest, event: Event, match: Match, status: int = 200, **more: Any
) -> HttpResponse:
    reports = list(match.reports.select_related("player", "user__player"))
    sitting = sitting_of(match, reports)
    called = RoundNames.of(match, match.rounds.all())
    now = timezone.now()
    return TemplateResponse(
        request,
        "desk/play/match.html",
        {
            "event": event,
            "match": match,
            "may_be_rated": may_be_rated(match),
            "sitting": sitting,
            "waits": _occupied_by(event, match),
            "meeting_at": _meeting_at(match),
            "games": game_cards(match, [each for each in reports if each.kind != each.Kind.LATE]),
            "made": _twenties_of_game(match),
            "reports": _list_reports(reports, called, sitting.names),
            "differences": _find_differences(sitting, called),
            "seen": card_mark(match),
            "ended_by": ending_line(match),
            "code": code_in_two(match),
            "line": "",
            "is_over": match.state == Match.State.FINISHED,
            "may_organise": may_run_event(get_visitor(request), event, now),
            "call": CallForm(event, initial={"board": match.board_id}),
            "end": EndForm(sitting.names, initial=_usual_ending(match)),
        }
        | more,
        status=status,
    )


def _meeting_at(match: Match) -> str:
    """Return the page where a league meeting's boards are entered. Empty for other matches."""
    if not Match.objects.filter(MEETINGS, pk=match.pk).exists():
        return ""
    return reverse("desk-league-match", args=[match.event.league.slug, match.number])


def _twenties_of_game(match: Match) -> str:
    """Return the 20s of a match entered as totals. Empty if they are unknown."""
    sides = match.sides.all()
    twenties = [side.twenties for side in sides]
    if match.ending != Match.Ending.TOTALS or None in twenties:
        return ""
    return in_twenties({"points": [s.points for s in sides], "twenties": twenties})


def _occupied_by(event: Event, match: Match) -> str:
    """Return who occupies the board of a match that is not called yet. Empty if it is free."""
    if match.state != Match.State.PLANNED or match.board is None:
        return ""
    there = Match.objects.at_a_board().filter(board=match.board)
    taken = there.select_related("event", "board").first()
    return taken_by(taken, event) if taken else ""


def _list_reports(
    reports: Sequence[RoundReport], called: RoundNames, names: Sequence[str]
) -> list[tuple[RoundReport, str, str, str]]:
    """Return each report with its round, figures and reporter; once if both sides sent the same."""
    lines: dict[int, tuple[RoundReport, str, str, str]] = {}
    latest: dict[tuple[int, int], RoundReport] = {}
    for each in reports:
        which = (each.game, each.number)
        before = latest.get(which)
        if before and _agree(before, each, sides=len(names)):
            del lines[before.pk]
            who = _("Agreed by both sides")
        else:
            who = f"{_reporter_name(each, names)} · {each.get_kind_display()}"
        lines[each.pk] = (each, called[which], in_figures(each.claim), who)
        latest[which] = each
    return list(lines.values())


def _agree(one: RoundReport, other: RoundReport, sides: int) -> bool:
    """Whether these are the reports of both sides of a match, and equal."""
    return (
        one.kind == other.kind == RoundReport.Kind.CLAIM
        and {one.seat, other.seat} == {*range(sides)}
        and as_typed(one.claim) == as_typed(other.claim)
    )


def _reporter_name(report: Any, names: Sequence[str]) -> str:
    """Return the person behind a report, or the side whose phone sent it."""
    if report.player:
        return str(report.player)
    if report.user and getattr(report.user, "player", None):
        return str(report.user.player)
    if report.user:
        return str(report.user)
    return names[report.seat] if report.seat is not None else _("someone")


def _usual_ending(match: Match) -> dict[str, str]:
    is_season = match.event.kind == Event.Kind.LEAGUE
    league = getattr(match.event, "league", None) if is_season else None
    won, lost, *_others = (
        walkover_in(match.pairing_round.stage, Seat.A)
        if league is None
        else terms_of(league, match, Seat.A).to(Seat.A, wins=wins_in(match.event)).points
    )
    return {"points": f"{won}-{lost}", "seen": card_mark(match)}


def _find_differences(
    sitting: Sitting, called: RoundNames
) -> list[tuple[Round, str, list[Choice]]]:
    """Return each disputed round with its name and the reported results to choose from."""
    return [
        (each, called[which], reported_choices(sitting.claims.get(which, {}), sitting.names))
        for each in sitting.disputed
        for which in [(each.game, each.number)]
    ]


def back_to(request: HttpRequest, event: Event, match: Match) -> str:
    if request.POST.get("from") == "desk":
        return at_desk(event)
    return reverse("desk_match", args=[event.slug, match.number])


@scorers_of_event
@require_POST
def desk_match_call(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Call the match to the chosen board, or to its planned one."""
    event = desk_event(request, slug)
    match = find_match(event, number)
    form = CallForm(event, request.POST)
    board = form.cleaned_data["board"] if form.is_valid() else None
    if "board" in request.POST and board is None:
        messages.error(request, _("There is no board with this number here."))
        return act_response(request, back_to(request, event, match), status=422)
    with Attempt(request=request) as tried:
        called = calls.call_match(by=get_visitor(request), match=match, board=board)
    if tried.refused:
        return act_response(request, back_to(request, event, match), status=422)
    assert called.board
    messages.success(
        request,
        _("Match %(n)s is called to board %(board)s.")
        % {"n": called.number, "board": called.board.number},
    )
    say_if_started(request, event)
    return act_response(request, back_to(request, event, match))


@scorers_of_event
@require_POST
def desk_match_put_back(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    event = desk_event(request, slug)
    match = find_match(event, number)
    calls.put_back(by=get_visitor(request), match=match)
    return act_response(request, back_to(request, event, match))


@scorers_of_event
@require_POST
def desk_match_help(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    event = desk_event(request, slug)
    match = find_match(event, number)
    calls.answer_help(by=get_visitor(request), match=match)
    return act_response(request, back_to(request, event, match))


@scorers_of_event
@require_POST
def desk_match_accept(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Accept the result of one side, although the other has not confirmed it."""
    event = desk_event(request, slug)
    match = find_match(event, number)
    seen = request.POST.get("seen") or card_mark(match)
    with Attempt(request=request):
        accept_match(by=get_visitor(request), match=match, seen=seen)
        messages.success(request, _("Match %(n)s is accepted.") % {"n": match.number})
        return act_response(request, back_to(request, event, match))
    return act_response(request, back_to(request, event, match), status=422)


@scorers_of_event
@require_POST
def desk_match_rule(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Decide the result of a round that the sides reported differently."""
    event = desk_event(request, slug)
    match = find_match(event, number)
    sent = request.POST
    line = sent.get("line", "").strip() or sent.get("claim", "")
    game, number_of_round = (
        int(text) if text.isdecimal() and len(text) < 5 else None
        for text in (sent.get("game", ""), sent.get("number", ""))
    )
    with Attempt(request=request) as tried:
        if game is None or number_of_round is None:
            raise Refused(_("Choose a game first. Nothing was changed."))
        if not line:
            raise Refused(_("Choose what counts, or enter another score."))
        rule_round(
            by=get_visitor(request),
            match=match,
            game=game,
            number=number_of_round,
            claim=read_line(line, format_of(match).rule),
            seen=sent.get("seen", ""),
            reason=sent.get("reason", "")[:200],
        )
    if tried.refused:
        again = find_match(event, number)
        return _render_match(request, event, again, status=422, line=line)
    messages.success(request, _("The decision is saved."))
    return act_response(request, back_to(request, event, match))


@organisers_of_event
@require_POST
def desk_match_end(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """End a match without a full result: walkover, no-show, injury or annulment."""
    event = desk_event(request, slug)
    match = find_match(event, number)
    form = EndForm(sitting_of(match).names, request.POST)
    if form.is_valid():
        with Attempt(form):
            _end_match(request, match, form)
    if form.errors:
        return _render_match(request, event, find_match(event, number), status=422, end=form)
    messages.success(request, _("Match %(n)s is finished.") % {"n": match.number})
    return act_response(request, back_to(request, event, match))


@organisers_of_event
@require_POST
def desk_match_rate(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Let a friendly count for ratings when its players did not both agree on their own pages."""
    event = desk_event(request, slug)
    match = find_match(event, number)
    with Attempt(request=request):
        rate_friendly(by=get_visitor(request), friendly=match)
        messages.success(request, _("It counts for statistics and ratings."))
        return act_response(request, back_to(request, event, match))
    return act_response(request, back_to(request, event, match), status=422)


def _end_match(request: HttpRequest, match: Match, form: EndForm) -> None:
    named: dict[str, Any] = {
        "by": get_visitor(request),
        "match": match,
        "reason": form.cleaned_data["reason"],
        "seen": form.cleaned_data["seen"] or None,
    }
    if form.winner is not None:
        endings.give_walkover(**named, winner=form.winner, points=form.walkover_points())
        return
    {NO_ONE_CAME: endings.forfeit_both, STOPPED: endings.stop_match, ANNULLED: endings.annul_match}[
        form.cleaned_data["how"]
    ](**named)
