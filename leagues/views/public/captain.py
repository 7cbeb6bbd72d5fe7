"""The captain's page, opened by a link without an account: line-ups of the team's meetings, and
whether it plays the next season.
"""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from leagues.access.captain_links import captain_link, captain_secret
from leagues.access.roles import ANONYMOUS, for_anyone, keep_secret, wrong_link
from leagues.actions.leagues.season.next_season import answer_for_team
from leagues.forms.leagues.teams.answer import TeamAnswerForm
from leagues.models import CaptainLink, SeasonAnswer
from leagues.reads.leagues.next_season.team_plan import TeamAsked, season_asked_of
from leagues.views.attempt import Attempt
from leagues.views.team_line_ups import team_page


@for_anyone
@require_http_methods(["GET", "HEAD", "POST"])
def show_captain_page(request: HttpRequest, pk: int, secret: str) -> HttpResponse:
    """Show the captain's page. Anyone with the link can name the team's line-ups."""
    link = captain_link(pk, secret)
    if link is None:
        return wrong_link(request)
    league, team = link.entry.event.league, link.entry
    asked = season_asked_of(team)
    if "answer" in request.POST:
        if asked is None:
            raise Http404
        _save_answer(request, asked)
        return redirect(request.get_full_path())
    answer = team_page(request, league, team, ANONYMOUS, "public/leagues/captain.html")
    if isinstance(answer, TemplateResponse):
        assert answer.context_data is not None
        answer.context_data |= {
            "asked": asked,
            "season": TeamAnswerForm(asked=asked.team) if asked else None,
            "then": _season_after(link),
        }
    return keep_secret(answer)


def _save_answer(request: HttpRequest, asked: TeamAsked) -> None:
    form = TeamAnswerForm(request.POST, asked=asked.team)
    if not form.is_valid():
        raise Http404
    with Attempt(request=request) as tried:
        answer_for_team(
            by=ANONYMOUS,
            league=asked.league,
            entry=asked.team.entry,
            answer=SeasonAnswer.Reply(form.cleaned_data["answer"]),
            staying=form.cleaned_data["staying"],
        )
    if tried.refused is None:
        messages.success(request, _("Your answer is saved."))


def _season_after(link: CaptainLink) -> dict[str, object] | None:
    """Return the captain's page of the same team in the next season. None until that is drawn."""
    found = CaptainLink.objects.filter(
        is_open=True,
        entry__team=link.entry.team_id,
        entry__event__league__before__event=link.entry.event_id,
    )
    then = found.select_related("entry__event__league").first()
    if then is None:
        return None
    path = reverse("captain", args=[then.pk, captain_secret(then)])
    return {"league": then.entry.event.league, "address": path}
