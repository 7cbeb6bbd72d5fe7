"""The names of rounds: by number, and by game in a match with several."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _

from leagues.models import Match, Round
from leagues.reads.events.sheets import format_of
from leagues.reads.play.matches import match_state
from scoring.matches import MatchState, NextRound
from scoring.outcome import Owed


def round_word(owed: Owed, in_games: bool) -> str:
    """The kind of name for a round. Must agree with ``roundWord`` in static/js/play/match.js."""
    if owed in (Owed.SHOOT_OUT, Owed.SUDDEN_DEATH, Owed.DECIDING):
        return owed.value
    return "round-of-game" if in_games else "round"


def round_name(game: int, number: int, owed: Owed, in_games: bool) -> str:
    """ "round 3", "game 2, round 3", "the shoot-out": for use within a sentence."""
    words = {
        "round": _("round %(number)s"),
        "round-of-game": _("game %(game)s, round %(number)s"),
        "deciding": _("the deciding round"),
        "shoot-out": _("the shoot-out"),
        "sudden-death": _("the shoot-out, one shot each"),
    }
    return words[round_word(owed, in_games)] % {"game": game, "number": number}


class RoundNames(dict[tuple[int, int], str]):
    """The names of a match's rounds by game and number, in order, with the next one to play."""

    def __init__(self, at: MatchState) -> None:
        due: list[NextRound] = [each for game in at.games for each in game.rounds]
        due += [at.next] if at.next else []
        super().__init__(
            ((each.game, each.round), round_name(each.game, each.round, each.owed, at.in_games))
            for each in due
        )
        self.in_games = at.in_games

    @classmethod
    def of(cls, match: Match, rounds: Iterable[Round]) -> RoundNames:
        return cls(match_state(format_of(match), [*rounds], match.first))

    def short(self, which: tuple[int, int]) -> str:
        """The name in a column headed "Round": the number of a normal round of the only game."""
        name = self[which]
        return str(which[1]) if name == round_name(*which, Owed.NORMAL, in_games=False) else name

    def __missing__(self, which: tuple[int, int]) -> str:
        """The name of a round that was reported but is no longer on the card."""
        return round_name(*which, Owed.NORMAL, self.in_games)


def round_in_play(match: Match) -> tuple[str, NextRound] | None:
    """The round that is being played, with its name. None before the match begins and once it is
    over.
    """
    if match.state != Match.State.PLAYING:
        return None
    at = match_state(format_of(match), [*match.rounds.all()], match.first)
    return (RoundNames(at)[at.next.game, at.next.round], at.next) if at.next else None
