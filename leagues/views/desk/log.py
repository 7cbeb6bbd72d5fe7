"""The log of an event or the club, undoing its actions, and the reports of a match."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import tzinfo
from itertools import groupby
from typing import Any

from django.contrib import messages
from django.core.paginator import Page, Paginator
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from leagues.access.api_tokens import PROGRAM
from leagues.access.league_roles import organisers_of_event
from leagues.access.phone_passes import WayIn
from leagues.access.roles import ANONYMOUS, Who, get_visitor, organisers_only, owners_only
from leagues.actions.log.sentences import by_time, marked_sentence_of, sentence_of
from leagues.actions.log.undo import consequences_of_undo, may_ever, preview_undo, undo
from leagues.actions.results.corrections import cannot_correct
from leagues.actions.verb import VERBS
from leagues.forms.log import FilterForm
from leagues.models import Action, Club, Event, League, Player, Round, RoundReport
from leagues.reads.log.sentence_people import lines_about, person_in
from leagues.reads.play.result_text import claim_in_words
from leagues.reads.play.round_names import RoundNames
from leagues.views.attempt import Attempt
from leagues.views.desk._event import desk_event
from leagues.views.desk.results import find_match, labels_of, names_at, names_in, sides_of

A_PAGE = 40
PRESENCE = frozenset({"say_here", "check_in"})
OF_A_ROUND = ("match", "game", "round", "claim")


@dataclass(frozen=True)
class LogLine:
    """One action of the log, for display."""

    action: Action
    by: str
    text: str
    about: str
    """The match or the event that the line is about, shown before its sentence."""
    marked: SafeString
    """The sentence as HTML. It names the match by its number only if ``about`` names it."""
    match: int | None
    undone: bool
    may_undo: bool


@dataclass(frozen=True)
class PresenceGroup:
    """Consecutive actions that mark attendance on the same day, newest first."""

    lines: tuple[LogLine, ...]

    @property
    def present(self) -> int:
        """The number of people that these actions leave marked as present."""
        people = Counter[str]()
        for line in self.lines:
            if not line.undone:
                people.update(line.action.details.get("names", ()))
                people.subtract(line.action.details.get("not_here", ()))
        return sum(max(count, 0) for count in people.values())

    @property
    def by(self) -> str:
        return ", ".join(dict.fromkeys(line.by for line in reversed(self.lines)))

    @property
    def first(self) -> Action:
        return self.lines[-1].action

    @property
    def action(self) -> Action:
        """The newest action."""
        return self.lines[0].action


@organisers_only
@require_safe
def event_log(request: HttpRequest, slug: str) -> HttpResponse:
    event = desk_event(request, slug)
    form = FilterForm(request.GET, event=event)
    sought = form.cleaned_data if form.is_valid() else {}
    page = _log_page(request, _filter_actions(event, sought))
    template = "desk/log/log.html"
    if "HX-Request" in request.headers:
        template += "#lines"
    return TemplateResponse(
        request,
        template,
        {
            "event": event,
            "form": form,
            "page": page,
            "lines": group_presence(
                log_lines_of(page.object_list, get_visitor(request), event), event.tzinfo
            ),
            "is_filtered": any(sought.values()),
        },
    )


@owners_only
@require_safe
def club_log(request: HttpRequest) -> HttpResponse:
    """Show the actions that belong to no event: people, helpers, links."""
    club = Club.objects.get(is_home=True)
    page = _log_page(request, club.log.filter(event=None))
    return TemplateResponse(
        request,
        "desk/log/club.html",
        {
            "page": page,
            "lines": group_presence(
                log_lines_of(page.object_list, get_visitor(request)), club.tzinfo
            ),
            "zone": club.zone,
        },
    )


def _log_page(request: HttpRequest, actions: QuerySet[Action]) -> Page[Action]:
    newest_first = actions.select_related("user__player", "player", "undone_by").order_by("-pk")
    return Paginator(newest_first, A_PAGE).get_page(request.GET.get("page"))


def _filter_actions(event: Event, sought: dict[str, Any]) -> QuerySet[Action]:
    actions: QuerySet[Action] = event.log.all()
    if sought.get("match"):
        actions = actions.filter(details__match=sought["match"])
    kind, _colon, pk = (sought.get("by") or "").partition(":")
    if kind == "user":
        actions = actions.filter(user=int(pk))
    elif kind == "player":
        player = Player.objects.get(pk=int(pk))
        person = person_in(event, player)
        of_one_match = [verb.name for verb in VERBS.values() if verb.about_one_match]
        others = actions.order_by().exclude(verb__in=of_one_match)
        about = lines_about(others.values_list("pk", "details").iterator(), person)
        at_board = Q(verb__in=of_one_match, details__match__in=sorted(person.matches))
        did = Q(player=player) | Q(user__player=player)
        actions = actions.filter(did | at_board | Q(pk__in=about))
    return actions


def log_lines_of(
    actions: Iterable[Action],
    reader: Who,
    event: Event | None = None,
    by_number: bool = True,
) -> list[LogLine]:
    """Return the actions for display, newest first, in a constant number of queries.

    Two equal reports of a round, one by each side, are one line: the newer one.
    ``by_number``: whether sentences name matches with their numbers, or by their sides only.
    """
    shown = list(actions)
    names = _match_names(event, shown) if event else {}
    labels = labels_of(names) if by_number else names
    lines: list[LogLine] = []
    newer: dict[int | None, int] = {}  # by match: the position of its latest line in ``lines``
    for action in shown:
        match = _match_number(action.details, labels)
        if match in newer and _agree(action, lines[newer[match]].action):
            facts = {**action.details, "side": None}
            at = newer.pop(match)
            lines[at] = replace(
                lines[at],
                # Translators: beside the time of a log line, where the line’s author usually is.
                by=_("agreed by both sides"),
                text=sentence_of(action.verb, facts, labels),
                marked=marked_sentence_of(action.verb, facts, {} if by_number else labels),
            )
            continue
        newer[match] = len(lines)
        lines.append(
            LogLine(
                action=action,
                by=author_name(action, reader),
                text=sentence_of(action.verb, action.details, labels),
                about=names[match] if by_number and match else "",
                marked=marked_sentence_of(action.verb, action.details, {} if by_number else labels),
                match=match,
                undone=hasattr(action, "undone_by"),
                may_undo=may_ever(action) and not hasattr(action, "undone_by"),
            )
        )
    return lines


def _agree(one: Action, other: Action) -> bool:
    """Whether these are equal reports of one round by two sides, and both count."""
    sides = {each.details.get("side") for each in (one, other)}
    return (
        one.verb == other.verb == "report_round"
        and sides == {0, 1}
        and all(each.details.get("taken", True) for each in (one, other))
        and all(one.details.get(key) == other.details.get(key) for key in OF_A_ROUND)
    )


def league_lines(actions: Iterable[Action], league: League, reader: Who) -> list[LogLine]:
    """Return a league's log for display: matches by their players, events of nights by name."""
    return [
        replace(line, about=name, text=f"{name} · {line.text}")
        if line.action.event and line.action.event.night_id and (name := line.action.event.name)
        else line
        for line in log_lines_of(actions, reader, league.event, by_number=False)
    ]


