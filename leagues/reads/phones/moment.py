"""The match somebody has just played, as they would show it: rounds, 20s, hammer, a best."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Max, prefetch_related_objects

from leagues.models import EventSum, Match, Player
from leagues.reads.phones.my_match import MyMatch
from leagues.reads.play.pips import Pip, pips_of

STAYS = timedelta(minutes=30)


@dataclass(frozen=True)
class Moment:
    own: MyMatch
    with_hammer: tuple[int, int]
    """Rounds they won with the last shot, of so many in which they had it."""
    is_best: bool
    """More 20s than in any other game of theirs."""
    pips: tuple[Pip, ...]


def moment_of(matches: Sequence[MyMatch], player: Player, now: datetime) -> Moment | None:
    """The last one that was played to its end, for as long as it is news."""
    over = [each for each in matches if _is_news(each.match, now) and each.has_score]
    if not over:
        return None
    last = max(over, key=lambda each: (each.match.played_at, each.match.number))
    prefetch_related_objects([last.match], "rounds")
    is_best = _is_best(last, matches, player)
    return Moment(last, _with_hammer(last), is_best, tuple(pips_of(last.match)))


def _is_news(match: Match, now: datetime) -> bool:
    ended = match.finished_at
    is_played = match.ending == Match.Ending.PLAYED
    return is_played and ended is not None and now - STAYS <= ended <= now


def _with_hammer(own: MyMatch) -> tuple[int, int]:
    """Between two sides whoever does not shoot first has the last shot."""
    seat = own.mine.seat
    had = [r.points for r in own.match.rounds.all() if r.points and r.first != seat]
    won = [points for points in had if points[seat] == max(points) > min(points)]
    return len(won), len(had)


def _is_best(last: MyMatch, matches: Sequence[MyMatch], player: Player) -> bool:
    """Only where it is one game, alone on a side, and others were counted before it."""
    made = last.mine.twenties
    if not made or last.mine.by_game or len(last.mine.named_people) > 1:
        return False
    today = [
        each.mine.twenties
        for each in matches
        if each is not last and each.mine.twenties is not None
    ]
    elsewhere = EventSum.objects.filter(player=player).exclude(event=last.match.event_id)
    best = elsewhere.aggregate(best=Max("best_game"))["best"]
    before = [*today, *([best] if best is not None else [])]
    return bool(before) and made > max(before)
