"""What a stage has come to so far, read once: its pools, its matches, and how ties settle."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from leagues.bridge.rules.sheets import chain_of
from leagues.bridge.standing.play_offs import play_offs_of
from leagues.bridge.standing.results import FinishedMatch, finished_matches
from leagues.models import Match, PairingRound, Pool, PoolEntry, Settlement, Stage
from leagues.stages.ways import way_from
from scoring.results import Number, Result
from scoring.standings import Row, measured, rank
from scoring.tiebreaks import Chain, Decision, Prorate, ShootOut, chains


@dataclass(frozen=True)
class Settled:
    """What was shot out or decided in a stage, and still stands."""

    shoot_outs: tuple[ShootOut[int], ...] = ()
    decisions: tuple[Decision[int], ...] = ()
    played_off: tuple[tuple[int, int], ...] = ()
    """Who won each play-off, and who lost it."""

    def ends(self, chain: Chain) -> Chain:
        """A chain that would share the place asks what was settled before it does."""
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
    """Everything that the places in a stage follow from."""

    stage: Stage
    members: Mapping[Pool, tuple[int, ...]]
    """Who is in which pool, by their order going in."""
    matches: tuple[FinishedMatch, ...]
    is_final: bool
    settled: Settled
    _ranked: dict[tuple[int, ...], tuple[Row[int], ...]] = field(
        default_factory=dict, init=False, compare=False, repr=False
    )

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
        if (wanted := tuple(entries)) not in self._ranked:
            self._ranked[wanted] = rank(
                wanted,
                results_of(self.among(wanted)),
                self.chain,
                prorate_to=self._prorate_to,
                shoot_outs=self.settled.shoot_outs,
                decisions=self.settled.decisions,
            )
        return self._ranked[wanted]

    def made(self) -> Mapping[int, tuple[Number, Number]]:
        """The points and 20s of everybody, for a draw: it asks for no place."""
        return made_in(self.matches, self.everyone, self._prorate_to)

    def measured(
        self, entries: Sequence[int]
    ) -> Mapping[str, Mapping[int, Number | None]]:
        """What each step that reads an entry's own results says of these entries."""
        return measured(
            entries,
            results_of(self.among(entries)),
            self.chain,
            prorate_to=self._prorate_to,
        )

    @property
    def _prorate_to(self) -> Prorate:
        return Prorate.TO_MOST_GAMES if self.is_final else Prorate.NOT


MADE: Chain = ("points", "twenties")


def made_in(
    matches: Iterable[FinishedMatch],
    entries: Sequence[int],
    prorate_to: Prorate = Prorate.NOT,
) -> Mapping[int, tuple[Number, Number]]:
    """The points and 20s these entries made in these matches."""
    said = measured(entries, results_of(matches), MADE, prorate_to=prorate_to)
    points, twenties = said["points"], said["twenties"]
    return {entry: (points[entry] or 0, twenties[entry] or 0) for entry in entries}


def results_of(matches: Iterable[FinishedMatch]) -> list[Result[int]]:
    return [result for match in matches for result in match.results]


def play_of(stage: Stage) -> StagePlay:
    """Read a stage, in a number of queries that never grows."""
    pools = {pool.pk: pool for pool in stage.pools.all()}
    members: dict[Pool, list[int]] = {pool: [] for pool in pools.values()}
    places = PoolEntry.objects.filter(stage=stage).values_list("pool", "entry")
    for pool, entry in places:
        members[pools[pool]].append(entry)
    of_these = Match.objects.filter(
        pairing_round__stage__in=stages_that_count(stage),
        pairing_round__is_play_off=False,
    )
    matches = finished_matches(of_these.published().finished().score_lines())
    settled = _settled(stage)
    everyone = [entry for entries in members.values() for entry in entries]
    is_played = bool(matches) and not of_these.unfinished().exists()
    return StagePlay(
        stage=stage,
        members={at: tuple(entries) for at, entries in members.items()},
        matches=tuple(matches),
        is_final=_is_shot_out(stage, settled, everyone)
        or (is_played and not has_rounds_to_come(stage)),
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


def has_rounds_to_come(stage: Stage) -> bool:
    """Whether a stage drawn round by round still has some to draw."""
    way = way_from(stage.format, stage.options)
    if way.drawn_ahead or way.rounds is None:
        return False
    drawn = stage.pairing_rounds.filter(
        state=PairingRound.State.PUBLISHED, is_play_off=False
    )
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
    won = list[tuple[int, int]]()
    for each in play_offs_of([stage]):
        if each.winner is not None and each.loser is not None:
            won.append((each.winner, each.loser))
            reason = _("match %(n)s") % {"n": each.match}
            decisions.append(Decision(won[-1], reason, was_played=True))
    return Settled(
        tuple(shoot_outs),
        tuple(decisions),
        tuple(won),
    )
