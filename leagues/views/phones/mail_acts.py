"""Answer from a mail: come to a night, agree to a day, confirm a result; without signing in."""

from uuid import NAMESPACE_URL, uuid5

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from leagues.access.league_roles import is_over
from leagues.access.mail_acts import MailAct, mail_act_of
from leagues.access.roles import Who, for_anyone, keep_secret, wrong_link
from leagues.actions.leagues.nights.answers import settle_offers
from leagues.actions.leagues.nights.hosts import ask_for_host, take_night
from leagues.actions.leagues.unplayed.dates import answer_date
from leagues.actions.phones.totals import enter_totals
from leagues.forms.leagues.nights.answers import AnswerForm
from leagues.models import DateOffer, Match, Player, Surface
from leagues.reads.leagues.attendance.own_nights import own_night
from leagues.reads.phones.mailed_result import read_mailed_result
from leagues.views.attempt import Attempt
from leagues.views.phones.dated import dated_for
from leagues.views.phones.nights import answer_text, night_for, save_answer
from scoring.sides import Seat


@for_anyone
@require_http_methods(["GET", "HEAD", "POST"])
def mail_act(request: HttpRequest, signed: str) -> HttpResponseBase:
    found = mail_act_of(signed)
    if found is None:
        return wrong_link(request)
    asked, player = found
    page = {"night": _night, "date": _date, "result": _result, "host-out": _host, "host-in": _host}[
        asked.kind
    ]
    return keep_secret(page(request, asked, player))


def _night(request: HttpRequest, asked: MailAct, player: Player) -> HttpResponse:
    night, now = night_for(player, asked.subject), timezone.now()
    settle_offers(night=night, now=now)
    form = AnswerForm(request.POST) if request.method == "POST" else None
    why = ""
    if form is not None:
        why = save_answer(form, night, player, Who(player=player))
        if not why:
            messages.success(request, answer_text(own_night(night, player, timezone.now())))
            return redirect(request.path)
    own = own_night(night, player, now)
    return TemplateResponse(
        request,
        "phones/player/mail_night.html",
        {
            "own": own,
            "player": player,
            "form": form,
            "why": why,
            "suggested": "" if own.answer else asked.value,
            "is_closed": now >= night.hosted_until or is_over(night),
        },
        status=422 if why else 200,
    )


def _host(request: HttpRequest, asked: MailAct, player: Player) -> HttpResponse:
    """Ask the other hosts to run a night, or take it from the host who asked."""
    night = night_for(player, asked.subject)
    is_taking = asked.kind == "host-in"
    host = Player.objects.filter(pk=int(asked.value)).first() if is_taking else player
    why = ""
    if host is None:
        raise Http404
    if request.method == "POST":
        by = Who(player=player)
        with Attempt() as tried:
            if is_taking:
                take_night(by=by, night=night, host=host, taker=player)
            else:
                ask_for_host(by=by, night=night, host=host)
        why = tried.why
        if not why:
            done = (
                _("Thank you. You run this night.")
                if is_taking
                else _("The other hosts are asked.")
            )
            messages.success(request, done)
            return redirect(request.path)
    is_open = night.host_id == host.pk and not night.is_cancelled
    return TemplateResponse(
        request,
        "phones/player/mail_host.html",
        {
            "night": night,
            "name": player.shown_on(Surface.WEB),
            "host": host.shown_on(Surface.WEB),
            "is_taking": is_taking,
            "is_open": is_open and timezone.now() < night.starts_at,
            "is_mine": night.host_id == player.pk,
            "why": why,
        },
        status=422 if why else 200,
    )


def _date(request: HttpRequest, asked: MailAct, player: Player) -> HttpResponse:
    """Agree to a day that the other side of a match proposed."""
    offers = DateOffer.objects.select_related("dated__match__event")
    offer = offers.filter(pk=asked.subject).first()
    if offer is None:
        raise Http404
    found = dated_for(player, offer.dated.match_id)
    why = ""
    if request.method == "POST":
        with Attempt() as tried:
            answer_date(
                by=Who(player=player), offer=offer, seat=Seat(found.own.mine.seat), takes=True
            )
        why = tried.why
        if not why:
            messages.success(request, _("The day is agreed. See you there."))
            return redirect(request.path)
    return _show_match(
        request, found.own.match, player, why, offer=offer, is_open=offer.state == offer.State.OPEN
    )


def _result(request: HttpRequest, asked: MailAct, player: Player) -> HttpResponse:
    """Confirm the result of a match as it was in the mail, unless it has changed since."""
    found = dated_for(player, asked.subject)
    match, mine = found.own.match, found.own.mine
    mailed = read_mailed_result(found.own, found.league, asked.value, timezone.now())
    why = ""
    if request.method == "POST" and mailed.is_open:
        with Attempt() as tried:
            enter_totals(
                by=Who(player=player),
                match=match,
                key=uuid5(NAMESPACE_URL, f"{request.path}{match.totals_reports.count()}"),
                totals=mailed.totals,
                seat=mine.seat,
            )
        why = tried.why
        if not why:
            messages.success(request, _("You’ve confirmed the result. Thank you."))
            return redirect(request.path)
    facts = {"is_open": mailed.is_open, "has_changed": mailed.has_changed}
    return _show_match(request, match, player, why, own=found.own, **facts)


def _show_match(
    request: HttpRequest, match: Match, player: Player, why: str, **facts: object
) -> HttpResponse:
    context = {"match": match, "name": player.shown_on(Surface.WEB), "why": why, **facts}
    status = 422 if why else 200
    return TemplateResponse(request, "phones/player/mail_match.html", context, status=status)
