"""Sentences about the rules of each kind of league."""

from collections.abc import Iterator
from functools import singledispatch

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from leagues.models import League
from leagues.reads.leagues.kinds.match_words import (
    due_in_words,
    forfeit_in_words,
    late_in_words,
    matches_in_words,
    silence_in_words,
    unplayed_in_words,
)
from leagues.reads.leagues.kinds.rules import rules_of
from leagues.stages.boxes import BoxRules
from leagues.stages.kind_rules import KindRules, read_rules
from leagues.stages.ladder import LadderRules
from leagues.stages.match_league import MatchLeague
from leagues.stages.own_time import OwnTimeRules
from leagues.stages.series import SeriesRules
from leagues.stages.team_meetings import BoardsPay, TeamRules, TeamsPay


def rules_in_words(league: League) -> list[str]:
    """List sentences on how a league of dated matches is played."""
    rules, matches = read_rules(league.kind_rules), rules_of(league)
    if isinstance(rules, TeamRules):
        return [*kind_rules_in_words(rules), *matches_in_words(matches)]
    return matches_in_words(matches) if rules is None else arrangement_in_words(rules, matches)


def arrangement_in_words(rules: KindRules, matches: MatchLeague) -> list[str]:
    """List sentences on the rules of a kind, when matches are due, and when results count."""
    has_weeks = isinstance(rules, SeriesRules)
    due = [due_in_words(matches), *late_in_words(matches)] if has_weeks else []
    return [
        *kind_rules_in_words(rules),
        *due,
        *_not_played(rules, matches),
        silence_in_words(matches),
    ]


def _not_played(rules: KindRules, matches: MatchLeague) -> Iterator[str]:
    """Yield sentences on unplayed and forfeited matches. A ladder has no points, and the rules of
    a series already name the margin of a forfeit.
    """
    if isinstance(rules, LadderRules):
        return
    yield unplayed_in_words(matches)
    if not isinstance(rules, SeriesRules):
        yield forfeit_in_words(matches)


@singledispatch
def kind_rules_in_words(rules: KindRules | None) -> list[str]:
    """List sentences on the rules that are special to a kind; empty if there are none."""
    return []


@kind_rules_in_words.register
def _of_boxes(rules: BoxRules) -> list[str]:
    period = ngettext("A period lasts %(n)s week", "A period lasts %(n)s weeks", rules.weeks) % {
        "n": rules.weeks
    }
    boxes = _("boxes of about %(n)s") % {"n": rules.size}
    return [f"{period} · {boxes}", _up_and_down(rules)]


def _up_and_down(rules: BoxRules) -> str:
    many = rules.go_up(rules.size)
    moves = ngettext("%(n)s goes up and %(n)s down", "%(n)s go up and %(n)s down", many) % {
        "n": many
    }
    if not rules.games:
        return moves
    games = ngettext(
        "players with at least %(n)s match may go up",
        "players with at least %(n)s matches may go up",
        rules.needed(rules.size),
    ) % {"n": rules.needed(rules.size)}
    return f"{moves} · {games}"


@kind_rules_in_words.register
def _of_a_ladder(rules: LadderRules) -> list[str]:
    reach = ngettext(
        "A challenge goes up %(n)s place at most",
        "A challenge goes up %(n)s places at most",
        rules.reach,
    ) % {"n": rules.reach}
    days = ngettext(
        "and is played within %(n)s day", "and is played within %(n)s days", rules.days
    ) % {"n": rules.days}
    again = ngettext(
        "The same two can meet again after %(n)s day.",
        "The same two can meet again after %(n)s days.",
        rules.again_after,
    ) % {"n": rules.again_after}
    return [f"{reach} {days}.", *([again] if rules.again_after else [])]


@kind_rules_in_words.register
def _of_own_time(rules: OwnTimeRules) -> list[str]:
    games = ngettext("%(n)s match each", "%(n)s matches each", rules.games) % {"n": rules.games}
    weeks = ngettext("in a week", "in %(n)s weeks", rules.weeks) % {"n": rules.weeks}
    times = ngettext(
        "The same two meet at most once.", "The same two meet at most %(n)s times.", rules.times
    ) % {"n": rules.times}
    return [f"{games} {weeks}", times]


@kind_rules_in_words.register
def _of_series(rules: SeriesRules) -> list[str]:
    values = {"n": rules.games, "minutes": rules.minutes, "margin": rules.forfeit_margin}
    return [
        ngettext(
            "Each two opponents play %(n)s game. They get 2 points for a game won, 1 for a tie, and 1 more for the better difference over all of them.",
            "Each two opponents play %(n)s games. They get 2 points for a game won, 1 for a tie, and 1 more for the better difference over all of them.",
            rules.games,
        )
        % values,
        ngettext(
            "After %(minutes)s minute a game ends, and its score at that time counts.",
            "After %(minutes)s minutes a game ends, and its score at that time counts.",
            rules.minutes,
        )
        % values
        if rules.has_clock
        else _("A game is played to the end, with no time limit."),
        ngettext(
            "A forfeited game is lost by %(margin)s point.",
            "A forfeited game is lost by %(margin)s points.",
            rules.forfeit_margin,
        )
        % values,
    ]


@kind_rules_in_words.register
def _of_teams(rules: TeamRules) -> list[str]:
    return [
        _boards_in_words(rules),
        _paid_in_words(rules),
        _stand_ins_in_words(rules),
        ngettext(
            "Line-ups are due %(n)s hour before a meeting. They are shown once both are in.",
            "Line-ups are due %(n)s hours before a meeting. They are shown once both are in.",
            rules.hours_before,
        )
        % {"n": rules.hours_before},
    ]


def _boards_in_words(rules: TeamRules) -> str:
    singles = ngettext("%(n)s single", "%(n)s singles", rules.singles)
    pairs = ngettext("%(n)s pair", "%(n)s pairs", rules.pairs)
    parts = [
        text % {"n": many}
        for text, many in ((singles, rules.singles), (pairs, rules.pairs))
        if many
    ]
    line_up = " · ".join(parts)
    if rules.everyone:
        return _("%(line_up)s from each team. Everyone plays everyone on the other team.") % {
            "line_up": line_up
        }
    return _("A meeting: %(line_up)s.") % {"line_up": line_up}


def _paid_in_words(rules: TeamRules) -> str:
    board = (
        _("points scored at the boards")
        if rules.board_pays is BoardsPay.POINTS
        else _("boards (2 for a win, 1 for a tie)")
    )
    text = {
        TeamsPay.MEETINGS: _("A meeting is won by %(board)s. A win is worth 2, a tie 1."),
        TeamsPay.BOARDS: _("A team gets its %(board)s."),
        TeamsPay.BOTH: _("A team gets its %(board)s, plus 2 for a meeting won."),
    }[rules.pays] % {"board": board}
    decided = _("The 20s decide a tied meeting.")
    return f"{text} {decided}" if rules.by_twenties else text


def _stand_ins_in_words(rules: TeamRules) -> str:
    if not rules.stand_ins:
        return _("No one may play for another team of the club.")
    return ngettext(
        "A player may play for another team of the club %(n)s time.",
        "A player may play for another team of the club %(n)s times.",
        rules.stand_ins,
    ) % {"n": rules.stand_ins}