def group_presence(shown: Iterable[LogLine], zone: tzinfo) -> list[LogLine | PresenceGroup]:
    """Merge neighbouring lines that mark attendance on the same day into groups."""

    def presence(line: LogLine) -> tuple[Any, ...]:
        action = line.action
        if action.verb not in PRESENCE:
            return (action.pk,)
        about = action.details.get("league"), action.details.get("day")
        return action.verb, *about, action.at.astimezone(zone).date()

    runs = (tuple(run) for _key, run in groupby(shown, presence))
    groups = (PresenceGroup(run) for run in runs)
    return [each for group in groups for each in ([group] if len(group.lines) > 1 else group.lines)]


def _match_names(event: Event, actions: Sequence[Action]) -> dict[int, str]:
    numbers = {
        action.details["match"]
        for action in actions
        if isinstance(action.details.get("match"), int)
    }
    return names_at(event, numbers) if numbers else {}


def _match_number(data: dict[str, Any], labels: dict[int, str]) -> int | None:
    number = data.get("match")
    return number if number in labels else None


def author_name(row: Action | RoundReport, reader: Who = ANONYMOUS) -> str:
    """Return the full name of the person or program behind an action or report, or "You"."""
    if (who := row.user or row.player) and who in (reader.user, reader.player):
        return _("You")
    if row.player is not None:
        return row.player.name
    if row.user is not None:
        return row.user.get_full_name()
    if isinstance(row, Action) and (program := row.details.get("program")):
        return str(program)
    time = by_time(row.verb, row.details) if isinstance(row, Action) else ""
    return time or _("Someone")


# --- Undoing ----------------------------------------------------------------------------


