"""Edit the club's public page: text, colour, logo, photos."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from leagues.access.roles import get_visitor, organisers_only
from leagues.actions.club import page as acts
from leagues.files.club_colour import club_colour
from leagues.forms import sent_data
from leagues.forms.club.page import ClubPageForm, LogoForm, PhotoForm
from leagues.models import Club, ClubPicture
from leagues.reads.club.page import logo_of, photos_of
from leagues.views.attempt import Attempt
from leagues.views.repeated_submits import made_once


@organisers_only
@require_http_methods(["GET", "HEAD", "POST"])
def club_page_edit(request: HttpRequest) -> HttpResponse:
    club = Club.objects.get(is_home=True)
    form = ClubPageForm(sent_data(request), club=club)
    if request.method == "POST" and form.is_valid():
        acts.change_club_page(by=get_visitor(request), club=club, **form.cleaned_data)
        messages.success(request, _saved_text(form.cleaned_data["colour"]))
        return redirect("club-page-edit")
    return _render_page(request, club, form=form)


def _saved_text(colour: str) -> str:
    if colour and club_colour(colour).is_too_light:
        return _("Saved. On paper, the colour is printed a little darker so that text is readable.")
    return _("Saved.")


@organisers_only
@require_POST
def club_logo(request: HttpRequest) -> HttpResponse:
    club = Club.objects.get(is_home=True)
    form = LogoForm(request.POST, request.FILES, prefix="logo")
    if not form.is_valid():
        return _render_page(request, club, logo_form=form)
    acts.put_logo(by=get_visitor(request), club=club, picture=form.picture)
    messages.success(request, _("The logo now appears next to the club’s name."))
    return redirect("club-page-edit")


@organisers_only
@require_POST
def club_logo_remove(request: HttpRequest) -> HttpResponse:
    acts.remove_logo(by=get_visitor(request), club=Club.objects.get(is_home=True))
    return redirect("club-page-edit")


@organisers_only
@require_POST
@made_once
def club_photo_add(request: HttpRequest) -> HttpResponse:
    club = Club.objects.get(is_home=True)
    form = PhotoForm(request.POST, request.FILES, prefix="photo")
    if form.is_valid():
        caption = form.cleaned_data["caption"]
        with Attempt(form) as tried:
            acts.add_photo(
                by=get_visitor(request), club=club, picture=form.picture, caption=caption
            )
        if not tried.refused:
            messages.success(request, _("The photo is now on the club’s page."))
            return redirect("club-page-edit")
    return _render_page(request, club, photo_form=form)


@organisers_only
@require_POST
def club_photo_remove(request: HttpRequest, pk: int) -> HttpResponse:
    photos = ClubPicture.objects.filter(kind=ClubPicture.Kind.PHOTO, club__is_home=True)
    photo = get_object_or_404(photos.select_related("club").defer("data"), pk=pk)
    acts.remove_photo(by=get_visitor(request), photo=photo)
    messages.success(request, _("The photo is removed."))
    return redirect("club-page-edit")


def _render_page(request: HttpRequest, club: Club, **forms: Any) -> HttpResponse:
    """Render the page with the given (refused) forms; the other forms show the saved values."""
    found = {
        "form": ClubPageForm(club=club),
        "logo_form": LogoForm(prefix="logo"),
        "photo_form": PhotoForm(prefix="photo"),
    } | forms
    context = found | {"logo": logo_of(club), "photos": photos_of(club)}
    return TemplateResponse(request, "desk/club/page.html", context)
