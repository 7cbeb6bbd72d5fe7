"""The most points that an open night can still pay, for the range of possible places.

It is unknown (None) if a game can go on from round to round, if the number of games depends on
who comes, or if every entry beaten is paid.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from leagues.models import EntryPlayer, Event, Match, NightResult, SideEntry, Stage
from leagues.reads.events.sheets import match_format_of
from leagues.reads.leagues.night_format import Evening
from leagues.reads.leagues.table.night_results import number_from
from leagues.stages.pairing_ways import PairingWay, way_from
from scoring.matches import SingleGame
from scoring.results import Number
from scoring.season import PaidBy, Scheme
from scoring.season.tables import PlaceTable
from scoring.serialization import from_dict

CROWD = 64  # with this many entries every shape has its full length


@dataclass(frozen=True)
class MostOfNight:
    """The most one night can pay: to any player, and to single players by id."""

    anybody: Number | None = None
    of: Mapping[int, Number] = field(default_factory=dict)


def most_of_evening(evening: Evening) -> int | None:
    """The most points of a night that is not drawn yet: all its games won. None if unknown."""
    (first, *then) = evening.stages(CROWD)
    games = first.way.rounds
    if then or games is None or evening.sheet.rule.most is None:
        return None
    return games * max(evening.sheet.rule.most, first.way.bye_points or 0)


def most_of_nights(
    nights: Mapping[int, Sequence[Event]],
    results: Mapping[int, NightResult],
    scheme: Scheme,
    evening: Evening,
) -> dict[int, MostOfNight]:
    """The most that each night can pay, by its number, in a constant number of queries.

    A night without events is expected to be like the league's usual evening. A player who is in
    some events of a night is not expected in its other events.
    """
    events = [event for of_night in nights.values() for event in of_night]
    of_points = scheme.paid_by is PaidBy.POINTS
    usual = MostOfNight(most_of_evening(evening) if of_points else None)
    games = _games_of([event for event in events if _pays_points(event, scheme)])
    return {
        night: _add_up_most(
            [
                games[event.pk].most(event, results.get(event.pk))
                if event.pk in games
                else MostOfNight(_first_place(event, scheme))
                for event in of_night
            ]
        )
        if of_night
        else usual
        for night, of_night in nights.items()
    }


def _add_up_most(each: Sequence[MostOfNight]) -> MostOfNight:
    tops = [most.anybody for most in each if most.anybody is not None]
    if len(tops) < len(each):
        return MostOfNight()
    of = Counter[int]()
    for most in each:
        of.update(most.of)
    return MostOfNight(sum(tops), of)


def _pays_points(event: Event, scheme: Scheme) -> bool:
    return scheme.paid_by is PaidBy.POINTS and not event.own_table


def _first_place(event: Event, scheme: Scheme) -> Number | None:
    if scheme.paid_by is PaidBy.BEATEN and not event.own_table:
        return None
    own = from_dict(PlaceTable, event.own_table) if event.own_table else None
    highest = (own or scheme.table).highest()
    return None if highest is None else highest + max(scheme.lower_pools, default=0)


@dataclass
class GamesOfEvent:
    """The games of an event: its stages, and the pairing rounds each entry has played."""

    stages: list[Stage] = field(default_factory=list)
    played: dict[int, dict[int, set[int]]] = field(default_factory=dict)
    """The ids of pairing rounds played, by stage and entry."""
    gone: dict[int, set[int]] = field(default_factory=dict)
    """The ids of pairing rounds that are finished, by stage."""
    players: dict[int, int] = field(default_factory=dict)
    """The entry of each player, by player id."""
    sat_out: set[int] = field(default_factory=set)
    """The entries that had a bye."""

    def most(self, event: Event, kept: NightResult | None) -> MostOfNight:
        earned = _earned_points(kept)
        if event.state == Event.State.FINISHED:
            return MostOfNight(0, earned)
        averaged = {p for p, entry in self.players.items() if entry in self.sat_out}
        for line in kept.finishes if kept else ():
            averaged.update(line["players"] if line.get("sat_out") else ())
        left = {p: self._left(entry) for p, entry in self.players.items() if p not in averaged}
        known = {p: n + earned.get(p, 0) for p, n in left.items() if n is not None}
        if averaged and (whole := self._left(None, with_gone=True)) is not None:
            known |= dict.fromkeys(averaged, whole)
        return MostOfNight(self._left(None), known)

    def _left(self, entry: int | None, *, with_gone: bool = False) -> int | None:
        """The most points that an entry can still win, or a newcomer if ``entry`` is None.

        With ``with_gone`` it is the sum for all games, also those already over: the average
        that a bye counts as can still rise with the other games.
        """
        worth = 0
        for stage in self.stages:
            way = way_from(stage.format, stage.options)
            games, most = way.rounds, _most_of(stage, way)
            if games is None or most is None:
                return None
            played = self.played.get(stage.pk, {}).get(entry or 0, set())
            gone = set() if with_gone else played | self.gone[stage.pk]
            worth += most * max(0, games - len(gone))
        return worth


def _earned_points(kept: NightResult | None) -> dict[int, Number]:
    lines = kept.finishes if kept else ()
    return {p: number_from(line["points"] or 0) for line in lines for p in line["players"]}


def _most_of(stage: Stage, way: PairingWay) -> int | None:
    """The most points of one match of a stage: won with the highest score, by walkover, or as a
    bye. None if there is no limit.
    """
    match_format = match_format_of(stage)
    most = match_format.rule.most
    if most is None or not isinstance(match_format, SingleGame):
        return None
    return max(most, stage.walkover_points or 0, way.bye_points or 0)


def _games_of(events: Iterable[Event]) -> dict[int, GamesOfEvent]:
    by_pk = {event.pk: event for event in events}
    found = {pk: GamesOfEvent() for pk in by_pk}
    if not found:
        return found
    for stage in Stage.objects.filter(event__in=by_pk).order_by("number"):
        stage.event = by_pk[stage.event_id]
        found[stage.event_id].stages.append(stage)
        found[stage.event_id].gone[stage.pk] = set()
    _read_rounds(found)
    lines = EntryPlayer.objects.filter(event__in=by_pk)
    for event, player, entry in lines.values_list("event", "player", "entry"):
        found[event].players[player] = entry
    return found


def _read_rounds(found: Mapping[int, GamesOfEvent]) -> None:
    """Fill in the pairing rounds played by each entry, the finished rounds, and the byes."""
    matches = Match.objects.filter(event__in=found, pairing_round__is_play_off=False)
    open_rounds = set(matches.unfinished().values_list("pairing_round", flat=True))
    sitting = SideEntry.objects.filter(side__match__in=matches.finished())
    for event, stage, number, entry, ending in sitting.values_list(
        "side__match__event",
        "side__match__pairing_round__stage",
        "side__match__pairing_round",
        "entry",
        "side__match__ending",
    ):
        if ending == Match.Ending.BYE:
            found[event].sat_out.add(entry)
        played = found[event].played.setdefault(stage, {})
        played.setdefault(entry, set()).add(number)
        if number not in open_rounds:
            found[event].gone[stage].add(number)
