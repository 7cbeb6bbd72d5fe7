"""The club's yearly membership: the fee, and who has paid."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from leagues.access.roles import get_visitor, organisers_only
from leagues.actions.leagues.dues import change_fee, note_membership
from leagues.forms import sent_data
from leagues.forms.leagues.dues import DueForm
from leagues.forms.leagues.membership import FeeForm
from leagues.models import Club, Due
from leagues.reads.data.dues_table import membership_file
from leagues.reads.leagues.dues import sums_of
from leagues.reads.leagues.membership import members_in, this_year, year_label
from leagues.views.desk.entries.entries import numbers_in
from leagues.views.desk.leagues.dues import changed_dues
from leagues.views.download import as_table, file_name

YEARS_BACK = 4


@organisers_only
@require_http_methods(["GET", "HEAD", "POST"])
def edit_membership(request: HttpRequest) -> HttpResponse:
    """List members by state with their dues; one POST saves all changes."""
    club = Club.objects.get(is_home=True)
    year = _chosen_year(request, club)
    lines = members_in(club, year)
    forms = [DueForm(sent_data(request), line=line) for line in lines]
    asked = [line for line in lines if not line.is_lapsed]
    if request.method == "POST":
        paid = changed_dues(request, forms, asked)
        if paid is not None:
            note_membership(by=get_visitor(request), club=club, year=year, paid=paid)
            messages.success(request, _("Saved."))
            return redirect(f"{reverse('membership')}?year={year}")
    now = this_year(club)
    return TemplateResponse(
        request,
        "desk/people/membership.html",
        {
            "club_fee": club.fee,
            "fee_form": FeeForm(None, club=club),
            "currency": club.currency,
            "year": year,
            "label": year_label(club, year),
            "years": [
                (each, year_label(club, each)) for each in range(now + 1, now - YEARS_BACK, -1)
            ],
            "forms": forms,
            "is_asked": bool(club.fee) or Due.objects.exclude(year=None).exists(),
            "sums": sums_of(asked),
        },
        status=422 if request.method == "POST" else 200,
    )


def _chosen_year(request: HttpRequest, club: Club) -> int:
    """Return ``?year=``, else the current year. Years out of range answer 404."""
    now = this_year(club)
    if "year" not in request.GET:
        return now
    asked = numbers_in([request.GET["year"]])
    if not asked or not now - YEARS_BACK < asked[0] <= now + 1:
        raise Http404
    return asked[0]


@organisers_only
@require_http_methods(["GET", "HEAD", "POST"])
def membership_fee(request: HttpRequest) -> HttpResponse:
    club = Club.objects.get(is_home=True)
    form = FeeForm(sent_data(request), club=club)
    if request.method == "POST" and form.is_valid():
        change_fee(by=get_visitor(request), club=club, **form.facts())
        messages.success(request, _("Saved."))
        return redirect("membership")
    return TemplateResponse(
        request,
        "desk/people/membership_fee.html",
        {"form": form},
        status=422 if request.method == "POST" else 200,
    )


@organisers_only
@require_safe
def membership_download(request: HttpRequest) -> HttpResponseBase:
    club = Club.objects.get(is_home=True)
    year = _chosen_year(request, club)
    today = timezone.localdate(timezone=club.tzinfo)
    called = file_name(club, f"membership {year}", today, "csv")
    return as_table(membership_file(club, year), called)
