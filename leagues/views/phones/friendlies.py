"""Start a friendly at a free board, by scanning its label."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from leagues.access.phone_passes import Pass, WayIn, label_secret
from leagues.access.phone_roles import at_a_label
from leagues.access.roles import ANONYMOUS
from leagues.access.throttle import FRIENDLIES_AT_A_BOARD
from leagues.actions.phones.friendlies import start_friendly
from leagues.forms import sent_data
from leagues.forms.phones.friendlies import FriendlyForm
from leagues.models import Board
from leagues.reads.phones.friendlies import by_shown_name, is_free
from leagues.views.attempt import Attempt


@csrf_exempt  # the secret is in the address and no cookie is used, so there is nothing to forge
@at_a_label
@require_http_methods(["GET", "HEAD", "POST"])
def begin_friendly(request: HttpRequest, board: Board) -> HttpResponse:
    """Choose both players and the rules, then redirect to the entry page."""
    now = timezone.now()
    if request.method != "POST" and not is_free(board, now):
        return redirect(board_address(board))
    people = by_shown_name(board.club)
    form = FriendlyForm(sent_data(request), people=people)
    if request.method == "POST" and form.is_valid():
        if not FRIENDLIES_AT_A_BOARD.admits(request, of=str(board.pk)):
            return FRIENDLIES_AT_A_BOARD.refuse(request)
        with Attempt(form) as tried:
            match = start_friendly(
                by=ANONYMOUS,
                board=board,
                sides=(form.cleaned_data["one"], form.cleaned_data["other"]),
                sheet=form.rules,
                now=now,
            )
        if not tried.refused:
            pass_ = Pass(WayIn.LABEL, board.pk, match.pk, label=board.label_number)
            return redirect("play", pass_.signed)
    return TemplateResponse(
        request,
        "phones/friendly.html",
        {
            "board": board,
            "form": form,
            "names": [player for same in people.values() for player in same],
            "back": board_address(board),
        },
        status=422 if request.method == "POST" else 200,
    )


def board_address(board: Board) -> str:
    return reverse("board_label", args=[board.pk, label_secret(board)])
