"""Access to a match by a board's label, a match code or a tablet; and the page of a board."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from leagues.access.pass_checks import NoEntry, ended_here, follows_here, here_now, holder_of
from leagues.access.phone_passes import Chose, Pass, WayIn, label_secret, match_of_code
from leagues.access.phone_roles import at_a_label, on_a_kiosk, with_board
from leagues.access.roles import for_anyone, keep_secret
from leagues.access.throttle import WRONG_LINKS
from leagues.models import Board, Kiosk, Match
from leagues.reads.phones.friendlies import is_free, is_left


@at_a_label
@require_safe
def open_label(request: HttpRequest, board: Board) -> HttpResponse:
    """Open the current match of a board by its label, which stays on the board all day."""
    return _render_board(
        request, board, Pass(WayIn.LABEL, board.pk, 0, label=board.label_number), here_now(board)
    )


@on_a_kiosk
@require_safe
def open_kiosk(request: HttpRequest, tablet: Kiosk) -> HttpResponse:
    pass_ = Pass(WayIn.KIOSK, tablet.pk, 0, Chose.EVERYBODY)
    return _render_board(request, tablet.board, pass_, here_now(tablet.board))


@with_board
@require_safe
def open_board(request: HttpRequest, board: Board, pass_: Pass) -> HttpResponse:
    """Open the current match of a board, for a phone that got access by an earlier match."""
    match = here_now(board)
    is_over = match is not None and match.state == Match.State.FINISHED
    return _render_board(request, board, pass_, None if is_over else match)


def _render_board(
    request: HttpRequest, board: Board, pass_: Pass, match: Match | None
) -> HttpResponse:
    now = timezone.now()
    if match is not None and not is_left(match, now):
        return redirect("play", pass_.on(match).signed)
    at_label = pass_.way is WayIn.LABEL and is_free(board, now)
    ended = ended_here(board)
    follows = follows_here(board)
    known = follows or ended or match
    return TemplateResponse(
        request,
        "phones/board.html",
        {
            "board": board,
            "event": known and known.event,
            "ended": ended,
            "ended_url": ended and reverse("play", args=[pass_.on(ended).signed]),
            "follows": follows,
            "left": match and Match.objects.with_sides().get(pk=match.pk),
            "left_url": match and reverse("play", args=[pass_.on(match).signed]),
            "friendly": reverse("board_friendly", args=[board.pk, label_secret(board)])
            if at_label
            else "",
            "again": reverse("play_board", args=[pass_.on(None).signed]),
        },
    )


@for_anyone
@require_http_methods(["GET", "HEAD", "POST"])
def enter_code(request: HttpRequest) -> HttpResponse:
    """Enter a match by the code on its card. A scanned code is already filled in."""
    asked = request.POST if request.method == "POST" else request.GET
    typed = asked.get("code", "")[:20]
    if request.method != "POST":
        return keep_secret(
            TemplateResponse(request, "phones/code.html", {"typed": typed, "wrong": ""})
        )
    if WRONG_LINKS.is_spent(request):
        return WRONG_LINKS.refuse(request)
    match = match_of_code(typed)
    wrong = _("That isn’t a code. It has six letters and digits. Check the card again.")
    if match is not None:
        wrong = _("No match has the code %(code)s. Check the card.") % {"code": typed.upper()}
    try:
        if match is not None and Match.objects.filter(pk=match).exists():
            pass_ = Pass(WayIn.CODE, match, match)
            holder_of(pass_)
            return keep_secret(redirect("play", pass_.signed))
    except NoEntry as why:
        wrong = str(why)
    WRONG_LINKS.spend(request)
    return TemplateResponse(
        request, "phones/code.html", {"typed": typed, "wrong": wrong}, status=422
    )
