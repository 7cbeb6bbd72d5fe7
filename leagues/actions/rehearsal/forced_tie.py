"""Force a tie at a cut if none happens by chance, so that every rehearsal shows one.

Before the first cut, the scores of a few matches are chosen so that the table has a tie: in
each round if all are drawn ahead, otherwise in the last. If no such scores are found, nothing
is changed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from leagues.actions.rehearsal.day import RehearsedDay
from leagues.actions.rehearsal.true_rounds import TWO, ends_the_match, entries_of, play_out
from leagues.models import Match, Stage
from leagues.reads.advance.advancement import ties_between
from leagues.reads.advance.cut import cuts_made_by
from leagues.reads.advance.stage_order import StageReading, entries_in, flatten, read_stage
from leagues.reads.events.next_stage import has_rounds_to_come
from leagues.reads.events.sheets import sheet_of
from leagues.reads.tables.results import FinishedMatch
from leagues.reads.tables.stage_results import StagePlay, made_in
from leagues.stages.entry_sources import source_from
from leagues.stages.forced_ties import CardToCome, LineToLevel
from scoring.results import played_together
from scoring.sides import BySeat

OTHER_DICE = 40  # other results of the last round to try
EFFORT = 100_000  # results in all tables to try, which takes a second or two
BEFORE_THE_LAST = 15_000

Cards = dict[int, CardToCome[int]]


def force_tie(day: RehearsedDay, stage: Stage) -> None:
    """Force a tie in the first stage with a cut, when its round is called, if it has none."""
    done = day.progress
    if done["steered_in"] not in (None, stage.pk) or stage.is_queue:
        return
    later = day.event.stages.filter(number__gt=stage.number).first()
    tied = any(each["kind"] == "tie" for each in day.rehearsal.happened)
    if later is None or tied or has_rounds_to_come(stage):
        return
    to_come = _ToCome.of(stage, later)
    cards = to_come.cards(day) if to_come else None
    if to_come is None or cards is None or to_come.ties(cards):
        return
    found = to_come.level(day)
    if found:  # again if entries joined or left since, so that the forced scores no longer tie
        done["steered_in"] = stage.pk
        done["steered"] |= {str(n): list(card.rounds) for n, card in found.items()}


@dataclass(frozen=True)
class _ToCome:
    """The matches to play before the cut, and the table without them."""

    later: Stage
    play: StagePlay
    matches: dict[int, Match]
    here: tuple[int, ...]

    @classmethod
    def of(cls, stage: Stage, later: Stage) -> _ToCome | None:
        play = read_stage(stage).play
        if play is None:
            return None
        unfinished = Match.objects.filter(pairing_round__stage=stage).unfinished()
        found = unfinished.select_related("pairing_round__stage__event", "event")
        matches = {match.number: match for match in found.order_by("number")}
        return cls(later, play, matches, entries_in(stage.event))

    def cards(self, day: RehearsedDay, other_dice: int = 0) -> Cards | None:
        """The matches' results by chance; None if not all are points of two sides."""
        cards: Cards = {}
        for number, match in self.matches.items():
            sides = entries_of(match)
            if len(sides) != TWO:
                return None
            rounds = play_out(day, match, sides, other_dice).claims
            if not all(map(_is_plain, rounds)):
                return None
            one, other = map(tuple, sides)
            cards[number] = CardToCome(number, (one, other), tuple(rounds))
        return cards

    def ties(self, cards: Cards) -> bool:
        return bool(ties_between(self.later, self._after(cards), self.here))

    def level(self, day: RehearsedDay) -> Cards:
        """The matches whose forced scores make a tie, by number; empty if none were found."""
        rounds = {match.pairing_round_id for match in self.matches.values()}
        is_last = len(rounds) == 1
        results = TWO * len(self.matches)
        results += sum(len(each.results) for each in self.play.matches)
        left = (EFFORT if is_last else BEFORE_THE_LAST) // results
        for other_dice in range(OTHER_DICE if is_last else 1):
            cards = self.cards(day, other_dice)
            if cards is None:
                return {}
            for changed in self._changes(cards, is_last):
                left -= 1
                if left < 0:
                    return {}
                new = {card.match: card for card in changed}
                if self.ties(cards | new):
                    return cards | new if other_dice else new
        return {}

    def _changes(self, cards: Cards, is_last: bool) -> Iterator[Sequence[CardToCome[int]]]:
        for line in self._lines(cards):
            yield from filter(self._can_be_played, line.changes())
        for line in self._lines(cards) if is_last else ():
            yield from filter(self._can_be_played, line.with_one_more())

    def _lines(self, cards: Cards) -> Iterator[LineToLevel[int]]:
        reading, takes = self._after(cards), source_from(self.later.source)
        assert reading.play
        totals = made_in(reading.play.matches, self.play.everyone).items()
        made = {entry: (int(points), int(shot)) for entry, (points, shot) in totals}
        discs = sheet_of(self.play.stage.event).rule.discs
        for cut in cuts_made_by(takes, reading.standing):
            order = flatten(cut.ladder)
            for end in cut.ends:
                yield LineToLevel([*cards.values()], order, end, made, discs)

    def _can_be_played(self, changed: Sequence[CardToCome[int]]) -> bool:
        return all(ends_the_match(self.matches[card.match], list(card.rounds)) for card in changed)

    def _after(self, cards: Cards) -> StageReading:
        played = tuple(
            self._finished(match, cards[number]) for number, match in self.matches.items()
        )
        matches = (*self.play.matches, *played)
        play = replace(self.play, matches=matches, is_final=True)
        return StageReading(self.play.stage, play, ())

    def _finished(self, match: Match, card: CardToCome[int]) -> FinishedMatch:
        number = self.play.stage.number
        points, twenties = zip(card.made(0), card.made(1), strict=True)
        results = played_together(BySeat(*card.sides), BySeat(*points), BySeat(*twenties))
        return FinishedMatch(
            match.pk,
            match.pool_id,
            (number, match.pairing_round.number),
            tuple(replace(each, stage=number) for each in results),
        )


def _is_plain(claim: dict[str, Any]) -> bool:
    return "points" in claim and "twenties" in claim and sum(claim["points"]) == TWO
