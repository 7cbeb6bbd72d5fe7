"""A league's season as input of the scoring rules: nights, members, adjustments, and the table.

``season_of`` reads it from the database. ``season.after(number)`` is the season after a
past night.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from django.db.models.functions import Coalesce
from django.utils import timezone

from leagues.models import (
    Answer,
    Enrolment,
    Entry,
    EntryPlayer,
    Event,
    League,
    Night,
    NightResult,
    Player,
)
from leagues.reads.leagues.night_format import evening_of
from leagues.reads.leagues.table.final_table import FinalTable, final_table
from leagues.reads.leagues.table.max_points import MostOfNight, most_of_nights
from leagues.reads.leagues.table.night_results import finishes_from, meetings_from, night_results
from scoring.season import (
    NIGHTS,
    Enrolled,
    Handicap,
    NightMark,
    NightState,
    PaidBy,
    PlaceRange,
    PointsAdjusted,
    Scheme,
    SeasonEvent,
    SeasonNight,
    SeasonRow,
    as_of,
    handicaps_after,
    marks_of,
    place_ranges,
    season_table,
    with_handicaps,
)
from scoring.season.tables import PlaceTable
from scoring.serialization import from_dict


@dataclass(frozen=True)
class LeagueNight:
    """A night with its number, its events and its state."""

    row: Night
    number: int
    events: tuple[Event, ...]
    is_too_small: bool = False
    """True if fewer people played than the league requires, so the night does not count."""

    @property
    def is_on(self) -> bool:
        return any(event.state == Event.State.RUNNING for event in self.events)

    @property
    def is_over(self) -> bool:
        states = {event.state for event in self.events}
        return states == {Event.State.FINISHED}

    @property
    def is_cancelled(self) -> bool:
        return self.row.is_cancelled

    @property
    def is_to_come(self) -> bool:
        return not (self.is_on or self.is_over or self.is_cancelled)

    def state(self, *, with_running: bool = False) -> NightState:
        """The state of the night. A running night is still to come, unless ``with_running``."""
        if self.is_cancelled or (self.is_over and self.is_too_small):
            return NightState.CANCELLED
        if self.is_over or (self.is_on and with_running):
            return NightState.OVER
        return NightState.TO_COME


@dataclass(frozen=True)
class LeagueSeason:
    """Everything that the table of a league is computed from."""

    league: League
    scheme: Scheme
    nights: tuple[LeagueNight, ...]
    season_nights: tuple[SeasonNight[int], ...]
    enrolments: tuple[Enrolled[int], ...] | None
    adjustments: tuple[PointsAdjusted[int], ...]
    final: FinalTable | None = None
    """The final table of a closed league, which no longer depends on its nights; else None."""

    @cached_property
    def rows(self) -> tuple[SeasonRow[int], ...]:
        if self.final:
            return self.final.rows
        return season_table(
            self.scheme,
            self.season_nights,
            enrolments=self.enrolments,
            adjustments=self.adjustments,
        )

    @cached_property
    def ranges(self) -> Mapping[int, PlaceRange]:
        """The places each player can still reach, by player id. A running night is still open."""
        return place_ranges(
            self.scheme,
            [
                replace(here, state=NightState.TO_COME) if night.is_on else here
                for night, here in zip(self.nights, self.season_nights, strict=True)
            ],
            enrolments=self.enrolments,
            adjustments=self.adjustments,
        )

    @cached_property
    def handicap(self) -> Handicap | None:
        kept = self.league.handicap
        return from_dict(Handicap, kept) if kept else None

    @property
    def over(self) -> int:
        """The number of finished nights. A running night is left out, even if the table has it."""
        return sum(
            here.state is NightState.OVER and (self.is_closed or not night.is_on)
            for night, here in zip(self.nights, self.season_nights, strict=True)
        )

    @property
    def planned(self) -> int:
        """The number of nights that are not cancelled."""
        return sum(n.state is not NightState.CANCELLED for n in self.season_nights)

    @property
    def is_closed(self) -> bool:
        return self.league.closed_at is not None

    @property
    def is_final(self) -> bool:
        return self.is_closed or (
            bool(self.over) and self.over == self.planned and self.now is None
        )

    @property
    def now(self) -> LeagueNight | None:
        """The running night, or None. None once the league is closed."""
        on = (night for night in self.nights if night.is_on and not self.is_closed)
        return next(on, None)

    @property
    def next(self) -> LeagueNight | None:
        """The next night whose evening is not over, or None."""
        if self.is_closed:
            return None
        now = timezone.now()
        to_come = (night for night in self.nights if night.is_to_come)
        return next((n for n in to_come if now < n.row.hosted_until), None)

    def after(self, number: int) -> LeagueSeason:
        """The season after this night, with all later nights still to come."""
        return replace(self, season_nights=tuple(as_of(self.season_nights, number)))

    def with_handicaps(self) -> LeagueSeason:
        """The season of the handicap table. Maximum points are unknown, as are future handicaps."""
        if self.final:
            return replace(self, final=replace(self.final, rows=self.final.with_handicaps))
        return replace(
            self,
            season_nights=tuple(
                replace(with_handicaps(night), most=None, most_of={})
                for night in self.season_nights
            ),
        )

    @property
    def has_handicaps(self) -> bool:
        """True if there is a handicap table; in a closed league if one was stored."""
        if self.final:
            return bool(self.final.with_handicaps)
        return self.handicap is not None

    def marks_of(self, player: int) -> tuple[NightMark, ...]:
        """The mark of every night for a player."""
        if self.final:
            return self.final.marks[player]
        return marks_of(player, self.season_nights, self.enrolments)

    def handicaps_now(self) -> dict[int, Fraction | int]:
        """Everyone's handicap for the next night, by player id; empty if the league has none."""
        return handicaps_after(self.handicap, self.season_nights) if self.handicap else {}

    def is_member(self, player: int, number: int) -> bool:
        """True if the player gets points for the night of this number."""
        if self.enrolments is None:
            events = self.season_nights[number - 1].events
            return not any(player in event.guests for event in events)
        return any(e.player == player and e.on(number) for e in self.enrolments)


