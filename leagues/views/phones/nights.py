"""A player's answer to a night, on their own page."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from leagues.access.league_roles import host_by_link, is_over, may_see_league, may_see_minors
from leagues.access.roles import PageOwner, Who, own_page, personal_link
from leagues.actions.leagues.nights.answers import answer_night, settle_offers
from leagues.forms.leagues.nights.answers import AnswerForm
from leagues.models import Answer, Night, PersonalLink, Player
from leagues.reads.leagues.attendance.own_nights import OwnNight, own_night
from leagues.reads.leagues.words import day_in_words
from leagues.reads.messages.night_news import host_out_path
from leagues.views.attempt import Attempt


@personal_link
@require_POST
def host_night(request: HttpRequest, link: PersonalLink, token: str, pk: int) -> HttpResponse:
    """Open the desk of a night for its host, without an account."""
    night = night_for(link.player, pk)
    if not host_by_link(request, night, link):
        raise Http404
    return redirect("desk-tonight", night.league.slug, night.pk)


def night_for(player: Player, pk: int) -> Night:
    """Return a night of the club whose league the player may see, or answer 404."""
    nights = Night.objects.filter(league__club=player.club_id)
    night = nights.select_related("league__club", "host").filter(pk=pk).first()
    if night is None or not may_see_league(Who(player=player), night.league):
        raise Http404
    return night


@own_page
@require_http_methods(["GET", "HEAD", "POST"])
def own_night_page(request: HttpRequest, owner: PageOwner, pk: int) -> HttpResponse:
    player = owner.player
    night = night_for(player, pk)
    now = timezone.now()
    settle_offers(night=night, now=now)
    form = AnswerForm(request.POST) if request.method == "POST" else None
    why = ""
    if form is not None:
        why = save_answer(form, night, player, owner.by)
        if not why:
            messages.success(request, answer_text(own_night(night, player, timezone.now())))
            return redirect(request.path)
    return TemplateResponse(
        request,
        "phones/player/night.html",
        {
            "own": own_night(night, player, now),
            "player": player,
            "token": owner.token,
            "form": form,
            "why": why,
            "sees_minors": may_see_minors(Who(player=player)),
            "host_out": host_out_path(night, player)
            if night.host_id == player.pk and now < night.starts_at
            else "",
            "is_closed": now >= night.hosted_until or is_over(night),
        },
        status=422 if why else 200,
    )


def save_answer(form: AnswerForm, night: Night, player: Player, by: Who) -> str:
    """Save the answer. Return the reason if it is refused, else an empty string."""
    if not form.is_valid():
        return form.why
    with Attempt() as tried:
        answer_night(
            by=by,
            night=night,
            player=player,
            answer=Answer.Reply(form.cleaned_data["answer"]),
            from_round=form.cleaned_data["from_round"],
        )
    return tried.why


def answer_text(own: OwnNight) -> str:
    day = {"day": day_in_words(own.night.on)}
    if own.asks:
        return _("You’ve asked for a spot. An organiser confirms newcomers, and members go first.")
    if own.waits_as:
        number = {"number": own.waits_as}
        return _("You’re number %(number)s on the waiting list.") % number
    if own.is_in:
        return _("You’re in on %(day)s.") % day
    if own.reply == Answer.Reply.MAYBE:
        return _("You’re a maybe for %(day)s. Tell us when you know.") % day
    return _("You’re not coming on %(day)s.") % day
