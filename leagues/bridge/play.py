"""What a stage has come to so far, read once: its pools, its matches, and how ties settle."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from leagues.bridge.results import FinishedMatch, finished_matches
from leagues.bridge.sheets import chain_of
from leagues.models import Match, PairingRound, Pool, PoolEntry, Settlement, Stage
from leagues.stages.ways import way_from
from scoring.results import Result
from scoring.standings import Row, rank
from scoring.tiebreaks import Chain, Decision, Prorate, ShootOut, chains


@dataclass(frozen=True)
class Settled:
    """What was shot out or decided in a stage, and still stands."""

    shoot_outs: tuple[ShootOut[int], ...] = ()
    decisions: tuple[Decision[int], ...] = ()

    def ends(self, chain: Chain) -> Chain:
        """A chain that would share the place asks what was settled before it does."""
        links = [link for link in chain if link != chains.SHARED]
        if self.shoot_outs and "shoot-out" not in links:
            links.append("shoot-out")
        if self.decisions and "decision" not in links:
            links.append("decision")
        return tuple(links)


@dataclass(frozen=True)
class StagePlay:
    """Everything that the places in a stage follow from."""

    stage: Stage
    members: Mapping[Pool, tuple[int, ...]]
    """Who is in which pool, by their order going in."""
    matches: tuple[FinishedMatch, ...]
    is_final: bool
    settled: Settled

    @property
    def chain(self) -> Chain:
        return self.settled.ends(chain_of(self.stage))

    @property
    def everyone(self) -> tuple[int, ...]:
        return tuple(entry for pool in self.members.values() for entry in pool)

    def among(self, entries: Sequence[int]) -> tuple[FinishedMatch, ...]:
        """The matches in which any of these sat."""
        wanted = frozenset(entries)
        return tuple(
            match
            for match in self.matches
            if any(result.entry in wanted for result in match.results)
        )

    def rows(self, entries: Sequence[int]) -> tuple[Row[int], ...]:
        """The table of these entries; of everybody, it is the overall order.

        While matches are missing, totals stand as they are: prorating would praise
        whoever has a game in hand. Once all is played, unequal games are made equal.
        """
        return rank(
            entries,
            results_of(self.among(entries)),
            self.chain,
            prorate_to=Prorate.TO_MOST_GAMES if self.is_final else Prorate.NOT,
            shoot_outs=self.settled.shoot_outs,
            decisions=self.settled.decisions,
        )


def results_of(matches: Iterable[FinishedMatch]) -> list[Result[int]]:
    return [result for match in matches for result in match.results]


def play_of(stage: Stage) -> StagePlay:
    """Read a stage, in a number of queries that never grows."""
    members: dict[Pool, list[int]] = {pool: [] for pool in stage.pools.all()}
    for place in PoolEntry.objects.filter(stage=stage).select_related("pool"):
        members[place.pool].append(place.entry_id)
    of_these = Match.objects.filter(pairing_round__stage__in=stages_that_count(stage))
    matches = finished_matches(of_these.published().finished().score_lines())
    settled = _settled(stage)
    everyone = [entry for entries in members.values() for entry in entries]
    is_played = bool(matches) and not of_these.unfinished().exists()
    return StagePlay(
        stage=stage,
        members={pool: tuple(entries) for pool, entries in members.items()},
        matches=tuple(matches),
        is_final=_is_shot_out(stage, settled, everyone)
        or (is_played and not _has_rounds_to_come(stage)),
        settled=settled,
    )


def stages_that_count(stage: Stage) -> list[Stage]:
    """This stage, and those before it whose points are carried over into it."""
    counting = [stage]
    if stage.carries_over:
        for before in stage.event.stages.filter(number__lt=stage.number).reverse():
            counting.append(before)
            if not before.carries_over:
                break
    return counting


def _is_shot_out(stage: Stage, settled: Settled, everyone: Collection[int]) -> bool:
    """A shoot-out has no matches: it is over when everybody in it has shot."""
    return stage.format == Stage.Format.SHOOT_OUT and any(
        shoot_out.twenties.keys() >= set(everyone) for shoot_out in settled.shoot_outs
    )


def _has_rounds_to_come(stage: Stage) -> bool:
    """Whether a stage drawn round by round still has some to draw."""
    way = way_from(stage.format, stage.options)
    if way.drawn_ahead or way.rounds is None or stage.closed_at:
        return False
    drawn = stage.pairing_rounds.filter(state=PairingRound.State.PUBLISHED)
    return drawn.count() < way.rounds


def _settled(stage: Stage) -> Settled:
    shoot_outs, decisions = list[ShootOut[int]](), list[Decision[int]]()
    made = stage.settlements.filter(withdrawn_at=None).order_by("made_at", "pk")
    for settlement in made:
        if settlement.kind == Settlement.Kind.SHOOT_OUT:
            made_20s = {entry: tuple(tries) for entry, tries in settlement.result}
            shoot_outs.append(ShootOut(made_20s))
        else:
            order = tuple(settlement.result)
            decisions.append(Decision(order, settlement.reason))
    return Settled(tuple(shoot_outs), tuple(decisions))
