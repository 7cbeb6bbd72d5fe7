"""The first visit to a new site."""

from django.contrib import messages
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from leagues.access.languages import spoken_code
from leagues.access.password_links import new_passwords_of_owners
from leagues.access.roles import SHOWED_THE_CODE, after_the_code, keep_secret, until_set_up
from leagues.access.throttle import SETUP_CODES
from leagues.actions.club.set_up import is_setup_code, set_up_club
from leagues.actions.data.import_club import import_club
from leagues.forms import sent_data
from leagues.forms.club.set_up import ClubFileForm, ClubForm, SetupCodeForm
from leagues.models import Club
from leagues.views.attempt import Attempt

BACKEND = "allauth.account.auth_backends.AuthenticationBackend"


@until_set_up
@require_http_methods(["GET", "HEAD", "POST"])
def enter_setup_code(request: HttpRequest) -> HttpResponse:
    """Ask for the setup code, which proves access to the server's terminal."""
    if request.method != "POST":
        return TemplateResponse(request, "club/code.html", {"form": SetupCodeForm()})
    if SETUP_CODES.is_spent(request):
        return SETUP_CODES.refuse(request)
    form = SetupCodeForm(request.POST)
    if form.is_valid():
        if is_setup_code(form.cleaned_data["code"]):
            request.session[SHOWED_THE_CODE] = True
            return redirect("setup_club")
        SETUP_CODES.spend(request)
        form.add_error("code", _("That isn’t the code. Check the terminal again."))
    return TemplateResponse(request, "club/code.html", {"form": form}, status=422)


@after_the_code
@require_http_methods(["GET", "HEAD", "POST"])
def setup_club(request: HttpRequest) -> HttpResponse:
    """Create the owner's account and the club."""
    if Club.objects.home() is not None:
        return too_late(request)
    if request.method != "POST":
        return TemplateResponse(request, "club/club.html", {"form": ClubForm()})
    form = ClubForm(request.POST)
    if not form.is_valid():
        return TemplateResponse(request, "club/club.html", {"form": form}, status=422)
    with Attempt():
        owner = set_up_club(
            name=form.cleaned_data["club"],
            zone=form.cleaned_data["zone"],
            language=spoken_code(),  # the language in which the owner reads this page
            email=form.cleaned_data["email"],
            password=form.cleaned_data["password"],
        )
        del request.session[SHOWED_THE_CODE]
        login(request, owner, backend=BACKEND)
        messages.success(request, _("%(club)s is ready.") % {"club": form.cleaned_data["club"]})
        return redirect("home")
    return too_late(request)


@after_the_code
@require_http_methods(["GET", "HEAD", "POST"])
def setup_file(request: HttpRequest) -> HttpResponse:
    """Import a club from another site's file, and show links to set its owners' passwords."""
    if Club.objects.home() is not None:
        return too_late(request)
    form = ClubFileForm(sent_data(request), request.FILES or None)
    if request.method == "POST" and form.is_valid():
        with Attempt(form) as tried:
            rows = sum(import_club(form.cleaned_data["file"]).values())
        if not tried.refused:
            del request.session[SHOWED_THE_CODE]
            answer = TemplateResponse(
                request,
                "club/imported.html",
                {
                    "imported": Club.objects.home(),
                    "rows": rows,
                    "owners": new_passwords_of_owners(),
                },
            )
            return keep_secret(answer)
    return TemplateResponse(request, "club/file.html", {"form": form})


def too_late(request: HttpRequest) -> HttpResponse:
    """Redirect to sign-in: another person with the code has set up the site first."""
    request.session.pop(SHOWED_THE_CODE, None)
    messages.error(
        request,
        _(
            "Someone else has just set up this site. Nothing you entered was saved. Ask them to invite you."
        ),
    )
    return redirect("account_login")
