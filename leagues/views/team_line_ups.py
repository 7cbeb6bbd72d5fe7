"""The line-up page of one team, for its captain and for the organisers of the league."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.translation import gettext as _

from leagues.access.roles import Who
from leagues.actions.leagues.teams.line_ups import name_line_up
from leagues.actions.leagues.unplayed.deadlines import settle_deadlines
from leagues.forms.leagues.teams.line_up import LineUpForm, initial_of
from leagues.models import Entry, League
from leagues.reads.leagues.kinds.teams import SquadRegister
from leagues.reads.leagues.matches.meetings import TeamMeeting, meetings_of
from leagues.views.attempt import Attempt


@dataclass(frozen=True)
class MeetingCard:
    """A meeting with its line-up form. ``form`` is None once the line-up can't be changed."""

    meeting: TeamMeeting
    form: LineUpForm | None


def team_page(
    request: HttpRequest, league: League, team: Entry, by: Who, template: str
) -> HttpResponse:
    """Show all meetings of a team. A POST saves one line-up, or shows it again with its errors."""
    if request.method != "POST":
        settle_deadlines(league=league, now=timezone.now())
    register = SquadRegister(league)
    meetings = meetings_of(register, team, timezone.now())
    wanted = request.POST.get("meeting", "")
    sent: LineUpForm | None = None
    if request.method == "POST":
        meeting = next((m for m in meetings if str(m.match.pk) == wanted), None)
        if meeting is None:
            raise Http404
        sent = _make_form(register, team, meeting, request.POST)
        if _save_line_up(league, team, meeting, sent, by):
            messages.success(request, _saved_text(meeting))
            return redirect(request.get_full_path())
    cards = [
        MeetingCard(
            each,
            (sent if sent and str(each.match.pk) == wanted else None)
            or (_make_form(register, team, each) if each.may_change else None),
        )
        for each in meetings
    ]
    return TemplateResponse(
        request,
        template,
        {
            "league": league,
            "team": team,
            "event": league.event,
            "coming": [card for card in cards if not card.meeting.is_over],
            "over": [card for card in cards if card.meeting.is_over],
            "sent": wanted,
        },
        status=422 if sent else 200,
    )


def _save_line_up(
    league: League, team: Entry, meeting: TeamMeeting, form: LineUpForm, by: Who
) -> bool:
    if not form.is_valid():
        return False
    with Attempt(form) as tried:
        name_line_up(by=by, league=league, meeting=meeting.match, entry=team, places=form.places)
    if tried.refused is not None and meeting.is_over:
        raise tried.refused  # the page of a finished meeting has no form that could show it
    return tried.refused is None


def _saved_text(meeting: TeamMeeting) -> str:
    if meeting.is_theirs_in:
        return _("Both line-ups are in.")
    return _("Your line-up is in. It is shown once that of %(other)s is in too.") % {
        "other": meeting.other
    }


def _make_form(
    register: SquadRegister,
    team: Entry,
    meeting: TeamMeeting,
    data: Mapping[str, Any] | None = None,
) -> LineUpForm:
    return LineUpForm(
        data,
        initial=initial_of(meeting.kept),
        prefix=f"m{meeting.match.pk}",
        register=register,
        team=team,
        players=register.players_for(meeting.match, team),
    )
