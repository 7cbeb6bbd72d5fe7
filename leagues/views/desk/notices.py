"""Write to members, and see what became of it."""

from collections.abc import Callable, Sequence
from email.utils import parseaddr
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from leagues.access.league_roles import host_of_night, secretary_of_league
from leagues.access.roles import get_visitor, organisers_only
from leagues.actions import notices
from leagues.actions.mail_cleanup import KEPT_DAYS
from leagues.actions.notices import FRONT, PAGE, SCREENS
from leagues.forms.notices import NoticeForm
from leagues.models import Club, League, Mail, Night, Notice, Player
from leagues.reads.club.page import page_of
from leagues.reads.messages.audiences import (
    Audience,
    all_audiences,
    audience_with,
    audiences_of_league,
    audiences_of_night,
)
from leagues.reads.messages.notices import notices_to, results_of
from leagues.reads.messages.reach import reach_of
from leagues.views.acts import ActView
from leagues.views.attempt import Attempt
from leagues.views.desk.leagues.home import desk_league
from leagues.views.repeated_submits import made_once


@method_decorator(made_once, name="dispatch")
class WriteNotice(ActView):
    """Write a message, look at it, send a test, and send it."""

    permission: Callable[..., Any] = organisers_only
    form_class = NoticeForm
    template_name = "desk/messages/write.html"
    success_message = gettext_lazy("The message is on its way.")
    places: Sequence[str] = (FRONT, PAGE, SCREENS)

    @cached_property
    def audiences(self) -> Sequence[Audience]:
        return all_audiences()

    def get_initial(self) -> dict[str, Any]:
        return {"to": self.request.GET.get("to", "")}

    def get_form_kwargs(self) -> dict[str, Any]:
        own, club = notices.own_address(self.who), club_address()
        addresses = {own: _("You: %(address)s") % {"address": own}} if own else {}
        if club and club not in addresses:
            addresses[club] = _("The club: %(address)s") % {"address": club}
        return super().get_form_kwargs() | {
            "audiences": self.audiences,
            "addresses": addresses,
            "places": self.places,
        }

    def form_valid(self, form: NoticeForm) -> HttpResponse:
        step = self.request.POST.get("step")
        if step == "send":
            return super().form_valid(form)
        if step == "edit":
            return self.render_to_response(self.get_context_data(form=form))
        if step == "test":
            with Attempt(request=self.request) as tried:
                to = notices.try_notice(by=self.who, draft=form.draft)
            if tried.refused is None:
                messages.success(
                    self.request, _("A test is on its way to %(address)s.") % {"address": to}
                )
        return self.show_preview(form)

    def perform(self, form: NoticeForm) -> Notice:
        confirmed = self.request.POST.get("confirmed", "")
        return notices.send_notice(
            by=self.who,
            draft=form.draft,
            confirmed=int(confirmed) if confirmed.isdecimal() and len(confirmed) < 10 else None,
        )

    def form_invalid(self, form: NoticeForm) -> HttpResponse:
        if hasattr(self, "tried"):  # the act was refused
            return self.show_preview(form)
        return super().form_invalid(form)

    def show_preview(self, form: NoticeForm) -> HttpResponse:
        refused = self.tried.refused if hasattr(self, "tried") else None
        draft = form.draft
        context = {
            "form": form,
            "draft": draft,
            "reach": notices.reach_of_draft(draft),
            "confirmed": refused.people if isinstance(refused, notices.TooManyPeople) else "",
        }
        template = "desk/messages/preview.html"
        return TemplateResponse(self.request, template, self.get_context_data(**context))

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        keys = [each.key for each in self.audiences]
        context = {
            "earlier": notices_to(None if self.who.is_organiser else keys),
            "may_see_mail": self.who.is_organiser,
            "back": self.get_success_url(),
            "frame": "base.html",
        }
        return super().get_context_data(**context | kwargs)

    def get_success_url(self) -> str:
        return self.request.path


class WriteToLeague(WriteNotice):
    permission = secretary_of_league
    places = (PAGE,)

    @cached_property
    def league(self) -> League:
        return desk_league(self.kwargs["slug"])

    @cached_property
    def audiences(self) -> Sequence[Audience]:
        return audiences_of_league(self.league)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Keep the bar of the league's desk on top."""
        frame = {"frame": "desk/leagues/_league.html", "league": self.league}
        return super().get_context_data(**frame | kwargs)


class WriteToNight(WriteNotice):
    permission = host_of_night
    places = ()

    @cached_property
    def audiences(self) -> Sequence[Audience]:
        nights = Night.objects.select_related("league__club")
        return audiences_of_night(nights.get(pk=self.kwargs["pk"]))


def club_address() -> str:
    """The club's address for replies: that of its page, else the one its mail is from."""
    club = Club.objects.get(is_home=True)
    return page_of(club).email or parseaddr(settings.DEFAULT_FROM_EMAIL)[1]


@organisers_only
@require_safe
def show_notice(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a message, and what the mail server accepted and refused of it."""
    notice = get_object_or_404(Notice.objects.select_related("event", "league"), pk=pk)
    audience = audience_with(notice.audience)
    reach = audience and reach_of(
        audience.players, audience.topic, sends_mail=True, is_private=audience.is_private
    )
    return TemplateResponse(
        request,
        "desk/messages/notice.html",
        {
            "notice": notice,
            "audience": audience,
            "results": results_of(notice),
            "trouble": notice.mails.exclude(error="")
            .exclude(state=Mail.State.SENT)
            .select_related("player"),
            "unreached": reach.unreached if reach and notice.people else (),
            "kept_days": KEPT_DAYS,
        },
    )


@organisers_only
@require_POST
def notice_down(request: HttpRequest, pk: int) -> HttpResponse:
    notice = get_object_or_404(Notice.objects.select_related("event__club", "league__club"), pk=pk)
    if notices.take_down(by=get_visitor(request), notice=notice):
        messages.success(request, _("The message is taken down."))
    return redirect("notice", pk)


@organisers_only
@require_POST
def address_wrong(request: HttpRequest, pk: int) -> HttpResponse:
    """Mark an address of a person as wrong: one to which mail to them goes."""
    player = get_object_or_404(Player.objects.present().select_related("club", "user"), pk=pk)
    with Attempt(request=request) as tried:
        notices.mark_address_wrong(
            by=get_visitor(request), player=player, address=request.POST.get("address", "")
        )
    if tried.refused is None:
        messages.success(request, _("The address is marked as wrong. Enter the right one here."))
    return redirect(reverse("person", args=[pk]))
