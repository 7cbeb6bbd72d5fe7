"""The results of a stage, read once: pools, matches and settled ties."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from django.utils.translation import gettext as _

from leagues.models import Entry, Event, Match, Pool, PoolEntry, Settlement, Stage
from leagues.models.matches import MatchQuerySet
from leagues.reads.events.drawn_byes import averaged_games
from leagues.reads.events.next_stage import has_rounds_to_come
from leagues.reads.events.sheets import chain_of, ranking_of
from leagues.reads.events.shoot_outs import in_order
from leagues.reads.tables.at_stake import NO_LINE, AtStake, Lines, at_stake_in
from leagues.reads.tables.play_offs import play_offs_of
from leagues.reads.tables.results import FinishedMatch, average_byes, finished_matches
from scoring.club_table import ClubRow, club_table
from scoring.results import Ending, Number, Result
from scoring.standings import Row, measure_entries, measure_record, rank_entries, rank_record
from scoring.tiebreaks import Chain, Decision, Prorate, ShootOutRecord, chains
from scoring.tiebreaks.chains import steps_of, strength_in
from scoring.tiebreaks.measures import sum_points, sum_twenties
from scoring.tiebreaks.record import Record

TOOK_PART = frozenset({Ending.PLAYED, Ending.WALKOVER, Ending.NOT_RECORDED})


@dataclass(frozen=True)
class Settled:
    """The valid shoot-outs, decisions and play-offs of a stage."""

    shoot_outs: tuple[ShootOutRecord[int], ...] = ()
    decisions: tuple[Decision[int], ...] = ()
    played_off: tuple[tuple[int, int], ...] = ()
    """The winner and the loser of each play-off."""

    def ends(self, chain: Chain) -> Chain:
        """The chain with the tie-breaks that were used added before a shared place."""
        links = [link for link in chain if link != chains.SHARED]
        if self.shoot_outs and "shoot-out" not in links:
            links.append("shoot-out")
        if self.played_off and "play-off" not in links:
            links.append("play-off")
        if self.decisions and "decision" not in links:
            links.append("decision")
        return tuple(links)


@dataclass(frozen=True)
class StagePlay:
    """Everything that the places in a stage depend on."""

    stage: Stage
    members: Mapping[Pool, tuple[int, ...]]
    """The entries of each pool, in seeding order."""
    matches: tuple[FinishedMatch, ...]
    is_final: bool
    settled: Settled
    at_stake: AtStake
    counting: frozenset[int]
    """The numbers of the stages whose points count in this one."""
    withdrawn: frozenset[int] = frozenset()
    _ranked: dict[tuple[int, ...], tuple[Row[int], ...]] = field(
        default_factory=dict, init=False, compare=False, repr=False
    )
    _records: dict[tuple[int, ...], Record[int]] = field(
        default_factory=dict, init=False, compare=False, repr=False
    )

    @property
    def chain(self) -> Chain:
        return self.settled.ends(chain_of(self.stage))

    @property
    def everyone(self) -> tuple[int, ...]:
        return tuple(entry for pool in self.members.values() for entry in pool)

    @property
    def has_results(self) -> bool:
        """Whether any match counts, or a tie or shoot-out was settled."""
        settled = self.settled.shoot_outs or self.settled.decisions
        results = results_of(self.matches)
        return bool(settled) or any(result.went is not None for result in results)

    @property
    def took_part(self) -> frozenset[int]:
        """Entries that came to a match, even to win by walkover, or that shot 20s.

        Byes, lost walkovers and annulled matches don't count.
        """
        shot = (each.twenties.items() for each in self.settled.shoot_outs)
        shooters = (entry for record in shot for entry, tries in record if tries)
        results = results_of(self.matches)
        return frozenset(r.entry for r in results if r.ending in TOOK_PART) | {*shooters}

    def among(self, entries: Sequence[int]) -> tuple[FinishedMatch, ...]:
        """The matches of any of these entries."""
        wanted = frozenset(entries)
        return tuple(
            match
            for match in self.matches
            if any(result.entry in wanted for result in match.results)
        )

    def rows(self, entries: Sequence[int]) -> tuple[Row[int], ...]:
        """The table of these entries. For all entries it is the overall order.

        While matches are missing, totals are compared as scored, because a projection would favour
        an entry with a game in hand. Once all is played, unequal numbers of games are evened out.
        The stage can change both.
        """
        if (wanted := tuple(entries)) not in self._ranked:
            ranked = rank_record(
                self._record(wanted),
                wanted,
                self.chain,
                ranking_of(self.stage).after_split,
                at_stake=self._lines(wanted),
            )
            self._ranked[wanted] = self._left_last(ranked)
        return self._ranked[wanted]

    def _record(self, entries: tuple[int, ...]) -> Record[int]:
        """The results of these entries, whose totals are added up once."""
        if entries not in self._records:
            self._records[entries] = Record(
                entries,
                results_of(self.among(entries)),
                self._prorate_to,
                strength_in(steps_of(self.chain)),
                self.settled.shoot_outs,
                self.settled.decisions,
                self.withdrawn,
            )
        return self._records[entries]

    def _left_last(self, ranked: tuple[Row[int], ...]) -> tuple[Row[int], ...]:
        """In a league, put entries that withdrew before any game of theirs counted last."""
        left = [row for row in ranked if row.entry in self.withdrawn]
        gone = [row for row in left if not row.games]
        if not gone or self.stage.event.kind != Event.Kind.LEAGUE:
            return ranked
        staying = [row for row in ranked if row not in gone]
        above = {row.entry: sum(g.place < row.place for g in gone) for row in staying}
        return (
            *(replace(row, place=row.place - above[row.entry]) for row in staying),
            *(replace(row, place=1 + len(staying)) for row in gone),
        )

    def rows_after(
        self, entries: Sequence[int], matches: Iterable[FinishedMatch]
    ) -> tuple[Row[int], ...]:
        """The table of these entries after these matches only."""
        ranking = ranking_of(self.stage)
        ranked = rank_entries(
            entries,
            results_of(matches),
            self.chain,
            prorate_to=ranking.prorate.prorate(is_final=False),
            after_split=ranking.after_split,
            at_stake=self._lines(entries),
            withdrawn=self.withdrawn,
        )
        return self._left_last(ranked)

    def _lines(self, entries: Sequence[int]) -> Lines:
        """The lines that matter in this table: a pool's, the overall ones, or both for one pool."""
        lines = NO_LINE
        if len(entries) == len(self.everyone):
            lines |= self.at_stake.overall
        if tuple(entries) in self.members.values():
            lines |= self.at_stake.in_pools
        return lines

    def rows_of_clubs(
        self, club_of: Mapping[int, str], best: int | None
    ) -> tuple[ClubRow[int], ...]:
        """The table of the entries' clubs. Shoot-outs don't apply to clubs."""
        return club_table(
            results_of(self.matches),
            {entry: club_of[entry] for entry in self.everyone},
            chain_of(self.stage),
            best=best,
            prorate_to=self._prorate_to,
            after_split=ranking_of(self.stage).after_split,
        )

    def made(self) -> Mapping[int, tuple[Number, Number]]:
        """The points and 20s of everyone, for a draw, which needs no places."""
        return made_in(self.matches, self.everyone, self._prorate_to)

    def measured(self, entries: Sequence[int]) -> Mapping[str, Mapping[int, Number | None]]:
        """The numbers of each tie-break that uses an entry's own results, by step and entry."""
        return measure_record(self._record(tuple(entries)), entries, self.chain)

    def scored(self, entries: Sequence[int]) -> Mapping[str, Mapping[int, Number | None]]:
        """The same without projections, and without games that count as an average."""
        results = results_of(self.among(entries))
        return measure_entries(
            entries,
            [result for result in results if not result.is_averaged],
            self.chain,
            prorate_to=Prorate.NOT,
            withdrawn=self.withdrawn,
        )

    @property
    def _prorate_to(self) -> Prorate:
        return ranking_of(self.stage).prorate.prorate(is_final=self.is_final)


