"""Acts on a stage's draw: open the stage, draw, publish, take back, update."""

from collections.abc import Callable, Sequence

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from leagues.access.roles import get_visitor, organisers_only
from leagues.actions.draw import changes, draw, opening
from leagues.actions.draw.draw_updates import Mending, mend_rounds
from leagues.actions.play.calls import publish_and_call
from leagues.models import PairingRound, Stage
from leagues.views.attempt import Attempt
from leagues.views.desk.draw.page import draw_response, number_in, stage_of
from leagues.views.desk.play.desk import after_calls


def _run_act(
    request: HttpRequest,
    slug: str,
    number: int,
    act: Callable[[Stage, str], str],
    *,
    at: int | None = None,
) -> HttpResponse:
    """Run ``act`` and redirect to the draw with its message. A refusal is shown above the draw."""
    stage = stage_of(request, slug, number)
    shown = at or number_in(request.POST.get("round"))
    with Attempt() as tried:
        text = act(stage, request.POST.get("seen", ""))
        messages.success(request, text)
        address = reverse("stage_draw", args=[slug, number])
        return redirect(f"{address}?round={shown}" if shown else address)
    return draw_response(request, stage, shown, status=422, trouble=tried.why)


@organisers_only
@require_POST
def open_it(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    def act(stage: Stage, seen: str) -> str:
        opening.open_stage(by=get_visitor(request), stage=stage)
        return _("%(stage)s is open.") % {"stage": stage}

    return _run_act(request, slug, number, act)


@organisers_only
@require_POST
def empty_it(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    def act(stage: Stage, seen: str) -> str:
        opening.empty_stage(by=get_visitor(request), stage=stage)
        return _("%(stage)s is cleared.") % {"stage": stage}

    return _run_act(request, slug, number, act)


@organisers_only
@require_POST
def draw_games(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    def act(stage: Stage, seen: str) -> str:
        is_new = not stage.opened_at
        text = _drawn_text(draw.draw_rounds(by=get_visitor(request), stage=stage, seen=seen))
        if is_new and stage.number > 1:
            text = _("%(stage)s is open.") % {"stage": stage} + " " + text
        return text

    return _run_act(request, slug, number, act)


def _drawn_text(rounds: Sequence[PairingRound]) -> str:
    return ngettext(
        "Game %(first)s is drawn. Only the desk sees it.",
        "Games %(first)s to %(last)s are drawn. Only the desk sees them.",
        len(rounds),
    ) % {"first": rounds[0].number, "last": rounds[-1].number}


@organisers_only
@require_POST
def publish_games(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Publish one draft, all drafts or a bracket; or publish the next game and call its matches."""
    if to_call := number_in(request.POST.get("call")):
        return _publish_and_call(request, slug, number, to_call)
    only = number_in(request.POST.get("only"))

    def act(stage: Stage, seen: str) -> str:
        rounds = draw.publish_rounds(
            by=get_visitor(request), stage=stage, numbers=[only] if only else None, seen=seen
        )
        return _published_text(rounds)

    return _run_act(request, slug, number, act, at=only)


def _published_text(numbers: Sequence[int]) -> str:
    return ngettext(
        "Game %(first)s is published.", "Games %(first)s to %(last)s are published.", len(numbers)
    ) % {"first": numbers[0], "last": numbers[-1]}


def _publish_and_call(request: HttpRequest, slug: str, number: int, game: int) -> HttpResponse:
    stage = stage_of(request, slug, number)
    with Attempt() as tried:
        called = publish_and_call(
            by=get_visitor(request), stage=stage, number=game, seen=request.POST.get("seen", "")
        )
        messages.success(request, _published_text([game]))
        return after_calls(request, stage.event, len(called))
    return draw_response(request, stage, None, status=422, trouble=tried.why)


@organisers_only
@require_POST
def discard_games(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    def act(stage: Stage, seen: str) -> str:
        rounds = draw.discard_drafts(by=get_visitor(request), stage=stage, seen=seen)
        return ngettext(
            "The draft of game %(first)s is deleted.",
            "The drafts of games %(first)s to %(last)s are deleted.",
            len(rounds),
        ) % {"first": rounds[0], "last": rounds[-1]}

    return _run_act(request, slug, number, act)


@organisers_only
@require_POST
def take_back(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    only = number_in(request.POST.get("only"))

    def act(stage: Stage, seen: str) -> str:
        rounds = draw.take_back_rounds(
            by=get_visitor(request), stage=stage, numbers=[only] if only else None, seen=seen
        )
        return ngettext(
            "Game %(first)s is unpublished. Only the desk sees it.",
            "Games %(first)s to %(last)s are unpublished. Only the desk sees them.",
            len(rounds),
        ) % {"first": rounds[0], "last": rounds[-1]}

    return _run_act(request, slug, number, act, at=only)


@organisers_only
@require_POST
def draw_seeds(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    def act(stage: Stage, seen: str) -> str:
        changes.seeds_by_lot(by=get_visitor(request), stage=stage, seen=seen)
        return _("The seeds are drawn by lot.")

    return _run_act(request, slug, number, act)


@organisers_only
@require_POST
def update_games(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    def act(stage: Stage, seen: str) -> str:
        return _as_mended(mend_rounds(by=get_visitor(request), stage=stage, seen=seen))

    return _run_act(request, slug, number, act)


def _as_mended(mending: Mending) -> str:
    """Return what has changed for each player who left or joined, and for the games."""
    sentences = [
        _("%(name)s is removed from the remaining games.") % {"name": name} for name in mending.left
    ]
    for name, games, byes in mending.joined:
        values = {"name": name, "games": games, "byes": byes}
        if not games:
            sentences.append(
                _("%(name)s has a bye. No free player is left that they haven’t met.") % values
            )
        elif byes:
            sentences.append(
                _("%(name)s is added to the remaining games. Games: %(games)s, byes: %(byes)s.")
                % values
            )
        else:
            sentences.append(_("%(name)s is added to all remaining games (%(games)s).") % values)
    if new := mending.new_rounds:
        sentences.append(
            ngettext(
                "Game %(first)s is added so that everyone plays everyone.",
                "Games %(first)s to %(last)s are added so that everyone plays everyone.",
                len(new),
            )
            % {"first": new[0], "last": new[-1]}
        )
    return " ".join(sentences)