@organisers_only
@require_http_methods(["GET", "HEAD", "POST"])
def action_undo(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    event = desk_event(request, slug)
    action = get_object_or_404(_with_people(event.log.all()), pk=pk)
    back = reverse("event_log", args=[slug])
    if request.GET.get("from") == "match" and "match" in action.details:
        back = reverse("desk_match", args=[slug, action.details["match"]])
    return _undo_page(request, action, back, event=event)


@owners_only
@require_http_methods(["GET", "HEAD", "POST"])
def club_action_undo(request: HttpRequest, pk: int) -> HttpResponse:
    club = Club.objects.get(is_home=True)
    action = get_object_or_404(_with_people(club.log.filter(event=None)), pk=pk)
    return _undo_page(request, action, reverse("club_log"), club=club)


@organisers_only
@require_http_methods(["GET", "HEAD", "POST"])
def results_undo(request: HttpRequest, pk: int) -> HttpResponse:
    """Undo an import of results. Organisers may do this, as they may import."""
    club = Club.objects.get(is_home=True)
    came_in = club.log.filter(event=None, verb="bring_in_results")
    action = get_object_or_404(_with_people(came_in), pk=pk)
    return _undo_page(request, action, reverse("bring_in"), club=club, of_file=True)


def _undo_page(request: HttpRequest, action: Action, back: str, **context: Any) -> HttpResponse:
    """Show what the undo would change (GET), or undo the action (POST)."""
    event: Event | None = context.get("event")
    [line] = log_lines_of([action], get_visitor(request), event)
    will, moves = "", list[str]()
    with Attempt() as tried:
        will = preview_undo(action)
        if request.method == "POST":
            undo(by=get_visitor(request), action=action)
            messages.success(request, _("Undone: %(what)s") % {"what": line.text})
            in_bin = event and not Event.objects.present().filter(pk=event.pk).exists()
            return redirect("desk_events" if in_bin else back)
        if event is not None:
            names = names_in(event)
            following = consequences_of_undo(by=get_visitor(request), action=action)
            moves = list(following.sentences(names.__getitem__))
    return TemplateResponse(
        request,
        "desk/log/undo.html" if event else "desk/log/undo_club.html",
        {
            "line": line,
            "back": back,
            "zone": event.zone if event else action.club.zone,
            "will": will,
            "why_not": tried.why,
            "moves": moves,
            **context,
        },
        status=422 if request.method == "POST" else 200,
    )


def _with_people(actions: QuerySet[Action]) -> QuerySet[Action]:
    return actions.select_related("event__club", "club", "user__player", "player", "undone_by")


# --- Reports of a match -------------------------------------------------------------------


@dataclass(frozen=True)
class ReportLine:
    """One report of one round."""

    report: RoundReport
    by: str
    side: str
    column: int
    """The seat of the side, or the number of sides for the scorer, who reports for all."""
    what: str
    way: str


@dataclass(frozen=True)
class ReportRow:
    """The reports of one round, by side."""

    called: str
    """The number of a normal round; the name of any other, such as "game 2, round 1"."""
    cells: list[list[ReportLine]]
    differs: bool
    agrees: bool


def _by_column(lines: Sequence[ReportLine], width: int) -> list[list[ReportLine]]:
    return [[each for each in lines if each.column == at] for at in range(width)]


def _way_text(report: RoundReport) -> str:
    """Return how a phone got access and the start of its device ID, if known.

    Empty for the desk.
    """
    if not report.way:
        return ""
    if report.way == PROGRAM:
        return _("Another program")
    way = str(WayIn(report.way).label)
    if report.device is None:
        return way
    return _("%(way)s, phone %(phone)s") % {"way": way, "phone": report.device.hex[:4]}


@organisers_of_event
@require_safe
def match_reports(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """List all reports of a match, round by round. Reports are never changed."""
    event = desk_event(request, slug)
    match = find_match(event, number)
    reports = match.reports.select_related("player", "user__player").order_by(
        "game", "number", "received_at", "pk"
    )
    sides = sides_of(match)
    rounds = list(match.rounds.all())
    called = RoundNames.of(match, rounds)
    states = {(each.game, each.number): each.state for each in rounds}
    lines = [
        ReportLine(
            report=report,
            by=author_name(report) if report.player or report.user else "",
            side="" if report.seat is None else sides[report.seat].name,
            column=len(sides) if report.seat is None else report.seat,
            what=claim_in_words(report.claim),
            way=_way_text(report),
        )
        for report in reports
    ]
    by_round = groupby(lines, lambda each: (each.report.game, each.report.number))
    has_desk = any(line.report.seat is None for line in lines)
    width = len(sides) + has_desk
    return TemplateResponse(
        request,
        "desk/log/reports.html",
        {
            "event": event,
            "match": match,
            "sides": sides,
            "cannot": cannot_correct(match),
            "may_read_log": get_visitor(request).is_organiser,
            "columns": [side.name for side in sides] + [_("The scorer for all players")] * has_desk,
            "reports": [
                ReportRow(
                    called.short(key),
                    _by_column(list(group), width),
                    differs=states.get(key) == Round.State.DISPUTED,
                    agrees=states.get(key) == Round.State.AGREED,
                )
                for key, group in by_round
            ],
        },
    )
