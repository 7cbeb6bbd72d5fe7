"""The list of emails: sent, waiting and failed."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from leagues.access.addresses import address_in_mail, site_address
from leagues.access.current_club import home_of
from leagues.access.roles import get_visitor, organisers_only, owners_only
from leagues.actions.club.sending import send_from_here
from leagues.actions.mail import send_again
from leagues.actions.mail_cleanup import KEPT_DAYS
from leagues.forms.mail import FindMailForm
from leagues.forms.sending import SendFromHereForm
from leagues.models import Club, Mail
from leagues.reads.club.mail import find_mail, mail_status
from leagues.reads.club.sending import silent_site
from leagues.views.acts import ButtonView
from leagues.views.attempt import Attempt

A_PAGE = 50


@organisers_only
@require_safe
def mail_list(request: HttpRequest) -> HttpResponse:
    form = FindMailForm(request.GET)
    sought, state = form.found() if form.is_valid() else ("", "")
    page = Paginator(find_mail(sought, state), A_PAGE)
    return TemplateResponse(
        request,
        "desk/club/mail.html",
        {
            "form": form,
            "page": page.get_page(request.GET.get("page")),
            "sought": sought or state,
            "status": mail_status(),
            "silent": silent_site(home_of(request)),
            "may_let_it_send": get_visitor(request).is_owner,
            "site": site_address(request),
            "site_of_reminders": address_in_mail(),
            "kept_days": KEPT_DAYS,
            "zone": Club.objects.get(is_home=True).zone,
        },
    )


@organisers_only
@require_POST
def mail_again(request: HttpRequest, pk: int) -> HttpResponse:
    mail = get_object_or_404(Mail, pk=pk)
    with Attempt(request=request):
        send_again(by=get_visitor(request), mail=mail)
        messages.success(request, _("It will be sent again within a few seconds."))
    return redirect("mail")


class SendFromHere(ButtonView):
    permission = owners_only
    form_class = SendFromHereForm
    success_message = gettext_lazy("This site now sends messages.")

    def perform(self, form: SendFromHereForm) -> None:
        send_from_here(by=self.who, club=Club.objects.get(is_home=True), **form.cleaned_data)

    def get_success_url(self) -> str:
        return reverse("mail")

    get_refused_url = get_success_url
