"""Enter paper score cards: a board number, its rounds, then the next card."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from leagues.access.league_roles import scorers_of_event
from leagues.access.roles import get_visitor
from leagues.actions.phones.totals import enter_totals
from leagues.actions.play.cards import enter_card
from leagues.actions.refusal import Refused, Stale
from leagues.models import Event, Match
from leagues.models.matches import WITHOUT_A_DISC
from leagues.reads import format_of
from leagues.reads.play.blockers import in_figures, sitting_label
from leagues.reads.play.card import card_mark, claim_of, takes_totals_at_desk
from leagues.reads.play.desk import Sitting, sitting_of
from leagues.reads.play.result_text import games_in_figures, result_of
from leagues.reads.play.typed_cards import (
    Echo,
    Totals,
    as_typed,
    echo_card,
    example_of,
    example_totals,
    fixed_length,
    read_card,
    read_totals,
)
from leagues.views.attempt import Attempt
from leagues.views.desk._event import desk_event
from scoring.sides import Seat

LONGEST_CARD = 2000  # characters
NOTHING_OPEN = {"board": "", "fault": "", "saved": ""}


@scorers_of_event
@require_http_methods(["GET", "HEAD", "POST"])
def desk_card(request: HttpRequest, slug: str) -> HttpResponse:
    """Open the card of a board (GET), or save it (POST)."""
    event = desk_event(request, slug)
    asked = request.POST if request.method == "POST" else request.GET
    match = find_match(event, asked.get("match", ""), asked.get("board", ""))
    if match is not None and not asked.get("match") and (over := ended_before(match)):
        return _render_panel(request, event, _choice_context(over, match))
    if match is None:
        return _which_board(request, event, asked.get("board", "")[:20])
    if request.method == "POST":
        return _save_card(request, event, match)
    return _render_panel(request, event, _open_card(match))


def _which_board(request: HttpRequest, event: Event, wanted: str) -> HttpResponse:
    if not wanted and request.method != "POST":
        return _render_panel(request, event, {})
    fault = _("Which board?")
    if wanted:
        fault = _("No match is waiting at board “%(board)s”.") % {"board": wanted}
    refused = 422 if request.method == "POST" else 200
    return _render_panel(request, event, {"board": wanted, "fault": fault}, status=refused)


@scorers_of_event
@require_safe
def desk_card_sum(request: HttpRequest, slug: str) -> HttpResponse:
    """Render the result of the lines typed so far."""
    event = desk_event(request, slug)
    match = find_match(event, request.GET.get("match", ""), "")
    if match is None:
        return HttpResponse(status=204)
    text = request.GET.get("card", "")[:LONGEST_CARD]
    return TemplateResponse(
        request, "desk/play/card.html#sum", {"entry": _entry_context(match, text)}
    )


def find_match(event: Event, number: str, board: str) -> Match | None:
    """Find a match by its number; or at a board: the one in play, else the next, else the last."""
    matches = (
        event.matches.published()
        .with_sides()
        .with_rounds()
        .select_related("pairing_round__stage__event", "board", "pool")
    )
    if _is_number(number):
        return matches.filter(number=int(number)).first()
    if not _is_number(board):
        return None
    there = matches.filter(board__number=int(board))
    return (
        there.at_a_board().first()
        or there.unfinished()
        .order_by("pairing_round__stage__number", "pairing_round__number", "wave", "pk")
        .first()
        or there.finished().order_by("-finished_at").first()
    )


def ended_before(match: Match) -> Match | None:
    """Return the last match on the board of a match that is not called yet. None otherwise.

    A card typed for such a board probably belongs to that last match (a correction), or the
    board number is wrong. Saving it without a question would start the next match early.
    """
    if match.state != Match.State.PLANNED:
        return None
    there = Match.objects.published().filter(event=match.event_id, board=match.board_id)
    played = there.finished().exclude(ending__in=WITHOUT_A_DISC).with_sides()
    last: Match | None = played.order_by("-finished_at").first()
    return last


def _choice_context(over: Match, to_come: Match) -> dict[str, Any]:
    """Return the two matches to choose from, described in words."""
    ended, follows = sitting_of(over), sitting_of(to_come)
    figures = result_of(list(over.sides.all()))
    return {
        "over": over,
        "to_come": to_come,
        "where": sitting_label(follows),
        "ended": _("Match %(n)s is finished here, %(names)s %(figures)s.")
        % {"n": over.number, "names": ended.title, "figures": figures},
        "comes": _("Match %(n)s, %(names)s, is up next but not called yet.")
        % {"n": to_come.number, "names": follows.title},
    }


def _is_number(text: str) -> bool:
    return text.isdecimal() and len(text) < 7


def _open_card(match: Match) -> dict[str, Any]:
    """Return the card with the rounds already saved, ready for more."""
    lines = [as_typed(claim_of(each)) for each in match.rounds.all()]
    return _entry_context(match, "\n".join(lines)) | {"key": uuid4(), "seen": card_mark(match)}


def _entry_context(match: Match, text: str) -> dict[str, Any]:
    match_format = format_of(match)
    echo = echo_card(text, match_format, Seat(match.first))
    sitting = sitting_of(match)
    takes_totals = takes_totals_at_desk(match)
    totals = read_totals(text, match_format) if takes_totals else None
    game = example_totals(match_format.rule)
    return {
        "match": match,
        "sitting": sitting,
        "where": sitting_label(sitting),
        "text": text,
        "echo": echo,
        "lines": [in_figures(each.claim) for each in echo.card.rounds],
        "paid": echo.card.state.result,
        "games": games_in_figures(echo.card.state.by_game),
        "verdict": _verdict_text(echo, sitting),
        "example": example_of(match_format.rule),
        "totals": " ".join(("65", "40", "30", "25")[: match_format.rule.sides]),
        "twenties": " ".join("3100"[: match_format.rule.sides]),
        "game": game if takes_totals else "",
        "length": fixed_length(match_format) or 0,
        "first": "".join(sitting.names[match.first : match.first + 1]),
        "fault": "",
    } | (_echo_of_totals(totals, sitting) if totals else {})


def _echo_of_totals(totals: Totals, sitting: Sitting) -> dict[str, Any]:
    """Return the entry for the typed totals of a whole game."""
    line = "–".join(map(str, totals.points))
    if totals.twenties:
        made = "–".join(map(str, totals.twenties))
        line += ", " + _("20s %(twenties)s") % {"twenties": made}
    return {
        "echo": None,
        "lines": [line],
        "paid": totals.points,
        "games": "",
        "verdict": _outcome_text(totals.points.leader, sitting),
    }


def _verdict_text(echo: Echo, sitting: Sitting) -> str:
    outcome = echo.card.state.outcome
    return _outcome_text(outcome.winner, sitting) if outcome else ""


def _outcome_text(winner: Seat | None, sitting: Sitting) -> str:
    if winner is None:
        return _("Finished with a tie.")
    return _("Finished. %(name)s wins.") % {"name": sitting.names[winner]}


def _save_card(request: HttpRequest, event: Event, match: Match) -> HttpResponse:
    text = request.POST.get("card", "")[:LONGEST_CARD]
    seen = request.POST.get("seen", "")
    match_format = format_of(match)
    totals = read_totals(text, match_format) if takes_totals_at_desk(match) else None
    is_new = True
    with Attempt() as tried:
        key = _parse_key(request.POST.get("key", ""))
        if totals:
            enter_totals(by=get_visitor(request), match=match, key=key, totals=totals, seen=seen)
        else:
            typed = read_card(text, match_format, Seat(match.first))
            is_new = enter_card(
                by=get_visitor(request),
                match=match,
                key=key,
                claims=[each.claim for each in typed.rounds],
                seen=seen,
                made_at=timezone.now(),
            ).is_new
        return _confirm_saved(request, event, match, is_new=is_new)
    return _refuse_card(request, event, match, text, tried)


def _parse_key(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        raise Stale(_("This card was sent twice with different scores. Send it again.")) from None


def _refuse_card(
    request: HttpRequest, event: Event, match: Match, text: str, tried: Attempt
) -> HttpResponse:
    """Show the card as it was typed, the reason of the refusal, and the saved rounds."""
    by_the_act = isinstance(tried.refused, Refused)
    lines = [as_typed(claim_of(each)) for each in match.rounds.all()]
    entry = _entry_context(match, text) | {
        "key": uuid4(),
        "seen": card_mark(match),
        "fault": tried.why,
        "there": lines if by_the_act else [],
        "may_correct": by_the_act and not tried.is_stale,
    }
    return _render_panel(request, event, entry, status=422)


def _confirm_saved(
    request: HttpRequest, event: Event, match: Match, *, is_new: bool
) -> HttpResponse:
    [fresh] = event.matches.filter(pk=match.pk).with_sides().with_rounds()
    sitting = sitting_of(fresh)
    figures = result_of(list(fresh.sides.all()))
    text = {
        (True, True): _("%(where)s: %(names)s %(figures)s. Saved."),
        (True, False): _("%(where)s: %(names)s %(figures)s so far. Saved."),
    }.get(
        (is_new, fresh.state == Match.State.FINISHED),
        _("%(where)s: %(names)s %(figures)s. Already saved, nothing changed."),
    ) % {"where": sitting_label(sitting), "names": sitting.title, "figures": figures}
    if request.headers.get("HX-Request"):
        answer = _render_panel(request, event, {"saved": text, "match_saved": fresh})
        answer["HX-Trigger"] = "desk-changed"
        return answer
    messages.success(request, text)
    return redirect("desk_card", event.slug)


def _render_panel(
    request: HttpRequest, event: Event, entry: Mapping[str, Any], status: int = 200
) -> HttpResponse:
    context = {"event": event, "entry": {**NOTHING_OPEN, **entry}}
    if request.headers.get("HX-Request"):
        return TemplateResponse(request, "desk/play/card.html#panel", context, status=status)
    playing = event.matches.published().at_a_board().exclude(board=None)
    context["at_boards"] = playing.with_sides().by_board()
    return TemplateResponse(request, "desk/play/card.html", context, status=status)
