"""End a match that wasn't played: won by one side, lost by both, or void."""

from collections.abc import Mapping

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from leagues.access.roles import Who
from leagues.actions.leagues.unplayed.arranging import (
    WILL_BE_PLAYED,
    Arranging,
    arranging_act,
    undo_arranging,
)
from leagues.actions.meetings import refuse_with_boards
from leagues.actions.refusal import Refused
from leagues.actions.verb import Verb
from leagues.models import Event, League, Match, MatchSide, NoShowClaim, Surface
from leagues.models.matches import PLAYED_OUT
from leagues.models.unplayed import UNDECIDED
from leagues.reads import format_of
from leagues.reads.leagues.kinds.rules import rules_of
from leagues.reads.leagues.kinds.teams import is_meeting
from leagues.reads.log.facts import LogFacts
from leagues.reads.play.walkover import AWARDED, award_points, walkover_in
from leagues.stages.forfeits import ForfeitTerms
from scoring.sides import Seat

Ending = Match.Ending


def forfeit_match(*, by: Who, match: Match, winner: Seat | None) -> None:
    """Give an unplayed match to one side; with ``winner`` None both sides lose."""
    with arranging_act(by, match, FORFEIT_MATCH) as here:
        give_match(here, winner)


def _describe_forfeit(facts: LogFacts) -> str:
    if facts["details"].get("winner"):
        return _("Recorded %(names)s as a forfeit, won by %(winner)s.")
    return _("Recorded %(names)s as a forfeit by both sides.")


FORFEIT_MATCH = Verb(
    "forfeit_match", _describe_forfeit, undo_arranging(WILL_BE_PLAYED), in_league_log=True
)


def void_match(*, by: Who, match: Match) -> None:
    """Void a match that couldn't be played, with neither side at fault.

    It counts for neither, and totals are compared over the same number of matches.
    """
    with arranging_act(by, match, VOID_MATCH) as here:
        refuse_begun(here.match)
        end_void(here)


VOID_MATCH = Verb(
    "void_match",
    later("Voided %(names)s, with neither side at fault."),
    undo_arranging(WILL_BE_PLAYED),
    in_league_log=True,
)


def give_match(here: Arranging, winner: Seat | None) -> None:
    refuse_begun(here.match)
    pay_and_close(here.league, here.match, winner)
    here.line.say(winner=_winner_name(here.match, winner))


def end_void(here: Arranging) -> None:
    refuse_with_boards(here.match)
    close_match(here.match, Ending.ANNULLED, None)


def refuse_begun(match: Match) -> None:
    refuse_with_boards(match)
    if match.rounds.exists():
        raise Refused(_("Part of this match was played. End it on the match page of the event."))


def pay_and_close(league: League, match: Match, winner: Seat | None) -> None:
    """Pay the forfeit by the league's rules, and end the match."""
    pay_forfeit(league, match, winner)
    close_match(match, Ending.FORFEIT if winner is None else Ending.WALKOVER, winner)


def pay_forfeit(league: League, match: Match, winner: Seat | None) -> None:
    """Write the forfeit points of both sides."""
    sides = list(match.sides.all())
    paid = terms_of(league, match, winner).to(winner, wins=wins_in(match.event))
    award_points(sides, paid.points, format_of(match), winner)
    if rules_of(league).forfeit_games is not None:
        for side in sides:
            side.other_result = None if side.other_result is None else paid.games[side.seat]
    MatchSide.objects.bulk_update(sides, AWARDED)


def terms_of(league: League, match: Match, winner: Seat | None) -> ForfeitTerms:
    rule = rules_of(league)
    clean = walkover_in(match.pairing_round.stage, winner or Seat.A)
    return ForfeitTerms(
        points=max(clean)
        if rule.forfeit_points is None or is_meeting(match)
        else rule.forfeit_points,
        games=rule.forfeit_games or 0,
        is_capped=rule.forfeits_capped and not is_meeting(match),
    )


def wins_in(event: Event) -> list[int]:
    """The points that the winner got in each played match of the event."""
    played = Match.objects.filter(event=event, ending__in=PLAYED_OUT)
    won: Mapping[int, int | None] = dict(played.values_list("pk", "winner"))
    sides = MatchSide.objects.filter(match__in=list(won))
    return [
        points
        for match, seat, points in sides.values_list("match", "seat", "points")
        if won[match] == seat
    ]


def close_match(match: Match, ending: Ending, winner: Seat | None) -> None:
    """End a match, and mark its undecided no-show claims as decided."""
    match.state, match.ending, match.winner = Match.State.FINISHED, ending, winner
    match.decided_by, match.finished_at = "", timezone.now()
    match.board = match.help_wanted_at = None
    match.save()
    claims = NoShowClaim.objects.filter(dated=match.pk, state__in=UNDECIDED)
    claims.update(state=NoShowClaim.State.DECIDED)


def _winner_name(match: Match, winner: Seat | None) -> str:
    if winner is None:
        return ""
    return match.sides.named().get(seat=winner).shown_on(Surface.DESK)
