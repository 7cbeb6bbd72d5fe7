"""Invariants of an event that hold at every moment."""

from collections import Counter, defaultdict

from leagues.models import (
    Action,
    Event,
    Match,
    MatchSide,
    PoolEntry,
    Round,
    RoundReport,
    SideEntry,
    Stage,
)
from leagues.pairing.draw_checker import Promise, Rule, find_breaches
from leagues.pairing.values import Pairs, pair_up
from leagues.reads import tables_of
from leagues.reads.advance.bracket_changes import changes_of
from leagues.reads.advance.bracket_play import bracket_plays, has_bracket
from leagues.reads.advance.finals import finals_of
from leagues.reads.draw.history import DrawnRound, rounds_of
from leagues.stages.pairing_ways import Outsiders, RoundRobin, way_from


class Always:
    """Checks an event after every step, and remembers the previous counts."""

    def __init__(self, event: Event, apart: Pairs[int] = frozenset()) -> None:
        self.event, self.apart = event, apart
        self.overlook: set[Rule] = set()
        self.revision = self.lines = self.reports = -1

    def holds(self, *played: Stage) -> None:
        """Check everything for the stages just played, or for every stage if none is given."""
        self._nothing_was_lost()
        drawn = rounds_of(self.event)
        for stage in played or self.event.stages.all():
            own = [each for each in drawn if each.stage == stage.pk]
            self._draw_keeps_its_promise(stage, own)
            self._everybody_sits_once(stage)
            self._rounds_add_up(stage)
            if has_bracket(stage):
                self._bracket_follows_its_results(stage)
            else:
                self._tables_add_up(stage)
        if not played:
            self._everybody_is_placed_once()

    def _nothing_was_lost(self) -> None:
        """Check that the revision, the log and the reports only grow."""
        revision = Event.objects.values_list("revision", flat=True).get(pk=self.event.pk)
        lines = Action.objects.filter(event=self.event).count()
        reports = RoundReport.objects.filter(match__event=self.event).count()
        assert revision >= self.revision
        assert lines >= self.lines
        assert reports >= self.reports
        assert revision > self.revision or reports == self.reports
        self.revision, self.lines, self.reports = revision, lines, reports

    def _draw_keeps_its_promise(self, stage: Stage, own: list[DrawnRound]) -> None:
        """Check the draw with an independent checker, which does not know how draws are made."""
        if has_bracket(stage):
            return
        for pool in stage.pools.all():
            drawn = [each.pairing_round(pool.pk) for each in own]
            found = find_breaches(drawn, self._promise(stage))
            breaches = [each for each in found if each.rule not in self.overlook]
            assert not breaches, "\n".join(map(str, breaches))
        for each in own:
            check_boards = find_breaches([each.pairing_round()], Promise(meetings=99))
            shared = [b for b in check_boards if b.rule is Rule.BOARD_TWICE]
            assert not shared, "\n".join(map(str, shared))

    def _promise(self, stage: Stage) -> Promise[int]:
        way = way_from(stage.format, stage.options)
        meetings = way.legs if isinstance(way, RoundRobin) else 1
        forbidden: Pairs[int] = frozenset()
        if isinstance(way, Outsiders):
            teams = defaultdict(list)
            for pk, team in self.event.entries.values_list("pk", "team"):
                teams[team].append(pk)
            forbidden = pair_up(teams.values())
        return Promise(meetings=meetings, apart=self.apart, forbidden=forbidden)

    def _bracket_follows_its_results(self, stage: Stage) -> None:
        for play in bracket_plays(stage):
            changes = changes_of(play)
            assert not changes.contradictions
            if stage.pairing_rounds.exists():
                assert not changes

    def _tables_add_up(self, stage: Stage) -> None:
        """Check that the points in the table are the sum of the points in the matches."""
        if stage.carries_over:
            return
        made = Counter[int]()
        counting = Match.objects.filter(
            pairing_round__stage=stage, ending__in=["played", "walkover", "forfeit"]
        )
        lines = MatchSide.objects.filter(match__in=counting)
        for entry, points in lines.values_list("entries", "points"):
            made[entry] += points
        byes = Match.objects.filter(pairing_round__stage=stage, ending="bye").published()
        for entry, points in MatchSide.objects.filter(match__in=byes).values_list(
            "entries", "points"
        ):
            made[entry] += points
        for table in tables_of(stage):
            places = [line.row.place for line in table.lines]
            assert places == sorted(places)
            for line in table.lines:
                assert line.row.made.points == made[line.entry.pk]
                assert line.won + line.tied + line.lost <= line.row.games

    def _everybody_sits_once(self, stage: Stage) -> None:
        """Check that each entry is in one pool of a stage and in one match of a pairing round."""
        seated = list(PoolEntry.objects.filter(stage=stage).values_list("entry", flat=True))
        assert len(seated) == len(set(seated))
        sat = Counter(
            SideEntry.objects.filter(pairing_round__stage=stage).values_list(
                "pairing_round", "entry"
            )
        )
        assert max(sat.values(), default=1) == 1

    def _rounds_add_up(self, stage: Stage) -> None:
        """Check that 2/1/0 rounds award two points and that every round has a report."""
        rounds = list(Round.objects.filter(match__pairing_round__stage=stage))
        for each in rounds:
            if each.points is not None and self._is_two_one_nought(each):
                assert sum(each.points) == 2, each
        reported = set(
            RoundReport.objects.filter(match__pairing_round__stage=stage).values_list(
                "match", "game", "number"
            )
        )
        assert {(r.match_id, r.game, r.number) for r in rounds} <= reported

    def _is_two_one_nought(self, each: Round) -> bool:
        pays = self.event.rules["rule"]["pays"]["kind"]
        return pays == "match-points" and len(each.points or ()) == 2

    def _everybody_is_placed_once(self) -> None:
        seated = set(
            PoolEntry.objects.filter(stage__event=self.event).values_list("entry", flat=True)
        )
        placed = [each.entry.pk for each in finals_of(self.event).places]
        assert sorted(placed) == sorted(seated)
