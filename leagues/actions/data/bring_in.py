"""Bringing in results from a file: all that was planned of it, in one transaction."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, TypeVar
from zoneinfo import ZoneInfo

from django.db import models, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from leagues.access.roles import Who as Doer
from leagues.actions.act import act
from leagues.actions.events.events import free_slug
from leagues.actions.play.settle import add_up, close_or_open
from leagues.actions.refusal import Refused
from leagues.models import (
    Alias,
    Club,
    Entry,
    EntryPlayer,
    Event,
    Match,
    MatchSide,
    PairingRound,
    Player,
    Pool,
    PoolEntry,
    ResultsFile,
    Round,
    SideEntry,
    SidePlayer,
    Stage,
)
from leagues.models.names import fold, guess_family_name
from leagues.reads.data.arriving import (
    ArrivingEvent,
    ArrivingMatch,
    ArrivingResults,
    Who,
)
from leagues.reads.events.sheets import match_format_of
from leagues.reads.play.matches import match_state
from leagues.stages.sources import Everyone
from leagues.stages.ways import SomeGames, kind_and_options
from scoring.matches import MatchFormat, MatchState, to_dict
from scoring.notation import RoundRecord
from scoring.notation.doubts import TWO_POINTS
from scoring.rules import FixedRounds

T = TypeVar("T", bound=models.Model)

AT_ONCE = 500
MOST_TWENTIES = 99  # of a round
MOST_GAMES = 60
LONGEST_STAGE, LONGEST_POOL, LONGEST_DIVISION = 60, 40, 40
KEPT = timedelta(days=7)
MOST_FILES = 10  # that wait to be brought in
NOON = time(12)
"""A file says the day of a match and not when: at noon it is that day in every zone."""


def bring_in(
    *,
    by: Doer,
    file: ResultsFile,
    results: ArrivingResults,
    names: Mapping[Who, Collection[str]],
) -> int:
    """Make the events, the people who are new, and other names of those who are known.

    ``names`` are the spellings of everybody, the usual one first. Returns how many events
    were made.
    """
    club = file.club
    with act(by, club, "bring_in_results", file=file.name) as line:
        if not ResultsFile.objects.filter(pk=file.pk).delete()[0]:
            raise Refused(_("This file was brought in or thrown away meanwhile."))
        if not results.events:
            raise Refused(_("There is nothing in it that could come in."))
        players, new = _people(club, results.people, names)
        aliases = _aliases(players, names)
        made = [_make_event(club, each, players) for each in results.events]
        line.say(
            matches=results.matches,
            people=len(new),
            event_count=len(made),
            events=[event.pk for event in made],
            players=[player.pk for player in new],
            aliases=[alias.pk for alias in aliases],
        )
    return len(made)


def _people(
    club: Club, people: Collection[Who], names: Mapping[Who, Collection[str]]
) -> tuple[dict[Who, Player], list[Player]]:
    known = sorted(each for each in people if isinstance(each, int))
    here = Player.objects.present().filter(club=club).in_bulk(known)
    if len(here) < len(known):
        raise Refused(_("The club’s list of people has changed meanwhile. Look again."))
    unknown = sorted(each for each in people if isinstance(each, str))
    new = []
    for each in unknown:
        name = next(iter(names[each]))
        family = guess_family_name(name)
        new.append(Player(club=club, name=name, family_name=family))
    bulk(new)
    players: dict[Who, Player] = dict(here)
    players |= dict(zip(unknown, new, strict=True))
    return players, new


def _aliases(
    players: Mapping[Who, Player], names: Mapping[Who, Collection[str]]
) -> list[Alias]:
    """The spellings by which somebody was found this time, so that they are known next time."""
    written = Alias.objects.filter(player__in=[each.pk for each in players.values()])
    known = {
        (player, fold(name)) for player, name in written.values_list("player", "name")
    }
    made = []
    for who, player in players.items():
        for name in names[who]:
            key = (player.pk, fold(name))
            if key not in known and key[1] not in (
                fold(player.name),
                fold(player.alias),
            ):
                known.add(key)
                made.append(Alias(player=player, name=name))
    return bulk(made)


def bulk(rows: Sequence[T]) -> list[T]:
    if not rows:
        return []
    made: list[T] = type(rows[0])._base_manager.bulk_create(rows, batch_size=AT_ONCE)
    return made


# --- One event ----------------------------------------------------------------------------


def _make_event(
    club: Club, arriving: ArrivingEvent, players: Mapping[Who, Player]
) -> Event:
    event = Event.objects.create(
        club=club,
        zone=club.zone,
        name=arriving.name,
        slug=free_slug(arriving.name),
        kind=arriving.kind,
        sides=arriving.sides,
        trust=Event.Trust.DESK,
        state=Event.State.FINISHED,
        starts_at=noon(arriving.first_day, club.tzinfo),
        rules=arriving.sheet.to_dict(),
    )
    entries = _Entries(event, arriving, players)
    number = 0
    stages: dict[str, list[ArrivingMatch]] = {}
    for match in sorted(arriving.matches, key=lambda each: (each.day, each.row)):
        stages.setdefault(match.stage, []).append(match)
    for at, (name, matches) in enumerate(stages.items(), start=1):
        number = _make_stage(event, at, name, matches, entries, number)
    return event


class _Entries:
    """The entries of an event: people, or pairs that stay together."""

    def __init__(
        self, event: Event, arriving: ArrivingEvent, players: Mapping[Who, Player]
    ) -> None:
        self.players = players
        self.are_pairs = arriving.sides == Event.Sides.DOUBLES
        sides = [side for match in arriving.matches for side in match.sides]
        keys = dict.fromkeys(key for side in sides for key in self._keys(side))
        made = bulk([Entry(event=event) for _key in keys])
        self.by_key = dict(zip(keys, made, strict=True))
        bulk(
            [
                EntryPlayer(
                    entry=entry, event=event, player=players[who], number=number
                )
                for key, entry in self.by_key.items()
                for number, who in enumerate(key, start=1)
            ]
        )

    def _keys(self, side: tuple[Who, ...]) -> list[tuple[Who, ...]]:
        if self.are_pairs:
            return [tuple(sorted(side, key=str))]
        return [(who,) for who in side]

    def of(self, side: tuple[Who, ...]) -> list[Entry]:
        return [self.by_key[key] for key in self._keys(side)]


def _make_stage(
    event: Event,
    at: int,
    name: str,
    matches: Sequence[ArrivingMatch],
    entries: _Entries,
    number: int,
) -> int:
    """Write a stage; ``number`` is that of the last match before it."""
    games: defaultdict[int, int] = defaultdict(int)
    for match in matches:
        for side in match.sides:
            for entry in entries.of(side):
                games[entry.pk] += 1
    way = SomeGames(min(MOST_GAMES, max(games.values())))
    kind, options = kind_and_options(way)
    stage = Stage.objects.create(
        event=event,
        number=at,
        name=(name or _("Matches"))[:LONGEST_STAGE],
        format=kind,
        options=options,
        source=to_dict(Everyone()),
        opened_at=event.starts_at,
    )
    pools = _make_pools(stage, matches, entries)
    rounds = _rounds(matches, entries)
    made = bulk(
        [
            PairingRound(
                stage=stage,
                number=n,
                state=PairingRound.State.PUBLISHED,
                starts_at=noon(played[0].day, event.tzinfo),
            )
            for n, played in enumerate(rounds, start=1)
        ]
    )
    placed = [
        (match, pairing_round)
        for pairing_round, played in zip(made, rounds, strict=True)
        for match in played
    ]
    match_format = match_format_of(stage)
    cards = [card_of(match, match_format) for match, _round in placed]
    rows = bulk(
        [
            _match(card, event, pairing_round, pools[card.arriving.pool], number + n)
            for n, (card, (_match_, pairing_round)) in enumerate(
                zip(cards, placed, strict=True), start=1
            )
        ]
    )
    for card, row in zip(cards, rows, strict=True):
        for played in card.rounds:
            played.match = row
    bulk([played for card in cards for played in card.rounds])
    _seat(cards, rows, entries)
    return number + len(rows)


@dataclass(frozen=True)
class ArrivingCard:
    """A match with its rounds, where they are known and come to what is recorded."""

    arriving: ArrivingMatch
    rounds: tuple[Round, ...] = ()
    at: MatchState | None = None


def card_of(match: ArrivingMatch, match_format: MatchFormat) -> ArrivingCard:
    """Rounds that are not all known, or that cannot have been played so, stay out: then the
    result is as recorded, without them."""
    rounds = [_round(n, each) for n, each in enumerate(match.rounds, start=1)]
    played = tuple(each for each in rounds if each is not None)
    ends = match_format.rule.ends
    is_whole = isinstance(ends, FixedRounds) and ends.rounds == len(played)
    if not played or len(played) < len(rounds) or not is_whole:
        return ArrivingCard(match)
    at = match_state(match_format, played, played[0].first)
    if not at.over or tuple(at.points) != tuple(match.points):
        return ArrivingCard(match)
    return ArrivingCard(match, played, at)


def _round(number: int, said: RoundRecord) -> Round | None:
    if said.first is None or said.points not in TWO_POINTS:
        return None
    made = [
        each if each is None or 0 <= each <= MOST_TWENTIES else None
        for each in said.twenties
    ]
    return Round(
        game=1,
        number=number,
        first=said.first,
        state=Round.State.AGREED,
        points=list(said.points),
        twenties=made if made != [None, None] else None,
    )


def _match(
    card: ArrivingCard,
    event: Event,
    pairing_round: PairingRound,
    pool: Pool,
    number: int,
) -> Match:
    match = Match(
        event=event,
        pairing_round=pairing_round,
        pool=pool,
        number=number,
        first=card.rounds[0].first if card.rounds else 0,
        state=Match.State.FINISHED,
        ending=Match.Ending.TOTALS,
        winner=card.arriving.winner,
        finished_at=noon(card.arriving.day, event.tzinfo),
    )
    if card.at is not None:
        close_or_open(match, card.at)
    return match


def _make_pools(
    stage: Stage, matches: Sequence[ArrivingMatch], entries: _Entries
) -> dict[str, Pool]:
    """Everybody sits in the first pool they played in."""
    seats: dict[str, dict[int, None]] = {}
    seated = set[int]()
    for match in matches:
        pool = seats.setdefault(match.pool, {})
        for side in match.sides:
            for entry in entries.of(side):
                if entry.pk not in seated:
                    seated.add(entry.pk)
                    pool[entry.pk] = None
    made = bulk(
        [
            Pool(stage=stage, number=n, name=name[:LONGEST_POOL])
            for n, name in enumerate(seats, start=1)
        ]
    )
    pools = dict(zip(seats, made, strict=True))
    bulk(
        [
            PoolEntry(pool=pools[name], stage=stage, entry_id=entry, seed=seed)
            for name, of_pool in seats.items()
            for seed, entry in enumerate(of_pool, start=1)
        ]
    )
    return pools


def _rounds(
    matches: Sequence[ArrivingMatch], entries: _Entries
) -> list[list[ArrivingMatch]]:
    """Matches of a day one after the other, nobody twice at the same time."""
    rounds: dict[tuple[date, int, int], list[ArrivingMatch]] = {}
    played: defaultdict[tuple[date, int, int], int] = defaultdict(int)
    for match in matches:
        sitting = [entry.pk for side in match.sides for entry in entries.of(side)]
        when = (match.day, match.pairing_round)
        turn = max(played[*when, entry] for entry in sitting)
        rounds.setdefault((*when, turn), []).append(match)
        for entry in sitting:
            played[*when, entry] = turn + 1
    return [rounds[when] for when in sorted(rounds)]


def _seat(
    cards: Iterable[ArrivingCard], rows: Iterable[Match], entries: _Entries
) -> None:
    seated = [
        (card.arriving, row, seat, card)
        for card, row in zip(cards, rows, strict=True)
        for seat in (0, 1)
    ]
    sides = bulk([_side(card, row, seat) for _match, row, seat, card in seated])
    both = list(zip(sides, seated, strict=True))
    bulk(
        [
            SideEntry(side=side, pairing_round=row.pairing_round, entry=entry)
            for side, (match, row, seat, _card) in both
            for entry in entries.of(match.sides[seat])
        ]
    )
    bulk(
        [
            SidePlayer(side=side, match=row, player=entries.players[who], number=number)
            for side, (match, row, seat, _card) in both
            for number, who in enumerate(match.sides[seat], start=1)
        ]
    )


def _side(card: ArrivingCard, row: Match, seat: int) -> MatchSide:
    side = MatchSide(
        match=row,
        seat=seat,
        points=card.arriving.points[seat],
        twenties=card.arriving.twenties[seat],
    )
    if card.at is not None:
        recorded = side.twenties
        add_up(side, card.at, card.rounds)
        side.twenties = side.twenties if side.twenties is not None else recorded
    return side


def noon(day: date, zone: ZoneInfo) -> datetime:
    return datetime.combine(day, NOON, zone).astimezone(UTC)


# --- The file -----------------------------------------------------------------------------


def keep_file(*, by: Doer, club: Club, name: str, content: bytes) -> ResultsFile:
    """Keep what was read from a file until it is brought in; old ones go for it."""
    with transaction.atomic():
        ResultsFile.objects.filter(made_at__lt=timezone.now() - KEPT).delete()
        made = ResultsFile.objects.create(
            club=club, user=by.user, name=name, content=content
        )
        latest = club.results_files.values_list("pk", flat=True)[:MOST_FILES]
        club.results_files.exclude(pk__in=list(latest)).delete()
    return made


def throw_away(*, file: ResultsFile) -> None:
    """Forget a file of which nothing came in."""
    ResultsFile.objects.filter(pk=file.pk).delete()


def keep_choices(*, file: ResultsFile, choices: Mapping[str, Any]) -> None:
    """Note what somebody has said about a file so far."""
    ResultsFile.objects.filter(pk=file.pk).update(choices=dict(choices))
