"""The scores of members who were excused from a night, or ran it and did not play."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from scoring.season.credit import Credit
from scoring.season.event import Score, ScoreFor
from scoring.season.finish import P
from scoring.season.night import SeasonNight
from scoring.season.roster import Roster
from scoring.season.scheme import Scheme


def credited(
    over: Mapping[int, SeasonNight[P]],
    scores: Mapping[P, Sequence[Score]],
    scheme: Scheme,
    roster: Roster[P],
) -> list[tuple[P, Score]]:
    """Each kind up to its limit; the first nights get it. Who ran a night was not absent."""
    hosts = {number: night.hosts for number, night in over.items()}
    excused = {number: night.excused - night.hosts for number, night in over.items()}
    return [
        (player, replace(score, score_for=score_for))
        for credit, score_for, entitled in (
            (scheme.host, ScoreFor.HOSTED, hosts),
            (scheme.absence, ScoreFor.EXCUSED, excused),
        )
        if credit is not None
        for player, score in _given(credit, over, entitled, scores, roster)
    ]


def _given(
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
