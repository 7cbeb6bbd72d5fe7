"""A player's season: every score, including credits for nights they didn't play."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Generic

from scoring.season.credit import Credit
from scoring.season.event import Score, ScoreFor, scores_for
from scoring.season.finish import Meeting, P
from scoring.season.night import NightState, PointsAdjusted, SeasonNight
from scoring.season.roster import Roster
from scoring.season.scheme import Scheme
from scoring.season.total import TotalParts


@dataclass(frozen=True, slots=True)
class PlayerSeason(Generic[P]):
    """The scores of one player in the order of the nights, and the nights they may still play."""

    player: P
    division: str | None = None
    scores: tuple[Score, ...] = ()
    adjustments: tuple[PointsAdjusted[P], ...] = ()
    to_come: tuple[int, ...] = ()

    @property
    def played(self) -> tuple[Score, ...]:
        return tuple(s for s in self.scores if s.score_for is ScoreFor.PLAYED)

    @property
    def parts(self) -> TotalParts:
        return TotalParts.of(self.scores, sum(each.points for each in self.adjustments))


def player_seasons(
    scheme: Scheme,
    nights: Sequence[SeasonNight[P]],
    roster: Roster[P],
    adjustments: Iterable[PointsAdjusted[P]] = (),
) -> list[PlayerSeason[P]]:
    """Return the season of each player who has a score, is enrolled, or was given points by
    hand.
    """
    over = dict(_in_state(nights, NightState.OVER))
    scores: defaultdict[P, list[Score]] = defaultdict(list)
    for number, night in over.items():
        for player, score in _paid_on(night, number, scheme, roster).items():
            scores[player].append(score)
    for player, score in credits_given(over, scores, scheme, roster):
        scores[player].append(score)
    divisions = roster.divisions
    adjusted: defaultdict[P, list[PointsAdjusted[P]]] = defaultdict(list)
    for each in adjustments:
        if roster.enrolments is None or each.player in divisions:
            adjusted[each.player].append(each)
    to_come = [(n, roster.on(n)) for n, _ in _in_state(nights, NightState.TO_COME)]
    here = roster.here(max(over, default=0), len(nights))
    return [
        PlayerSeason(
            player,
            divisions.get(player),
            tuple(sorted(scores[player], key=lambda score: score.night)),
            tuple(adjusted[player]),
            tuple(number for number, members in to_come if members is None or player in members),
        )
        for player in dict.fromkeys((*scores, *here, *adjusted))
    ]


def meetings_of(nights: Sequence[SeasonNight[P]], roster: Roster[P]) -> list[Meeting[P]]:
    """Return the meetings of members on the nights that are over; those with guests are left
    out.
    """
    return [
        meeting
        for number, night in _in_state(nights, NightState.OVER)
        for event in night.events
        for guests in [roster.guests(event, number)]
        for meeting in event.meetings
        if guests.isdisjoint((meeting.one, meeting.other))
    ]


def _in_state(
    nights: Sequence[SeasonNight[P]], state: NightState
) -> Iterator[tuple[int, SeasonNight[P]]]:
    return ((n, night) for n, night in enumerate(nights, 1) if night.state is state)


def _paid_on(
    night: SeasonNight[P], number: int, scheme: Scheme, roster: Roster[P]
) -> dict[P, Score]:
    """Return what a night pays; a player in several of its events is paid for all of them."""
    together: dict[P, Score] = {}
    for event in night.events:
        as_members = replace(event, guests=roster.guests(event, number))
        scores = scores_for(as_members, scheme, number, night.always_counts)
        for player, score in scores.items():
            before = together.get(player)
            together[player] = _join_scores(before, score) if before else score
    return together


def _join_scores(one: Score, other: Score) -> Score:
    """Combine two events of a night in one score, named after the first, with the better place."""
    known = one.twenties is not None and other.twenties is not None
    return replace(
        one,
        place=min(filter(None, (one.place, other.place)), default=None),
        tour_points=one.tour_points + other.tour_points,
        bonus=one.bonus + other.bonus,
        twenties=(one.twenties or 0) + (other.twenties or 0) if known else None,
        rounds=one.rounds + other.rounds if one.rounds and other.rounds else None,
    )


def credits_given(
    over: Mapping[int, SeasonNight[P]],
    scores: Mapping[P, Sequence[Score]],
    scheme: Scheme,
    roster: Roster[P],
) -> list[tuple[P, Score]]:
    """Return the credits, each kind up to its limit, for the first nights that qualify.

    A host of a night was not absent.
    """
    hosts = {number: night.hosts for number, night in over.items()}
    excused = {number: night.excused - night.hosts for number, night in over.items()}
    return [
        (player, replace(score, score_for=score_for))
        for credit, score_for, entitled in (
            (scheme.host, ScoreFor.HOSTED, hosts),
            (scheme.absence, ScoreFor.EXCUSED, excused),
        )
        if credit is not None
        for player, score in _give_credit(credit, over, entitled, scores, roster)
    ]


def _give_credit(
    credit: Credit,
    over: Mapping[int, SeasonNight[P]],
    entitled: Mapping[int, frozenset[P]],
    scores: Mapping[P, Sequence[Score]],
    roster: Roster[P],
) -> Iterator[tuple[P, Score]]:
    given: Counter[P] = Counter()
    for number, night in over.items():
        for player in entitled[number]:
            played = {score.night: score.total for score in scores.get(player, ())}
            if (
                number not in played
                and given[player] < credit.most
                and _is_member(player, night, number, roster)
            ):
                given[player] += 1
                worth = credit.worth(list(played.values()))
                yield (
                    player,
                    Score(night.name, None, worth, night=number, always_counts=night.always_counts),
                )


def _is_member(player: P, night: SeasonNight[P], number: int, roster: Roster[P]) -> bool:
    members = roster.on(number)
    if members is None:
        return not any(player in event.guests for event in night.events)
    return player in members
