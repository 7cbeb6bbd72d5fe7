"""Print personal links as slips, for people without email."""

from typing import NamedTuple

from django.db.models import Exists, OuterRef
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from leagues.access.addresses import site_address
from leagues.access.languages import activate_language, language_of_club
from leagues.access.roles import get_visitor, keep_secret, organisers_only
from leagues.actions.people.links import give_links
from leagues.forms import sent_data
from leagues.forms.people import LinksForm
from leagues.models import Club, PersonalLink, Player
from leagues.views.attempt import Attempt
from leagues.views.desk.people.people import of_the_club
from leagues.views.paper_size import keeps_paper_size
from leagues.views.public.qr_codes import qr_picture


class Slip(NamedTuple):
    """A personal link to print, with its QR code."""

    player: Player
    address: str
    picture: SafeString


@organisers_only
@keeps_paper_size
@require_http_methods(["GET", "HEAD", "POST"])
def print_links(request: HttpRequest) -> HttpResponse:
    """Choose people and print new links for them. People without a link are ticked at first."""
    has_link = Exists(PersonalLink.objects.open().filter(player=OuterRef("pk")))
    present = of_the_club().present().filter(former_since=None).by_surname()
    people = present.annotate(has_link=has_link)
    form = LinksForm(sent_data(request), players=present)
    site = site_address(request)
    ticked = {each.pk for each in people if not each.has_link}  # type: ignore[attr-defined]
    if request.method == "POST":
        ticked = {int(pk) for pk in request.POST.getlist("player") if pk.isdecimal()}
        if form.is_valid() and not site:
            form.add_error(None, _("No link was created, and nothing was printed."))
        if not form.errors and (slips := _make_slips(request, form, site)):
            return keep_secret(_render_sheet(request, slips))
    return TemplateResponse(
        request,
        "desk/people/print_links.html",
        {"form": form, "people": [(each, each.pk in ticked) for each in people], "site": site},
    )


def _make_slips(request: HttpRequest, form: LinksForm, site: str) -> list[Slip]:
    with Attempt(form):
        made = give_links(by=get_visitor(request), players=form.cleaned_data["player"])
        return [
            Slip(player, address, qr_picture(address))
            for player, token in made
            for address in [f"{site}{reverse('player_link', args=[token])}"]
        ]
    return []


def _render_sheet(request: HttpRequest, slips: list[Slip]) -> TemplateResponse:
    club = Club.objects.get(is_home=True)
    activate_language(language_of_club(club))  # as on all paper
    return TemplateResponse(request, "desk/people/link_slips.html", {"slips": slips, "club": club})