def made_in(
    matches: Iterable[FinishedMatch], entries: Sequence[int], prorate_to: Prorate = Prorate.NOT
) -> Mapping[int, tuple[Number, Number]]:
    """The points and 20s of these entries in these matches."""
    record = Record(entries, results_of(matches), prorate_to)
    points, twenties = partial(record.value, sum_points), partial(record.value, sum_twenties)
    return {entry: (points(entry) or 0, twenties(entry) or 0) for entry in entries}


def results_of(matches: Iterable[FinishedMatch]) -> list[Result[int]]:
    return [result for match in matches for result in match.results]


def play_of(stage: Stage, finished: Iterable[FinishedMatch] | None = None) -> StagePlay:
    """Read a stage, in a constant number of queries.

    ``finished`` are the published matches of the event, if they were read already.
    """
    pools = {pool.pk: pool for pool in stage.pools.all()}
    members: dict[Pool, list[int]] = {pool: [] for pool in pools.values()}
    withdrawn = set[int]()
    places = PoolEntry.objects.filter(stage=stage)
    for pool, entry, state in places.values_list("pool", "entry", "entry__state"):
        members[pools[pool]].append(entry)
        if state == Entry.State.WITHDRAWN:
            withdrawn.add(entry)
    counting = stages_that_count(stage)
    numbers = frozenset(each.number for each in counting)
    of_these = _matches_in(counting)
    if finished is None:
        matches = finished_in(of_these, stage.event)
    else:
        here = [match for match in finished if match.when[0] in numbers]
        matches = average_byes(here, averaged_games(stage.event))
    settled = _load_settled(stage)
    everyone = [entry for entries in members.values() for entry in entries]
    is_played = bool(matches) and not (has_rounds_to_come(stage) or of_these.unfinished().exists())
    at_stake = at_stake_in(stage, chain_of(stage), [len(entries) for entries in members.values()])
    return StagePlay(
        stage=stage,
        at_stake=at_stake,
        members={at: tuple(entries) for at, entries in members.items()},
        matches=tuple(matches),
        is_final=is_played or _is_shot_out(stage, settled, set(everyone) - withdrawn),
        settled=settled,
        counting=numbers,
        withdrawn=frozenset(withdrawn),
    )


