"""Make rows of an imported event: its entries, stages, pools and pairing rounds."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date

from django.utils.translation import gettext as _

from leagues.actions.data.bulk_rows import noon_of
from leagues.actions.data.import_cards import ArrivingCard, card_of, match_row, side_row
from leagues.actions.data.import_portions import Portions
from leagues.models import (
    Club,
    Entry,
    EntryPlayer,
    Event,
    Match,
    PairingRound,
    Player,
    Pool,
    PoolEntry,
    SideEntry,
    SidePlayer,
    Stage,
)
from leagues.reads.data.import_values import ArrivingEvent, ArrivingMatch, Who
from leagues.reads.events.sheets import match_format_of
from leagues.stages.entry_sources import Everyone
from leagues.stages.pairing_ways import SomeGames, kind_and_options
from scoring.matches import to_dict

MOST_GAMES = 60
LONGEST_STAGE, LONGEST_POOL = 60, 40
A_PART = 200  # matches, written before other writers get their turn


def make_event(
    club: Club, arriving: ArrivingEvent, players: Mapping[Who, Player], portions: Portions
) -> Event:
    event = Event(
        club=club,
        zone=club.zone,
        name=arriving.name,
        kind=arriving.kind,
        sides=arriving.sides,
        trust=Event.Trust.DESK,
        state=Event.State.FINISHED,
        starts_at=noon_of(arriving.first_day, club.tzinfo),
        rules=arriving.sheet.to_dict(),
    )
    portions.write_event(event)
    entries = _Entries(event, arriving, players, portions)
    number = 0
    stages: dict[str, list[ArrivingMatch]] = {}
    for match in sorted(arriving.matches, key=lambda each: (each.day, each.row)):
        stages.setdefault(match.stage, []).append(match)
    for at, (name, matches) in enumerate(stages.items(), start=1):
        number = _make_stage(event, at, name, matches, entries, number, portions)
    return event


class _Entries:
    """The entries of an imported event: players, or pairs that stay together."""

    def __init__(
        self,
        event: Event,
        arriving: ArrivingEvent,
        players: Mapping[Who, Player],
        portions: Portions,
    ) -> None:
        self.players = players
        self.are_pairs = arriving.sides == Event.Sides.DOUBLES
        sides = [side for match in arriving.matches for side in match.sides]
        keys = dict.fromkeys(key for side in sides for key in self._keys(side))
        made = portions.write([Entry(event=event) for _key in keys])
        self.by_key = dict(zip(keys, made, strict=True))
        portions.write(
            [
                EntryPlayer(entry=entry, event=event, player=players[who], number=number)
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
    portions: Portions,
) -> int:
    """Write a stage. ``number`` is the last match number before it; returns the last one in it."""
    if len(matches) > A_PART:
        portions.rest()
    games: defaultdict[int, int] = defaultdict(int)
    for match in matches:
        for side in match.sides:
            for entry in entries.of(side):
                games[entry.pk] += 1
    way = SomeGames(min(MOST_GAMES, max(games.values())))
    kind, options = kind_and_options(way)
    seats = _seats_by_pool(matches, entries)
    rounds = _split_rounds(matches, entries)
    stage = Stage(
        event=event,
        number=at,
        name=(name or _("Matches"))[:LONGEST_STAGE],
        format=kind,
        options=options,
        source=to_dict(Everyone()),
        opened_at=event.starts_at,
    )
    portions.write([stage])
    pools = _make_pools(stage, seats, portions)
    made = portions.write(
        [
            PairingRound(
                stage=stage,
                number=n,
                state=PairingRound.State.PUBLISHED,
                starts_at=noon_of(played[0].day, event.tzinfo),
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
    for begin in range(0, len(placed), A_PART):
        part = placed[begin : begin + A_PART]
        cards = [card_of(match, match_format) for match, _round in part]
        rows = [
            match_row(card, event, pairing_round, pools[card.arriving.pool], number + n)
            for n, (card, (_match, pairing_round)) in enumerate(
                zip(cards, part, strict=True), start=begin + 1
            )
        ]
        portions.write(rows)
        for card, row in zip(cards, rows, strict=True):
            for played in card.rounds:
                played.match = row
        portions.write([played for card in cards for played in card.rounds])
        _write_sides(cards, rows, entries, portions)
    return number + len(placed)


def _seats_by_pool(
    matches: Sequence[ArrivingMatch], entries: _Entries
) -> dict[str, dict[int, None]]:
    """The entries of each pool. An entry belongs to the first pool it played in."""
    seats: dict[str, dict[int, None]] = {}
    seated = set[int]()
    for match in matches:
        pool = seats.setdefault(match.pool, {})
        for side in match.sides:
            for entry in entries.of(side):
                if entry.pk not in seated:
                    seated.add(entry.pk)
                    pool[entry.pk] = None
    return seats


def _make_pools(
    stage: Stage, seats: Mapping[str, Iterable[int]], portions: Portions
) -> dict[str, Pool]:
    made = portions.write(
        [
            Pool(stage=stage, number=n, name=name[:LONGEST_POOL])
            for n, name in enumerate(seats, start=1)
        ]
    )
    pools = dict(zip(seats, made, strict=True))
    portions.write(
        [
            PoolEntry(pool=pools[name], stage=stage, entry_id=entry, seed=seed)
            for name, of_pool in seats.items()
            for seed, entry in enumerate(of_pool, start=1)
        ]
    )
    return pools


def _split_rounds(matches: Sequence[ArrivingMatch], entries: _Entries) -> list[list[ArrivingMatch]]:
    """Split the matches into pairing rounds by day, so that no entry plays twice in a round."""
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


def _write_sides(
    cards: Iterable[ArrivingCard], rows: Iterable[Match], entries: _Entries, portions: Portions
) -> None:
    seated = [
        (card.arriving, row, seat, card)
        for card, row in zip(cards, rows, strict=True)
        for seat in (0, 1)
    ]
    sides = portions.write([side_row(card, row, seat) for _match, row, seat, card in seated])
    both = list(zip(sides, seated, strict=True))
    portions.write(
        [
            SideEntry(side=side, pairing_round=row.pairing_round, entry=entry)
            for side, (match, row, seat, _card) in both
            for entry in entries.of(match.sides[seat])
        ]
    )
    portions.write(
        [
            SidePlayer(side=side, match=row, player=entries.players[who], number=number)
            for side, (match, row, seat, _card) in both
            for number, who in enumerate(match.sides[seat], start=1)
        ]
    )
