"""Access for phones: board labels to print, and tablets at boards."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from leagues.access.addresses import absolute_address
from leagues.access.languages import for_the_hall
from leagues.access.phone_passes import label_secret
from leagues.access.roles import get_visitor, keep_secret, organisers_only
from leagues.actions.phones.kiosks import make_kiosk, revoke_kiosk
from leagues.actions.phones.labels import void_labels
from leagues.forms.phones.kiosks import KioskForm
from leagues.models import Board, Event, Kiosk
from leagues.views.desk._event import desk_event
from leagues.views.public.qr_codes import qr_picture, to_share


@organisers_only
@require_http_methods(["GET", "HEAD", "POST"])
def event_phones(request: HttpRequest, slug: str) -> HttpResponse:
    """List the ways to enter scores and the tablets. A POST adds a tablet."""
    event = desk_event(request, slug)
    form = KioskForm(event, request.POST if request.method == "POST" else None)
    if form.is_valid():
        return _let_in(request, event, form)
    board = event.boards.first()
    answer = TemplateResponse(
        request,
        "desk/phones/phones.html",
        {
            "event": event,
            "form": form,
            "kiosks": Kiosk.objects.open().filter(board__events=event).order_by("board"),
            "boards": event.boards.count(),
            "board": board,
            "picture": board and qr_picture(request.build_absolute_uri(_opened_by_label(board))),
        },
        status=422 if form.is_bound else 200,
    )
    return keep_secret(answer)


def _let_in(request: HttpRequest, event: Event, form: KioskForm) -> HttpResponse:
    """Add a tablet and show its link.

    The link is shown only once, because only its hash is stored.
    """
    board = form.cleaned_data["board"]
    token = make_kiosk(
        by=get_visitor(request), event=event, board=board, name=form.cleaned_data["name"]
    )
    answer = TemplateResponse(
        request,
        "desk/phones/kiosk.html",
        {"event": event, "board": board, **to_share(request, reverse("kiosk", args=[token]))},
    )
    return keep_secret(answer)


@organisers_only
@require_POST
def kiosk_revoke(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    event = desk_event(request, slug)
    tablets = Kiosk.objects.filter(board__events=event).select_related("board")
    kiosk = get_object_or_404(tablets, pk=pk)
    if revoke_kiosk(by=get_visitor(request), event=event, kiosk=kiosk):
        messages.success(
            request, _("The tablet at board %(n)s is signed out.") % {"n": kiosk.board.number}
        )
    return redirect("event_phones", slug)


@organisers_only
@for_the_hall
@require_safe
def board_labels(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a printable label for every board. Labels work until they are voided."""
    event = desk_event(request, slug)
    labels = [(board, to_share(request, _opened_by_label(board))) for board in event.boards.all()]
    answer = TemplateResponse(
        request,
        "desk/phones/labels.html",
        {
            "event": event,
            "labels": labels,
            "code_address": absolute_address(request, reverse("play_code")),
        },
    )
    return keep_secret(answer)


def _opened_by_label(board: Board) -> str:
    return reverse("board_label", args=[board.pk, label_secret(board)])


@organisers_only
@require_POST
def labels_void(request: HttpRequest, slug: str) -> HttpResponse:
    event = desk_event(request, slug)
    boards = void_labels(by=get_visitor(request), event=event)
    messages.success(
        request,
        ngettext(
            "The printed label of %(n)s board no longer works. Print a new one.",
            "The printed labels of %(n)s boards no longer work. Print new ones.",
            boards,
        )
        % {"n": boards},
    )
    return redirect("board_labels", slug)
