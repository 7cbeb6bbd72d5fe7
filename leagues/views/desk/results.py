"""Correct a match: show the saved rounds, the typed rounds and the consequences."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from leagues.access.league_roles import organisers_of_event
from leagues.access.roles import get_visitor
from leagues.actions.entries.waiting_list import name_of
from leagues.actions.leagues.table_previews import event_what_if, what_if
from leagues.actions.results.consequences import correct_and
from leagues.actions.results.corrections import Then, cannot_correct, correct_match, retyped_as
from leagues.forms.results import CorrectionForm
from leagues.models import Event, Match, PairingRound, Player, Round, TeamBoard
from leagues.reads.play.card import card_mark, claim_of
from leagues.reads.play.matches import STOPPED
from leagues.reads.play.result_text import claim_in_words, result_in_figures, result_of
from leagues.reads.results.consequences import Consequences
from leagues.reads.results.corrections import Retyped, ending_line
from leagues.reads.results.differences import DrawnSince, PlaceChange
from leagues.reads.results.what_if import drawn_instead, what_follows
from leagues.views.attempt import Attempt
from leagues.views.desk._event import desk_event
from leagues.views.desk._previews import is_typing, typed_or_sent
from scoring.sides import Seat

LONGEST_KEY = 12  # digits


@dataclass(frozen=True)
class CardLine:
    """One round: the saved result and its form field."""

    saved: str
    field: Any


@dataclass(frozen=True)
class Since:
    """A later round, and whether its draw would change with the correction."""

    drawn: DrawnSince
    text: str
    instead: str = ""
    """The other draw, in words. Empty until it is requested: a draw is slow, so the page
    requests the rounds one by one.
    """


@dataclass(frozen=True)
class Preview:
    """The result of the typed rounds, and everything that follows from it."""

    retyped: Retyped
    follows: Consequences
    sentences: Sequence[str]
    since: Sequence[Since]
    score: str
    score_before: str
    is_over: bool
    may_choose: bool


@organisers_of_event
@require_http_methods(["GET", "HEAD", "POST"])
def match_correct(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    event = desk_event(request, slug)
    match = find_match(event, number)
    rounds = sorted(match.rounds.all(), key=lambda each: (each.game, each.number))
    form = CorrectionForm(
        typed_or_sent(request), match=match, rounds=rounds, initial={"seen": card_mark(match)}
    )
    if request.POST.get("step") == "swap":
        form.swap_sides()
    asked = _asked_round(request, event)
    if asked and is_typing(request):
        return _render_since(request, form, match, asked)
    if "season" in request.GET and is_typing(request):
        return _season_fragment(request, form, match)
    preview = _make_preview(form, match, asked)
    if request.POST.get("step") != "save":
        form.only_look()
    elif preview and form.is_valid() and _save_correction(request, form, match):
        return redirect("match_reports", slug, number)
    page = "desk/results/match.html"
    return TemplateResponse(
        request,
        f"{page}#follows" if is_typing(request) else page,
        {
            "event": event,
            "match": match,
            "sides": sides_of(match),
            "form": form,
            "lines": _card_lines(form, rounds),
            "preview": preview,
            "season": _season_follows(request, form, match)
            if preview and not is_typing(request)
            else None,
            "cannot": cannot_correct(match),
            "ended_by": ending_line(match),
            "may_read_log": get_visitor(request).is_organiser,
        },
    )


def _asked_round(request: HttpRequest, event: Event) -> PairingRound | None:
    """Return the round in ``since``, whose draw is to be simulated. None without it."""
    asked = (request.POST or request.GET).get("since", "")
    if not (asked.isdecimal() and len(asked) < LONGEST_KEY):
        return None
    rounds = PairingRound.objects.of(event).published().select_related("stage__event")
    return get_object_or_404(rounds, pk=int(asked))


def _render_since(
    request: HttpRequest, form: CorrectionForm, match: Match, asked: PairingRound
) -> HttpResponse:
    """Render one later round with the draw it would have had."""
    retyped = _retype_match(form, match)
    if retyped is None:
        return HttpResponse(status=204)
    since = _worked_out(match, retyped, asked)
    context = {"event": match.event, "match": match, "since": since}
    return TemplateResponse(request, "desk/results/match.html#since", context)


def _worked_out(match: Match, retyped: Retyped, asked: PairingRound) -> Since:
    differs = drawn_instead(match, retyped.card, asked)
    if differs is None:
        instead = _("The draw would have been the same.")
    else:
        instead = differs.sentence(names_in(match.event).__getitem__)
    drawn = DrawnSince(asked.pk, asked.stage.name, asked.number)
    return Since(drawn, drawn.sentence(str), instead)


def _retype_match(form: CorrectionForm, match: Match) -> Retyped | None:
    """Return the match with the typed rounds. None if they are invalid; the form has the errors."""
    form.full_clean()
    if not form.is_bound or form.claims is None:
        return None
    with Attempt(form) as tried:
        retyped = retyped_as(match, form.claims)
    return None if tried.refused else retyped


def _make_preview(form: CorrectionForm, match: Match, asked: PairingRound | None) -> Preview | None:
    """Return the consequences of the typed rounds. None if these are invalid."""
    retyped = _retype_match(form, match)
    if retyped is None:
        return None
    follows = what_follows(match, retyped.card)
    names = names_in(match.event)
    ways = ways_on(match.event, follows, names)
    form.offer(ways)
    return Preview(
        retyped,
        follows,
        sentences=replace(follows, since=()).sentences(names.__getitem__),
        since=[
            _worked_out(match, retyped, asked)
            if asked and asked.pk == each.round
            else Since(each, each.sentence(names.__getitem__))
            for each in follows.since
        ],
        may_choose=len(ways) > 1,
        score=result_in_figures(retyped.state.result, retyped.state.by_game),
        score_before=score_of(match),
        is_over=retyped.state.over or match.decided_by == STOPPED,
    )


@dataclass(frozen=True)
class SeasonFollows:
    """Changed places in a table that covers more than this match's event."""

    title: str
    sentences: Sequence[str]


