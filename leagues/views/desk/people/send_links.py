"""Give out personal links: mail them to many people at once, or create them one by one."""

from django.conf import settings
from django.contrib import messages
from django.db.models import Exists, OuterRef
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from leagues.access.addresses import UNREACHABLE, site_address
from leagues.access.roles import get_visitor, organisers_only
from leagues.actions.people import links
from leagues.forms import sent_data
from leagues.forms.people import LinksForm
from leagues.models import PersonalLink
from leagues.models.people import PlayerQuerySet
from leagues.views.attempt import Attempt
from leagues.views.desk.people.people import of_the_club
from leagues.views.repeated_submits import made_once


@organisers_only
@require_http_methods(["GET", "HEAD", "POST"])
@made_once
def send_links(request: HttpRequest) -> HttpResponse:
    """Choose people with an email address. Those without a link are ticked at first.

    People who can't be mailed are listed with a button that creates their link.
    """
    has_link = Exists(PersonalLink.objects.open().filter(player=OuterRef("pk")))
    present = of_the_club().present().select_related("user").annotate(has_link=has_link)
    reached: PlayerQuerySet = present.with_address().by_surname()
    form = LinksForm(sent_data(request), players=reached)
    ticked = {each.pk for each in reached if not each.has_link}  # type: ignore[attr-defined]
    if request.method == "POST":
        ticked = {int(pk) for pk in request.POST.getlist("player") if pk.isdecimal()}
        if form.is_valid() and not site_address(request):
            form.add_error(None, UNREACHABLE)
        if not form.errors and mail_chosen(request, form):
            return redirect("mail")
    without = present.filter(former_since=None).by_surname()
    if settings.SENDS_EMAIL:
        without = without.exclude(pk__in=reached.values("pk"))
    return TemplateResponse(
        request,
        "desk/people/send_links.html",
        {
            "form": form,
            "reached": [(each, each.pk in ticked) for each in reached],
            "without": without,
            "site": site_address(request),
        },
    )


def mail_chosen(request: HttpRequest, form: LinksForm) -> bool:
    players, site = form.cleaned_data["player"], site_address(request)
    with Attempt(form):
        many = links.mail_links(by=get_visitor(request), players=players, site=site)
        text = ngettext("%(n)s link is on its way.", "%(n)s links are on their way.", many)
        messages.success(request, text % {"n": many})
        return True
    return False
