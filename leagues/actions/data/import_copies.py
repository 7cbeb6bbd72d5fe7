"""Make rows of an event exported by another site, with its stages, pools and matches."""

from collections.abc import Mapping, Sequence
from typing import Any

from leagues.actions.data.import_portions import Portions
from leagues.files.event_copy import MatchCopy, SettlementCopy, StageCopy
from leagues.models import (
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
    RecordedPlace,
    Round,
    Settlement,
    SideEntry,
    SidePlayer,
    Stage,
)
from leagues.reads.data.import_values import ArrivingCopy, Who

LONGEST_STAGE, LONGEST_POOL, LONGEST_PLACE = 60, 40, 120
LONGEST_ENTRY, LONGEST_POINTS = 200, 40


def make_copy(
    club: Club, arriving: ArrivingCopy, players: Mapping[Who, Player], portions: Portions
) -> Event:
    """Create a finished event whose tables and brackets match those of the other site."""
    copy = arriving.copy
    event = Event(
        club=club,
        zone=copy.zone,
        name=arriving.name,
        kind=copy.kind,
        sides=copy.sides,
        place=copy.place[:LONGEST_PLACE],
        trust=Event.Trust.DESK,
        state=Event.State.FINISHED,
        starts_at=copy.starts_at,
        rules=dict(copy.rules),
    )
    portions.write_event(event)
    rows = _CopiedRows(event, arriving, players, portions)
    for stage in sorted(copy.stages, key=lambda each: each.number):
        rows.add_stage(stage)
    return event


class _CopiedRows:
    """Writes the rows of one event; entries are found by their number in the file."""

    def __init__(
        self,
        event: Event,
        arriving: ArrivingCopy,
        players: Mapping[Who, Player],
        portions: Portions,
    ) -> None:
        self.event, self.arriving, self.players = event, arriving, players
        self.write = portions.write
        self.entries = self._make_entries()

    def _people(self, names: Sequence[str]) -> list[Player]:
        return [self.players[who] for who in self.arriving.of(names)]

    def _make_entries(self) -> dict[int, Entry]:
        copy = self.arriving.copy
        made = self.write(
            [
                Entry(
                    event=self.event,
                    name="" if each.name == " & ".join(each.players) else each.name[:LONGEST_ENTRY],
                    seed=each.seed,
                    state=each.state,
                )
                for each in copy.entries
            ]
        )
        both = list(zip(made, copy.entries, strict=True))
        self.write(
            [
                EntryPlayer(entry=entry, event=self.event, player=player, number=n)
                for entry, each in both
                for n, player in enumerate(self._people(each.players), start=1)
            ]
        )
        entries = {each.number: entry for entry, each in both}
        if not copy.stages:
            self.write(
                [
                    RecordedPlace(
                        entry=entries[each.entry],
                        place=each.place,
                        points=each.points[:LONGEST_POINTS],
                        twenties=each.twenties,
                    )
                    for each in copy.places
                ]
            )
        return entries

    def add_stage(self, copy: StageCopy) -> None:
        stage = Stage(
            event=self.event,
            number=copy.number,
            name=copy.name[:LONGEST_STAGE],
            format=copy.way,
            options=dict(copy.options),
            match_format=dict(copy.match_format),
            chain=list(copy.chain),
            ranking=dict(copy.ranking),
            source=dict(copy.takes),
            carries_over=copy.carries_over,
            walkover_points=copy.walkover_points,
            opened_at=self.event.starts_at if copy.pools else None,
        )
        self.write([stage])
        pools = self._make_pools(stage, copy)
        self.write([self._settlement(stage, each) for each in copy.settlements])
        turns = self.write(
            [
                PairingRound(
                    stage=stage,
                    number=turn.number,
                    is_play_off=turn.is_play_off,
                    state=PairingRound.State.PUBLISHED,
                    starts_at=turn.starts_at,
                )
                for turn in copy.rounds
            ]
        )
        placed = [
            (match, turn)
            for turn, each in zip(turns, copy.rounds, strict=True)
            for match in each.matches
        ]
        rows = self.write([self._match(match, turn, pools) for match, turn in placed])
        matches = [match for match, _turn in placed]
        self._seat(matches, rows)
        self.write(
            [
                played
                for match, row in zip(matches, rows, strict=True)
                for played in _make_rounds(match, row)
            ]
        )

    def _make_pools(self, stage: Stage, copy: StageCopy) -> dict[int, Pool]:
        made = self.write(
            [
                Pool(stage=stage, number=each.number, name=each.name[:LONGEST_POOL])
                for each in copy.pools
            ]
        )
        self.write(
            [
                PoolEntry(pool=pool, stage=stage, entry=self.entries[entry], seed=seed)
                for pool, each in zip(made, copy.pools, strict=True)
                for seed, entry in enumerate(each.entries, start=1)
            ]
        )
        return {each.number: pool for pool, each in zip(made, copy.pools, strict=True)}

    def _settlement(self, stage: Stage, copy: SettlementCopy) -> Settlement:
        result: list[Any]
        if copy.kind == Settlement.Kind.DECISION:
            result = [self.entries[number].pk for number in copy.result]
        else:
            result = [[self.entries[n].pk, tries] for n, tries in copy.result]
        return Settlement(stage=stage, kind=copy.kind, result=result)

    def _match(self, match: MatchCopy, turn: PairingRound, pools: Mapping[int, Pool]) -> Match:
        return Match(
            event=self.event,
            pairing_round=turn,
            pool=None if match.pool is None else pools[match.pool],
            number=match.number,
            slot=match.slot,
            first=match.first,
            state=Match.State.FINISHED if match.ending else Match.State.PLANNED,
            ending=match.ending,
            winner=match.winner,
            started_at=match.started_at,
            finished_at=match.finished_at or self.event.starts_at if match.ending else None,
        )

    def _seat(self, matches: Sequence[MatchCopy], rows: Sequence[Match]) -> None:
        seated = [
            (side, row) for match, row in zip(matches, rows, strict=True) for side in match.sides
        ]
        sides = self.write(
            [
                MatchSide(
                    match=row,
                    seat=side.seat,
                    points=side.points,
                    twenties=side.twenties,
                    other_result=None if side.result == side.points else side.result,
                    by_game=list(side.by_game),
                )
                for side, row in seated
            ]
        )
        both = list(zip(sides, seated, strict=True))
        self.write(
            [
                SideEntry(side=made, pairing_round=row.pairing_round, entry=self.entries[n])
                for made, (side, row) in both
                for n in side.entries
            ]
        )
        self.write(
            [
                SidePlayer(side=made, match=row, player=player, number=number)
                for made, (side, row) in both
                for number, player in enumerate(self._people(side.players), start=1)
            ]
        )


def _make_rounds(match: MatchCopy, row: Match) -> list[Round]:
    """The rounds of a match; none if it has no ending, because they may be incomplete."""
    if not match.ending:
        return []
    return [
        Round(
            match=row,
            game=each.game,
            number=each.number,
            first=each.first,
            state=Round.State.AGREED,
            points=each.points,
            score=each.score,
            twenties=each.twenties,
        )
        for each in match.rounds
    ]
