"""Write the card of a match: save the reports, and update the rounds and the match."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from django.utils.translation import gettext as _

from leagues.access.roles import Who
from leagues.actions.act import Line, act
from leagues.actions.draw.brackets import sync_brackets
from leagues.actions.events.times import set_times
from leagues.actions.meetings import refuse_meeting
from leagues.actions.play.calls import call_to_freed_boards
from leagues.actions.play.settle import settle_match
from leagues.actions.push import tell_of_result
from leagues.actions.refusal import Refused
from leagues.actions.verb import Verb
from leagues.models import Match, MatchSide, Round, RoundReport
from leagues.models.prepared_queries import at_once, insert_row, update_rows
from leagues.reads import format_of, match_state
from leagues.reads.play.claims import Claim
from leagues.reads.play.typed_cards import TypedRound
from scoring.errors import ScoreError
from scoring.matches import MatchFormat, MatchState, NextRound
from scoring.score import ScoredRound

ROUND_FIELDS = ("first", "state", "points", "score", "twenties", "discs")


class NotDue(Refused):
    """The score may be right but can't be entered now, because it is too late or out of turn.

    A phone's report is saved anyway; see ``late``.
    """


@contextmanager
def card_act(by: Who, match: Match, verb: Verb, **facts: Any) -> Iterator[Line[Match]]:
    """Run an act on the card of a match, including the consequences of its result."""
    with act(by, match, verb, match=match.number, **facts) as line:
        was_over = line.on.state == Match.State.FINISHED
        yield line
        conclude_act(line, was_over=was_over)


def conclude_act(line: Line[Match], *, was_over: bool) -> None:
    """Write the line, then the consequences: update brackets, and call a match to a freed board."""
    if not line.write():
        return
    match, is_over = line.on, line.on.state == Match.State.FINISHED
    if is_over or was_over:
        sync_brackets(match.pairing_round.stage)
    if is_over and not was_over:
        tell_of_result(match)
        call_to_freed_boards(by=line.by, event=line.event, ended=match)
        if not match.pairing_round.matches.unfinished().exists():
            set_times(line.event)


def report_on(
    by: Who,
    match: Match,
    which: tuple[int, int],
    claim: Claim,
    kind: RoundReport.Kind,
    **facts: Any,
) -> RoundReport:
    """An unsaved report of a round, by a phone or the desk."""
    game, number = which
    return RoundReport(
        match=match,
        game=game,
        number=number,
        kind=kind,
        player=by.player,
        user=by.user,
        claim=claim,
        **facts,
    )


def write_rounds(
    match: Match,
    rounds: Iterable[Round],
    typed: Iterable[TypedRound],
    state: Round.State,
    *,
    reports: Sequence[RoundReport] = (),
    dropped: Collection[Round] = (),
    sides: Sequence[MatchSide] | None = None,
    is_same_score: bool = False,
    may_shorten: bool = True,
) -> list[Round]:
    """Write these rounds of a match, and update the match; returns all its rounds in order.

    ``dropped`` rounds are deleted. Nothing is written if the rest of the card would become
    impossible or no longer count.
    """
    refuse_meeting(match)
    RoundReport.objects.bulk_create(reports)
    if dropped:
        Round.objects.filter(pk__in=[gone.pk for gone in dropped]).delete()
    card = {(each.game, each.number): each for each in rounds if each not in dropped}
    written = []
    for each in typed:
        row = card.setdefault(each.which, row_for_round(match, (), each.due))
        fill_round(row, each.scored, each.claim, state)
        written.append(row)
    after = [card[which] for which in sorted(card)]
    at = match_state(format_of(match), after, match.first)
    if at.doubts:
        raise ScoreError(*at.doubts)
    if at.not_counted and not may_shorten:
        raise NotDue(_("with this score the match would have ended earlier (call the desk)"))
    written += [each for each in take_turns(card, at) if each not in written]
    sides = list(match.sides.all()) if sides is None else sides
    with at_once():
        changed = [row for row in written if not row._state.adding]
        for row in written:
            if row._state.adding:
                insert_row(row)
        update_rows(changed, ROUND_FIELDS)
        settle_match(match, at, after, sides, is_same_score=is_same_score)
    return after


def take_turns(card: dict[tuple[int, int], Round], at: MatchState) -> list[Round]:
    """Set the side that shoots first in every round; returns the rounds in which it changed.

    The turns continue from game to game, so another round in one changes those of the next.
    """
    turned = []
    for due in (each for game in at.games for each in game.rounds):
        row = card[due.game, due.round]
        if row.first != due.first.seat:
            row.first = due.first.seat
            turned.append(row)
    return turned


def round_to_enter(
    match: Match, match_format: MatchFormat, rounds: Sequence[Round], game: int, number: int
) -> NextRound:
    """A played round, or the next one to play; ``NotDue`` for any other."""
    at = match_state(match_format, rounds, match.first)
    for played in (each for of_one in at.games for each in of_one.rounds):
        if (played.game, played.round) == (game, number):
            return played
    if match.state == Match.State.FINISHED:
        raise NotDue(_("this match is finished"))
    if at.next is None or (at.next.game, at.next.round) != (game, number):
        raise NotDue(
            _("round %(round)s of game %(game)s isn’t next") % {"round": number, "game": game}
        )
    return at.next


def row_for_round(match: Match, rounds: Iterable[Round], due: NextRound) -> Round:
    """The saved row of this round, or an unsaved new one."""
    which = due.game, due.round
    for row in rounds:
        if (row.game, row.number) == which:
            return row
    return Round(match=match, game=due.game, number=due.round, first=due.first.seat)


def fill_round(row: Round, scored: ScoredRound, claim: Claim, state: Round.State) -> None:
    """Set the columns of a round from a claim and its score."""
    row.points = list(scored.points)
    row.score = None if scored.score is None else list(scored.score)
    row.twenties = list(scored.twenties)
    row.discs = claim.get("discs")
    row.state = state
