"""API tokens of other programs."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from leagues.access.roles import get_visitor, keep_secret, organisers_only
from leagues.actions.club.tokens import make_token, revoke_token
from leagues.forms import sent_data
from leagues.forms.club.tokens import TokenForm
from leagues.models import ApiToken, Club


@organisers_only
@require_http_methods(["GET", "HEAD", "POST"])
def edit_tokens(request: HttpRequest) -> HttpResponse:
    """List API tokens and create one.

    Its secret is shown only once, because only its hash is stored.
    """
    club = Club.objects.get(is_home=True)
    now = timezone.now()
    form = TokenForm(sent_data(request), zone=club.zone, now=now)
    context: dict[str, Any] = {"form": form, "zone": club.zone, "secret": ""}
    if request.method == "POST" and form.is_valid():
        context["secret"] = make_token(
            by=get_visitor(request),
            club=club,
            name=form.cleaned_data["name"],
            may=form.cleaned_data["may"],
            ends_at=form.cleaned_data["ends_at"],
        )
        context["form"] = TokenForm(zone=club.zone, now=now)
    given = ApiToken.objects.filter(club=club, revoked_at=None)
    works = set(given.open().values_list("pk", flat=True))
    rows = given.select_related("made_by").order_by("-made_at", "-pk")
    context["tokens"] = [(row, row.pk in works) for row in rows]
    answer = TemplateResponse(request, "desk/club/tokens.html", context)
    return keep_secret(answer)


@organisers_only
@require_POST
def token_revoke(request: HttpRequest, pk: int) -> HttpResponse:
    token = get_object_or_404(ApiToken.objects.select_related("club"), pk=pk, club__is_home=True)
    if revoke_token(by=get_visitor(request), token=token):
        messages.success(request, _("%(name)s no longer has access.") % {"name": token.name})
    return redirect("tokens")