def season_of(league: League, *, with_running: bool = False) -> LeagueSeason:
    """Read a league's season, in a constant number of queries."""
    scheme = scheme_of(league)
    results = night_results(league)
    nights = league_nights(league, results)
    final = final_table(league)
    enrolled = _enrolled_members(league, nights)
    guests = _guests_by_night(league, nights, results, enrolled)
    excused = _excused_by_night(league)
    open_nights = [each for each in nights if each.is_to_come or each.is_on]
    most = most_of_nights(
        {night.number: night.events for night in open_nights}, results, scheme, evening_of(league)
    )
    return LeagueSeason(
        league,
        scheme,
        nights,
        tuple(
            _season_night(
                night,
                final.state(night.number) if final else night.state(with_running=with_running),
                [
                    _season_event(event, results[event.pk], scheme, guests[night.number])
                    for event in night.events
                    if event.pk in results
                ],
                excused.get(night.row.pk, frozenset()),
                _seated_players(night),
                most.get(night.number, MostOfNight()),
            )
            for night in nights
        ),
        None if league.is_open else enrolled,
        tuple(
            PointsAdjusted(player, points, reason)
            for player, points, reason in league.adjustments.filter(withdrawn_at=None)
            .order_by("pk")
            .values_list("player", "points", "reason")
        ),
        final,
    )


def scheme_of(league: League) -> Scheme:
    return Scheme.from_dict(league.scheme) if league.scheme else NIGHTS


def league_nights(league: League, results: Mapping[int, NightResult]) -> tuple[LeagueNight, ...]:
    """The nights of a league in order, with their numbers."""
    events: dict[int, list[Event]] = {}
    for event in Event.objects.present().filter(night__league=league).order_by("pk"):
        assert event.night_id
        events.setdefault(event.night_id, []).append(event)
    found = list[LeagueNight]()
    for number, night in enumerate(league.nights.in_order(), 1):
        night.league = league
        here = tuple(events.get(night.pk, ()))
        played = sum(
            len(line["players"])
            for event in here
            if event.pk in results
            for line in results[event.pk].finishes
            if line["games"]
        )
        found.append(LeagueNight(night, number, here, played < league.fewest))
    return tuple(found)


