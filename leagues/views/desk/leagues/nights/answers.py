"""Answers of members to a night, entered for them at the desk, and calls to spares."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_POST, require_safe

from leagues.access.league_roles import host_of_night, night_at
from leagues.access.roles import get_visitor
from leagues.actions.leagues.nights.answers import (
    answer_night,
    call_spare,
    settle_offers,
    withdraw_call,
)
from leagues.forms.leagues.nights.answers import AnswerForForm
from leagues.models import Answer, Night, Player
from leagues.reads.leagues.attendance.head_count import read_head_count
from leagues.reads.leagues.attendance.spares import spares_called, spares_left
from leagues.views.attempt import Attempt
from leagues.views.desk.entries.entries import numbers_in


@host_of_night
@require_safe
def night_coming(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    return render_answers(request, night_here(slug, pk))


@host_of_night
@require_POST
def answer_for(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Enter an answer for a player who gave it to the host or an organiser."""
    night = night_here(slug, pk)
    form = AnswerForForm(request.POST)
    if not form.is_valid():
        return render_answers(request, night, form.why)
    players = Player.objects.present().filter(club=night.league.club_id)
    player = players.filter(pk=form.cleaned_data["player"]).first()
    if player is None:
        return render_answers(request, night, _("This player is no longer there."))
    with Attempt() as tried:
        answer_night(
            by=get_visitor(request),
            night=night,
            player=player,
            answer=Answer.Reply(form.cleaned_data["answer"]),
            from_round=form.cleaned_data["from_round"],
        )
    return redirect_or_refuse(request, night, tried)


@host_of_night
@require_POST
def spare_call(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    night = night_here(slug, pk)
    with Attempt() as tried:
        call_spare(by=get_visitor(request), night=night)
        messages.success(
            request, _("A spare has been called. The first who accepts gets the spot.")
        )
    return redirect_or_refuse(request, night, tried)


@host_of_night
@require_POST
def spare_call_off(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Cancel the call to a spare who is no longer needed."""
    night = night_here(slug, pk)
    player = player_in(request, night)
    if player is None:
        return render_answers(request, night, _("This player is no longer there."))
    with Attempt() as tried:
        withdraw_call(by=get_visitor(request), night=night, player=player)
        text = _("The call to %(name)s is cancelled. Let them know in case they’ve seen it.")
        messages.success(request, text % {"name": player.name})
    return redirect_or_refuse(request, night, tried)


def player_in(request: HttpRequest, night: Night) -> Player | None:
    """Return the player in the form. None if they aren't there."""
    asked = numbers_in([request.POST.get("player", "")])
    players = Player.objects.present().filter(club=night.league.club_id)
    return players.filter(pk__in=asked).first()


def redirect_or_refuse(request: HttpRequest, night: Night, tried: Attempt) -> HttpResponse:
    if tried.refused:
        return render_answers(request, night, tried.why)
    return redirect("desk-night-coming", night.league.slug, night.pk)


def night_here(slug: str, pk: int) -> Night:
    night = night_at(slug, pk)
    if night is None:
        raise Http404
    return night


def render_answers(request: HttpRequest, night: Night, why: str = "") -> HttpResponse:
    now = timezone.now()
    settle_offers(night=night, now=now)
    count = read_head_count(night, now)
    others = Player.objects.members().filter(club=night.league.club_id)
    return TemplateResponse(
        request,
        "desk/leagues/nights/coming.html",
        {
            "league": night.league,
            "night": night,
            "count": count,
            "groups": [
                (pgettext("answer", "In"), count.inside),
                (_("Waiting for a spot"), count.waiting_in_turn),
                (_("Newcomers asking for a spot"), count.newcomers),
                (_("Spares called"), count.called),
                (_("Not answered"), count.silent),
                (pgettext("answer", "Maybe"), count.maybe),
                (pgettext("answer", "Out"), count.out),
            ],
            "others": others.exclude(pk__in=count.people).by_surname(),
            "calls": spares_called(count),
            "spares": spares_left(count),
            "why": why,
        },
        status=422 if why else 200,
    )
