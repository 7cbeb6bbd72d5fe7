"""What an entry still needs to play on or to come first, as a sentence.

Only if all matches left are known and each pays the same total. Rounds that are drawn from
the table, and games to a target, leave too much open to give a number.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from operator import attrgetter

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from leagues.models import Match, PairingRound, Stage
from leagues.reads.events.drawn_byes import averages_games
from leagues.reads.events.next_stage import has_rounds_to_come
from leagues.reads.events.sheets import match_format_of
from leagues.reads.tables.entry_sources import may_go_on, stage_after
from leagues.reads.tables.stage_results import StagePlay
from leagues.stages.entry_sources import KeepPools, Source, Top, TopOfPools, source_from
from scoring.game_end import FixedRounds, TieStands
from scoring.matches import MatchFormat, SingleGame
from scoring.payouts import MatchPoints
from scoring.qualification import Left, Outlook, Status, what_it_takes
from scoring.results import Number

EFFORT = 200  # combinations of places that are tried; with more, safe bounds are given
LAST_MATCHES = 4  # of an entry; with more left, nearly everything is still open
TOO_MANY = 250  # entries times matches left; more would take too long to compute

Needs = Mapping[int, str]


def needs_of(play: StagePlay, points: Mapping[int, Number]) -> Needs:
    """A sentence for each entry, given its points. Entries without one are left out."""
    aim = _("the next stage") if stage_after(play.stage) else _("first place")
    outlooks = outlooks_of(play, points)
    return {entry: in_words(outlook, aim) for entry, outlook in outlooks.items()}


def outlooks_of(play: StagePlay, points: Mapping[int, Number]) -> Mapping[int, Outlook]:
    """Each entry's outlook for the cut or for first place; empty if it can't be computed."""
    stage = play.stage
    worth = worth_of(match_format_of(stage))
    if play.is_final or not play.matches or worth is None:
        return {}
    if has_secrets(stage) or has_rounds_to_come(stage) or averages_games(stage):
        return {}
    cut = cut_of(play)
    left = list(_matches_left(stage, worth))
    if not cut or not left:
        return {}
    later = stage_after(stage)
    here = may_go_on(later) if later else frozenset(play.everyone)
    pools = [[entry for entry in pool if entry in here] for pool in play.members.values()]
    return {
        entry: outlook for pool in pools for entry, outlook in _of_pool(pool, points, left, cut)
    }


def cut_of(play: StagePlay) -> int:
    """How many of each table play on: 1 in the last stage, 0 if the tables are not cut."""
    later = stage_after(play.stage)
    return _cut_size(source_from(later.source), len(play.members)) if later else 1


def worth_of(match_format: MatchFormat) -> int | None:
    """The total points of a match for both sides, or None if they are not fixed."""
    rule = match_format.rule
    if not isinstance(match_format, SingleGame):
        return None
    if not isinstance(rule.pays, MatchPoints) or not isinstance(rule.ends, FixedRounds):
        return None
    return 2 * rule.ends.rounds if rule.ends.when_level == TieStands() else None


def _cut_size(takes: Source, pools: int) -> int:
    """How many of each table this source takes; 0 if it does not cut single tables."""
    if isinstance(takes, TopOfPools | KeepPools):
        return takes.go_on
    return takes.go_on if isinstance(takes, Top) and pools == 1 else 0


def has_secrets(stage: Stage) -> bool:
    return stage.pairing_rounds.filter(state=PairingRound.State.DRAFT).exists()


def _matches_left(stage: Stage, worth: int) -> Iterator[Left[int]]:
    """Yield the unfinished matches between two entries."""
    to_come = Match.objects.filter(pairing_round__stage=stage, pairing_round__is_play_off=False)
    lines = to_come.unfinished().score_lines()
    for _pk, of_one in groupby(lines, key=attrgetter("match")):
        sitting = [line.entry for line in of_one if line.entry is not None]
        if len(sitting) == 2:
            yield Left(sitting[0], sitting[1], worth)


def _of_pool(
    pool: Sequence[int], points: Mapping[int, Number], left: Sequence[Left[int]], cut: int
) -> Iterator[tuple[int, Outlook]]:
    here = tuple(game for game in left if game.a in pool and game.b in pool)
    most = max((sum(e in (g.a, g.b) for g in here) for e in pool), default=0)
    if not 0 < most <= LAST_MATCHES or most * len(pool) > TOO_MANY or cut >= len(pool):
        return
    made = tuple((entry, points[entry]) for entry in pool)
    yield from _cached_outlooks(made, here, cut).items()


@lru_cache(maxsize=256)
def _cached_outlooks(
    made: tuple[tuple[int, Number], ...], left: tuple[Left[int], ...], cut: int
) -> Mapping[int, Outlook]:
    """The outlooks of a pool. Cached, because a result changes only one pool."""
    return what_it_takes(dict(made), left, cut, EFFORT)


def in_words(outlook: Outlook, aim: str) -> str:
    """The outlook as a sentence that does not name the entry."""
    values = {"aim": aim, "left": outlook.left, "sure": outlook.sure}
    values["least"] = outlook.least
    if outlook.status is Status.IN:
        return _("Sure of %(aim)s.") % values
    if outlook.status is Status.OUT:
        return _("Can no longer reach %(aim)s on points.") % values
    if outlook.sure is not None:
        return (
            ngettext(
                "Needs the %(left)s point left to be sure of %(aim)s.",
                "Needs %(sure)s of the %(left)s points left to be sure of %(aim)s.",
                outlook.left,
            )
            % values
        )
    if outlook.left and outlook.least:
        return (
            ngettext(
                "Needs the %(left)s point left, and others to lose, for %(aim)s.",
                "Needs at least %(least)s of the %(left)s points left, and others to lose, for %(aim)s.",
                outlook.left,
            )
            % values
        )
    return _("Needs others to lose, or the tie-breaks, for %(aim)s.") % values
