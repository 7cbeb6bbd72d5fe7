"""What is still to be played of a match, in a few words."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.matches import MatchFormat, MatchState, state_as_recorded
from scoring.outcome import Owed, Points
from scoring.sides import BySeat, Seat

FAR = 40  # rounds; a game that may go on for longer has no length


def to_play(match_format: MatchFormat, at: MatchState, first: Seat) -> str:
    """ "two more rounds", "one deciding round", "at least one more round"."""
    if at.next is None:
        return ""
    if at.next.owed is not Owed.NORMAL:
        return {
            Owed.DECIDING: _("one deciding round"),
            Owed.EXTRA: _("extra rounds"),
            Owed.SHOOT_OUT: _("a shoot-out: 20s only"),
            Owed.SUDDEN_DEATH: _("a shoot-out: sudden death"),
        }[at.next.owed]
    least, most = _rounds_left(match_format, at, first)
    if least == most:
        text = ngettext("%(n)s more round", "%(n)s more rounds", least)
    else:
        text = ngettext("at least %(n)s more round", "at least %(n)s more rounds", least)
    return text % {"n": least}


def _rounds_left(match_format: MatchFormat, at: MatchState, first: Seat) -> tuple[int, int]:
    """The fewest and the most rounds before something else is owed, or nothing is."""
    rule = match_format.rule
    played = [each.points for game in at.games for each in game.rounds]
    level = rule.pays.points(BySeat.repeat(0, rule.sides))
    ways = [level, *(rule.best_round(seat) for seat in rule.players.seats)]
    lengths = [_until_something_else(match_format, played, way, first) for way in ways]
    return min(lengths), max(lengths)


def _until_something_else(
    match_format: MatchFormat, played: Sequence[Points], way: Points, first: Seat
) -> int:
    due = state_as_recorded(match_format, played, first).next
    assert due is not None
    for rounds in range(1, FAR):
        after = state_as_recorded(match_format, [*played, *[way] * rounds], first).next
        if after is None or (after.game, after.owed) != (due.game, due.owed):
            return rounds
    return FAR