def _season_fragment(request: HttpRequest, form: CorrectionForm, match: Match) -> HttpResponse:
    """Render ``_season_follows`` as a fragment. A live preview loads it separately, because it is slow."""
    season = _season_follows(request, form, match) if _retype_match(form, match) else None
    return TemplateResponse(request, "desk/results/match.html#season", {"season": season})


def _season_follows(
    request: HttpRequest, form: CorrectionForm, match: Match
) -> SeasonFollows | None:
    """Simulate the correction in the table of the night's league, or of the teams.

    None if no place changes, or if the match counts in no such table.
    """
    event, claims = match.event, form.claims
    is_board = TeamBoard.objects.filter(match=match.pk).exists()
    if claims is None or not (event.night or is_board):
        return None

    def correct() -> None:
        correct_match(
            by=get_visitor(request),
            match=match,
            key=uuid4(),
            claims=claims,
            seen=card_mark(match),
            reason=_("Simulated"),
            made_at=timezone.now(),
        )

    with Attempt():
        if event.night:
            league = event.night.league
            moves = what_if([league], correct)[league]
            players = Player.objects.in_bulk([move.player for move in moves])
            names = {pk: player.name for pk, player in players.items()}
            changes = [
                PlaceChange(league.name, move.player, move.before.place, move.after.place)
                for move in moves
                if move.is_moved and move.before and move.after
            ]
            title = _("In the table of %(league)s") % {"league": league.name}
        else:
            names, title = names_in(event), _("In the table of teams")
            changes = list(_moves_of_teams(event, correct))
        sentences = [each.sentence(names.__getitem__) for each in changes]
        return SeasonFollows(title, sentences) if sentences else None
    return None


def _moves_of_teams(event: Event, do: Callable[[], object]) -> Iterator[PlaceChange]:
    """Yield the changed places of teams, without the players at their boards."""
    teams = set(event.entries.filter(line_up=None).values_list("pk", flat=True))
    for each in event_what_if(event, do).moves:
        if each.entry in teams:
            yield each


def ways_on(event: Event, follows: Consequences, names: Mapping[int, str]) -> dict[str, str]:
    """Return the choices for games drawn from the wrong result, by the value of ``Then``."""
    ways = {Then.KEEP.value: _("Keep the published games")}
    redraw_texts = []
    if follows.unplayed:
        redraw_texts.append(_("Redraw games that haven’t started"))
    if follows.stages_to_refill:
        stages = event.stages.filter(pk__in=follows.stages_to_refill)
        redraw_texts.append(
            _("Reassign the places of %(stages)s")
            % {"stages": ", ".join(each.name for each in stages)}
        )
    if redraw_texts:
        ways[Then.PAIR_AGAIN.value] = " · ".join(redraw_texts)
    if follows.play_off:
        two = [names[entry] for entry in follows.play_off.entries]
        ways[Then.PLAY_OFF.value] = _(
            "Keep the places, with a play-off between %(one)s and %(other)s"
        ) % {"one": two[0], "other": two[1]}
    return ways


def _save_correction(request: HttpRequest, form: CorrectionForm, match: Match) -> bool:
    with Attempt(form) as tried:
        correct_and(
            by=get_visitor(request),
            match=match,
            then=Then(form.cleaned_data["then"] or Then.KEEP),
            key=form.cleaned_data["key"],
            claims=form.cleaned_data["claims"],
            seen=form.cleaned_data["seen"],
            reason=form.cleaned_data["reason"].strip(),
            made_at=timezone.now(),
        )
    if tried.is_stale:
        form.see(card_mark(match))
    if tried.refused:
        return False
    messages.success(
        request,
        _("Match %(n)s is corrected. The earlier entries are still listed here.")
        % {"n": match.number},
    )
    return True


def _card_lines(form: CorrectionForm, rounds: Sequence[Round]) -> list[CardLine]:
    saved = [claim_in_words(claim_of(each)) for each in rounds]
    return [
        CardLine(stood, form[name])
        for stood, name in zip_longest(saved, form.round_names, fillvalue="")
    ]


def find_match(event: Event, number: int) -> Match:
    matches = event.matches.with_disputes().with_sides().with_rounds()
    matches = matches.select_related("event", "board", "pairing_round__stage")
    return get_object_or_404(matches, number=number)


@dataclass(frozen=True)
class SideShown:
    letter: str
    name: str
    result: int
    won: bool


def sides_of(match: Match) -> list[SideShown]:
    return [
        SideShown(
            Seat(side.seat).name.lower(),
            " & ".join(name_of(entry) for entry in side.entry_list),
            side.result,
            side.seat == match.winner,
        )
        for side in match.sides.all()
    ]


def score_of(match: Match) -> str:
    return result_of(list(match.sides.all()))


def names_in(event: Event) -> dict[int, str]:
    """Return the full names of all entries by ID, for organisers."""
    return {entry.pk: name_of(entry) for entry in event.entries.named()}


def labels_of(names: Mapping[int, str]) -> dict[int, str]:
    """Return match labels by number: "match 12, Ann – Ben"."""
    return {
        number: _("match %(n)s, %(who)s") % {"n": number, "who": who}
        for number, who in names.items()
    }


def names_at(event: Event, numbers: Collection[int]) -> dict[int, str]:
    """Return both sides of the matches by number: "Ann – Ben"."""
    matches = event.matches.filter(number__in=numbers).with_sides()
    return {match.number: " – ".join(side.name for side in sides_of(match)) for match in matches}
