"""The matches of a player who leaves a league, and what each would become."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from leagues.models import Entry, League, Match, Stage
from leagues.reads.state_marks import mark_of
from leagues.stages.leaving import Becomes, LeavingWay, OwnMatch, after_leaving, usual_way

Ending = Match.Ending


@dataclass(frozen=True)
class Leaver:
    """An entry that leaves, with its matches. Byes are not included."""

    entry: Entry
    matches: tuple[OwnMatch, ...]

    @property
    def over(self) -> int:
        return sum(each.is_over and not each.counts_not for each in self.matches)

    @property
    def counting(self) -> int:
        return sum(not each.counts_not for each in self.matches)

    @property
    def usual_way(self) -> LeavingWay:
        return usual_way(self.matches)

    def plan(self, way: LeavingWay) -> Mapping[int, Becomes]:
        return after_leaving(self.matches, way)

    def sums(self, way: LeavingWay) -> Counter[Becomes]:
        """Count the matches by what they become."""
        return Counter(self.plan(way).values())

    @property
    def mark(self) -> str:
        return mark_of([[each.key, each.is_over] for each in self.matches])


def leaver_of(entry: Entry) -> Leaver:
    """Read the matches of an entry. In box leagues only those of the current period, because its
    boxes already follow from the earlier ones.
    """
    sat = Match.objects.filter(sides__entries=entry, dated__isnull=False)
    if League.objects.filter(event=entry.event_id, kind=League.Kind.BOXES).exists():
        periods = Stage.objects.filter(event=entry.event_id, opened_at__isnull=False)
        sat = sat.filter(pairing_round__stage=periods.order_by("-number").first())
    return Leaver(entry, tuple(map(_own_match, sat.order_by("number"))))


def _own_match(match: Match) -> OwnMatch:
    return OwnMatch(
        match.pk, is_over=match.state == Match.State.FINISHED, counts_not=match.is_struck_out
    )
