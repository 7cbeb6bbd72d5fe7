"""Webhooks, and the log of their deliveries."""

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from leagues.access.roles import get_visitor, keep_secret, organisers_only
from leagues.actions.club.webhooks import (
    add_webhook,
    deliver_again,
    pause_webhook,
    remove_webhook,
    resume_webhook,
    try_webhook,
)
from leagues.actions.send_webhooks import tell_now
from leagues.forms import sent_data
from leagues.forms.club.webhooks import WebhookForm
from leagues.models import Club, Webhook, WebhookDelivery
from leagues.reads.club.webhooks import webhooks_of
from leagues.reads.data.webhook_sentences import shape_delivery
from leagues.views.attempt import Attempt

A_PAGE = 50


@organisers_only
@require_http_methods(["GET", "HEAD", "POST"])
def edit_webhooks(request: HttpRequest) -> HttpResponse:
    """List webhooks and add one. The secret of a new webhook is shown only once, if it has a use."""
    club = Club.objects.get(is_home=True)
    form = WebhookForm(sent_data(request))
    context: dict[str, Any] = {"zone": club.zone, "secret": ""}
    if request.method == "POST" and form.is_valid():
        with Attempt(form) as tried:
            made = add_webhook(by=get_visitor(request), club=club, **form.cleaned_data)
        if not tried.refused:
            if not made.is_signed:
                added = _("%(host)s now gets updates. Send a test to see if they arrive.")
                messages.success(request, added % {"host": made.host})
                return redirect("webhook", made.pk)
            context["secret"] = made.secret
            form = WebhookForm()
    context |= {"form": form, "webhooks": webhooks_of(club)}
    answer = TemplateResponse(request, "desk/club/webhooks.html", context)
    return keep_secret(answer)


@organisers_only
@require_safe
def show_webhook(request: HttpRequest, pk: int) -> HttpResponse:
    """List the deliveries of a webhook, newest first."""
    found = _find_webhook(pk)
    pages = Paginator(found.deliveries.select_related("webhook__club").order_by("-pk"), A_PAGE)
    page = pages.get_page(request.GET.get("page"))
    return TemplateResponse(
        request,
        "desk/club/webhook.html",
        {
            "webhook": found,
            "page": page,
            "sent": [(each, shape_delivery(each).body) for each in page],
            "zone": found.club.zone,
        },
    )


@organisers_only
@require_POST
def webhook_pause(request: HttpRequest, pk: int) -> HttpResponse:
    pause_webhook(by=get_visitor(request), webhook=_find_webhook(pk))
    return redirect("webhook", pk)


@organisers_only
@require_POST
def webhook_resume(request: HttpRequest, pk: int) -> HttpResponse:
    resume_webhook(by=get_visitor(request), webhook=_find_webhook(pk))
    return redirect("webhook", pk)


@organisers_only
@require_POST
def webhook_remove(request: HttpRequest, pk: int) -> HttpResponse:
    found = _find_webhook(pk)
    remove_webhook(by=get_visitor(request), webhook=found)
    messages.success(request, _("%(host)s no longer gets updates.") % {"host": found.host})
    return redirect("webhooks")


@organisers_only
@require_POST
def webhook_try(request: HttpRequest, pk: int) -> HttpResponse:
    with Attempt(request=request):
        webhook = _find_webhook(pk)
        answer = tell_now(try_webhook(by=get_visitor(request), webhook=webhook))
        if answer is None:
            messages.success(request, _("A test will be sent within a few seconds."))
        elif answer.is_taken:
            gaps = {"host": webhook.host, "status": answer.status}
            messages.success(request, _("The test arrived: %(host)s answered %(status)s.") % gaps)
        else:
            gaps = {"reason": answer.trouble}
            messages.error(request, _("The test didn’t arrive. %(reason)s") % gaps)
    return redirect("webhook", pk)


@organisers_only
@require_POST
def delivery_again(request: HttpRequest, pk: int) -> HttpResponse:
    here = WebhookDelivery.objects.select_related("webhook__club")
    found = get_object_or_404(here, pk=pk, webhook__club__is_home=True)
    with Attempt(request=request):
        deliver_again(by=get_visitor(request), delivery=found)
        messages.success(request, _("It will be sent again within a few seconds."))
    return redirect("webhook", found.webhook_id)


def _find_webhook(pk: int) -> Webhook:
    here = Webhook.objects.select_related("club")
    return get_object_or_404(here, pk=pk, club__is_home=True)
