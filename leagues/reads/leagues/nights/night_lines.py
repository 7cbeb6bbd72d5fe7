"""The results of a night: the order of each event, the points it pays, and a short summary."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from django.utils.translation import gettext as _

from leagues.dates import date_format
from leagues.models import Event, Night, PairingRound, Player, Surface
from leagues.models.matches import MatchQuerySet
from leagues.reads.advance.finals import STEPS
from leagues.reads.advance.podiums import PodiumStep, steps_of
from leagues.reads.leagues.table.season import LeagueNight, LeagueSeason
from leagues.reads.tables.scored import Scored
from leagues.say import say
from scoring.results import NO_GAME, Number, SatOut
from scoring.season import Finish, Score
from scoring.season.event import ScoreFor
from scoring.text import Listing

FIRST = 3


@dataclass(frozen=True)
class PaidLine:
    """One player's result in an event. Guests are listed but get no points."""

    player: Player
    place: int | None
    score: Score | None
    sat_out: SatOut = NO_GAME
    games: int | None = None
    handicap: Number | None = None
    """Their handicap in every game; None if the event has no handicaps."""
    with_handicap: Score | None = None

    @property
    def paid(self) -> Number | None:
        return self.score.total if self.score else None


@dataclass(frozen=True)
class PaidEvent:
    event: Event
    lines: tuple[PaidLine, ...]

    @property
    def entries(self) -> int:
        return self.event.entries.in_it().count()

    @cached_property
    def first_round(self) -> PairingRound | None:
        """The first pairing round of an event that has not started, once it is published."""
        published = PairingRound.objects.of(self.event).published()
        return published.first() if self.event.state == Event.State.PLANNED else None

    @property
    def to_come(self) -> MatchQuerySet:
        """The matches of the first round."""
        there = self.event.matches.published().filter(pairing_round=self.first_round)
        return there.by_pool().with_sides().with_rounds()

    @property
    def podium(self) -> tuple[PodiumStep, ...]:
        """The first three once it is finished, with the points they got."""
        if self.event.state != Event.State.FINISHED:
            return ()
        return steps_of(
            (line.place, line.player, Scored(line.paid, line.paid))
            for line in self.lines
            if line.place and line.place <= STEPS and line.score
        )

    @property
    def beside_podium(self) -> tuple[PaidLine, ...]:
        """The lines of the table: all but those that the podium shows in full."""
        on_it = () if self.has_handicaps else {step.entry for step in self.podium}
        return tuple(x for x in self.lines if x.player not in on_it or x.sat_out.games)

    @property
    def has_handicaps(self) -> bool:
        return any(line.handicap is not None for line in self.lines)

    @property
    def has_unequal_games(self) -> bool:
        """True if placed players have different numbers of games."""
        games = {line.games for line in self.lines if line.place and line.games}
        return len(games) > 1


@dataclass(frozen=True)
class NightLines:
    events: tuple[PaidEvent, ...]
    credited: tuple[PaidLine, ...]
    """Players who get points without playing: excused ones and the host."""


def night_lines(season: LeagueSeason, night: LeagueNight) -> NightLines:
    """Read the results of a night, in a constant number of queries."""
    number = night.number
    scores = _night_scores(season, number)
    net = _night_scores(season.with_handicaps(), number) if season.has_handicaps else {}
    begun = [each for each in night.events if each.state != Event.State.PLANNED]
    played = season.season_nights[number - 1].events
    finishes = {
        event.pk: [f for f in each.finishes if f.games != 0]
        for event, each in zip(begun, played, strict=False)  # none where it doesn't count
    }
    seen = {p for of_event in finishes.values() for f in of_event for p in f.players}
    taken = {event.pk: each.handicaps for event, each in zip(begun, played, strict=False)}
    known = Player.objects.in_bulk([*seen, *scores])
    return NightLines(
        tuple(
            PaidEvent(
                event,
                tuple(
                    _with_handicap(line, taken.get(event.pk, {}), net)
                    for line in _paid_lines(finishes.get(event.pk, ()), scores, known)
                ),
            )
            for event in night.events
        ),
        tuple(
            PaidLine(known[player], None, score)
            for player, score in scores.items()
            if score.score_for is not ScoreFor.PLAYED
        ),
    )


def _night_scores(season: LeagueSeason, night: int) -> dict[int, Score]:
    return {
        row.player: score for row in season.rows for score in row.scores if score.night == night
    }


def _with_handicap(
    line: PaidLine, taken: Mapping[int, Number], net: Mapping[int, Score]
) -> PaidLine:
    if not taken and not net:
        return line
    player = line.player.pk
    return replace(line, handicap=taken.get(player, 0), with_handicap=net.get(player))


def _paid_lines(
    finishes: Iterable[Finish[int]], scores: dict[int, Score], known: dict[int, Player]
) -> Iterable[PaidLine]:
    in_order = sorted(finishes, key=lambda f: (f.place is None, f.place or 0, -(f.points or 0)))
    for finish in in_order:
        for player in finish.players:
            if player in known:
                yield PaidLine(
                    known[player], finish.place, scores.get(player), finish.sat_out, finish.games
                )


def night_title(night: Night) -> str:
    return f"{night.league.name}, {night.name or date_format(night.on, 'j F Y')}"


def night_in_short(night: Night, lines: NightLines | None) -> str:
    """A one-line summary: date, venue, and the winners or "Cancelled"."""
    day, at = date_format(night.on, "D j M Y"), date_format(night.at, "H:i")
    facts = [f"{day}, {at}", night.where]
    if night.is_cancelled:
        facts.append(_("Cancelled"))
    elif lines:
        facts.extend(_winners_text(each) for each in lines.events)
    return " · ".join(fact for fact in facts if fact)


def _winners_text(event: PaidEvent) -> str:
    first = [line.player.shown_on(Surface.WEB) for line in event.lines if line.place == 1]
    if not first or len(first) > FIRST:
        return ""
    return _("First: %(names)s") % {"names": say(Listing(tuple(first)))}


def first_of_night(lines: NightLines | None) -> list[PaidLine]:
    """List the places 1 to 3 of each event."""
    return [
        line
        for event in (lines.events if lines else ())
        for line in event.lines[:FIRST]
        if line.place
    ]