def counting_matches(stage: Stage) -> MatchQuerySet:
    """The matches that count in the table of a stage, without play-offs."""
    return _matches_in(stages_that_count(stage))


def _matches_in(stages: Collection[Stage]) -> MatchQuerySet:
    return Match.objects.filter(pairing_round__stage__in=stages, pairing_round__is_play_off=False)


def finished_in(matches: MatchQuerySet, event: Event) -> list[FinishedMatch]:
    lines = matches.published().finished().score_lines()
    return finished_matches(lines, averaged_games(event))


def stages_that_count(stage: Stage) -> list[Stage]:
    """This stage, and the earlier ones whose points are carried over into it."""
    counting = [stage]
    if stage.carries_over:
        for before in stage.event.stages.filter(number__lt=stage.number).reverse():
            counting.append(before)
            if not before.carries_over:
                break
    return counting


def _is_shot_out(stage: Stage, settled: Settled, staying: Collection[int]) -> bool:
    """Whether a shoot-out, which has no matches, is over: all active entries have shot."""
    is_shot = stage.format == Stage.Format.SHOOT_OUT and bool(staying)
    held = settled.shoot_outs
    return is_shot and any(all(map(each.twenties.get, staying)) for each in held)


def _load_settled(stage: Stage) -> Settled:
    shoot_outs, decisions = list[ShootOutRecord[int]](), list[Decision[int]]()
    made = stage.settlements.filter(withdrawn_at=None).order_by("made_at", "pk")
    for settlement in made:
        if settlement.kind == Settlement.Kind.SHOOT_OUT:
            shoot_outs.append(ShootOutRecord(dict(in_order(settlement))))
        else:
            order = tuple(settlement.result)
            decisions.append(Decision(order, settlement.reason))
    won = list[tuple[int, int]]()
    for each in play_offs_of([stage]):
        if each.winner is not None and each.loser is not None:
            won.append((each.winner, each.loser))
            reason = _("match %(n)s") % {"n": each.match}
            decisions.append(Decision(won[-1], reason, was_played=True))
    return Settled(tuple(shoot_outs), tuple(decisions), tuple(won))