def _season_night(
    night: LeagueNight,
    state: NightState,
    events: Sequence[SeasonEvent[int]],
    excused: frozenset[int],
    seated: frozenset[int],
    most: MostOfNight,
) -> SeasonNight[int]:
    host = night.row.host_id
    return SeasonNight(
        str(night.number),
        tuple(events) if state is NightState.OVER else (),
        state,
        always_counts=night.row.always_counts,
        excused=excused,
        hosts=frozenset({host} if host else ()),
        seated=seated,
        most=most.anybody,
        most_of=most.of,
    )


def _season_event(
    event: Event, kept: NightResult, scheme: Scheme, guests: frozenset[int]
) -> SeasonEvent[int]:
    return SeasonEvent(
        event.name,
        finishes_from(
            kept,
            in_groups=scheme.paid_by is PaidBy.GROUP,
            with_substitutes=scheme.paid_by is PaidBy.POINTS and not event.own_table,
        ),
        table=from_dict(PlaceTable, event.own_table) if event.own_table else None,
        guests=guests,
        division=event.division or None,
        meetings=meetings_from(kept),
        handicaps={int(p): Fraction(h) for p, h in (event.handicaps or {}).items()},
    )


def _seated_players(night: LeagueNight) -> frozenset[int]:
    """The players in a running night, who may have no result yet; empty for other nights."""
    if not night.is_on:
        return frozenset()
    seated = EntryPlayer.objects.filter(event__in=night.events, entry__state=Entry.State.ACTIVE)
    return frozenset(seated.values_list("player", flat=True))


def _guests_by_night(
    league: League,
    nights: Sequence[LeagueNight],
    results: Mapping[int, NightResult],
    enrolled: Sequence[Enrolled[int]],
) -> Mapping[int, frozenset[int]]:
    """The guests of each night of an open league, by the night's number.

    Players who became members of the league are guests on nights outside their membership. Of
    the other players, the club's guests are guests.
    """
    if not league.is_open:
        return {night.number: frozenset() for night in nights}
    played = {
        player for kept in results.values() for line in kept.finishes for player in line["players"]
    }
    members = {each.player for each in enrolled}
    found = Player.objects.filter(pk__in=played - members, is_guest=True)
    of_club = frozenset(found.values_list("pk", flat=True))
    return {
        night.number: of_club | members.difference(e.player for e in enrolled if e.on(night.number))
        for night in nights
    }


def _excused_by_night(league: League) -> dict[int, frozenset[int]]:
    """The players who cancelled in time, by night id."""
    last = dict[tuple[int, int], bool]()
    whose = Coalesce("player__merged_into", "player")
    answers = Answer.objects.filter(night__league=league).order_by("pk")
    for night, player, excused in answers.values_list("night", whose, "is_excused"):
        last[night, player] = excused
    found: dict[int, set[int]] = {}
    for (night, player), excused in last.items():
        if excused:
            found.setdefault(night, set()).add(player)
    return {night: frozenset(players) for night, players in found.items()}


def _enrolled_members(league: League, nights: Sequence[LeagueNight]) -> tuple[Enrolled[int], ...]:
    """The members, division after division, with the current numbers of their first and last
    night.
    """
    numbers = {night.row.pk: night.number for night in nights}
    order = {division: number for number, division in enumerate(league.divisions)}
    members = league.enrolments.filter(kind=Enrolment.Kind.MEMBER).order_by("pk")
    rows = members.values_list("player", "division", "first", "last")
    return tuple(
        Enrolled(
            player,
            division or None,
            numbers[first] if first else 1,
            max(numbers[last], numbers[first] if first else 1) if last else None,
        )
        for player, division, first, last in sorted(
            rows, key=lambda row: order.get(row[1], len(order))
        )
    )
