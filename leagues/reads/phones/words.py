"""A match's label and its next step, as texts for phones."""

from collections.abc import Iterator
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from leagues.access.phone_passes import WayIn
from leagues.models import Event, Match, Round
from leagues.pairing.knockout import label_of
from leagues.reads.phones.cards import Card, card_of
from leagues.reads.phones.match_rows import Seated, rows_of
from leagues.reads.phones.report_merge import Reporters, seen_from
from leagues.reads.play.blockers import in_dispute, in_figures
from leagues.say import say
from leagues.stages.pairing_ways import way_from

State = Round.State
Trust = Event.Trust


class Needs(NamedTuple):
    """What a match waits for: a code for the program, and a sentence for the player."""

    kind: str
    sentence: str


def match_label(match: Match, seated: Seated) -> str:
    """A match's label: "Board 4 · Game 3 of 10 · Ann – Ben"."""
    parts = [
        _("Board %(n)s") % {"n": match.board.number}
        if match.board
        else _("Match %(n)s") % {"n": match.number},
        _game_label(match, seated.rounds_drawn),
        " – ".join(seated.names.values()),
    ]
    return " · ".join(parts)


def _game_label(match: Match, rounds_drawn: int) -> str:
    """The name of a match of a knockout; else the game's number, out of the total if everyone plays as many games in the stage."""
    stage, number = match.pairing_round.stage, match.pairing_round.number
    if match.pairing_round.is_play_off:
        return _("%(stage)s, play-off") % {"stage": stage.name}
    if label := label_of(match.slot):
        return say(label)
    way = way_from(stage.format, stage.options)
    rounds = None if match.slot else way.rounds
    if way.drawn_ahead and not (match.slot or rounds):
        rounds = rounds_drawn
    if rounds and rounds > 1:
        return pgettext("pairing round", "Game %(n)s of %(all)s") % {"n": number, "all": rounds}
    return _("%(stage)s, game %(number)s") % {"stage": stage.name, "number": number}


def seats_to_confirm(card: Card, way: str, seat: int | None) -> list[int]:
    """The seats whose result this phone may still confirm; empty if it may not.

    A side's phone confirms for its side, and a tablet for every side. A phone that scores for
    everyone confirms for all only at ``Trust.FIRST``.
    """
    if card.hidden or any(why_closed(card)):
        return []
    missing = [side.seat for side in card.sides if side.confirmed_at is None]
    if seat is not None:
        return [each for each in missing if each == seat]
    for_all = way == WayIn.KIOSK or card.event.trust == Trust.FIRST
    return missing if for_all else []


def first_need(card: Card, way: str, seat: int | None) -> Needs:
    """The most urgent step for the person with this phone."""
    return next(_all_needs(card, way, seat))


def _all_needs(card: Card, way: str, seat: int | None) -> Iterator[Needs]:
    """Yield all steps, most urgent first. There is always one."""
    yield from why_closed(card)
    yield from _disputed_rounds(card, seat)
    # Without ``Trust.BOTH``, confirming the end also confirms every round.
    if card.event.trust == Trust.BOTH or not card.at.over:
        yield from _to_answer(card, seat)
    if card.at.over:
        yield from _to_confirm(card, seats_to_confirm(card, way, seat))
    yield from _unanswered_rounds(card, seat)
    if card.at.next is None:
        yield _end_of_match(card)
    else:
        name = card.called[card.at.next.game, card.at.next.round]
        yield Needs("enter", _("Enter %(round)s.") % {"round": name})


def why_closed(card: Card) -> Iterator[Needs]:
    """Yield the reasons why phones can't enter anything; none if they can."""
    match, event = card.match, card.event
    if match.ending not in ("", Match.Ending.PLAYED):
        how = match.get_ending_display()
        yield Needs("over", _("This match is finished: %(how)s.") % {"how": how})
    if event.state != Event.State.RUNNING:
        yield Needs("desk", _("This event isn’t running right now."))
    if event.trust == Trust.DESK:
        yield Needs("desk", _("The desk enters the scores. You can call the desk here."))


def disagreement(match: Match, seat: int) -> str:
    """The first round that both sides report differently, for one of them; "" if there is none."""
    needs = _disputed_rounds(card_of(rows_of(match)), seat)
    return next((each.sentence for each in needs), "")


def _disputed_rounds(card: Card, seat: int | None) -> Iterator[Needs]:
    for which, recorded in card.rounds.items():
        if recorded.state != State.DISPUTED:
            continue
        reporters = card.reporters.get(which, {})
        differ = (
            _("The sides disagree on %(round)s: %(what)s?")
            if seat is None
            else _("You disagree on %(round)s: %(what)s?")
        )
        yield Needs(
            "differs",
            differ
            % {
                "round": card.called[which],
                "what": in_dispute(seen_from(each.claim, seat) for each in reporters.values()),
            },
        )


def _to_answer(card: Card, seat: int | None) -> Iterator[Needs]:
    """Yield rounds that only the other side has reported."""
    for which, recorded in card.rounds.items():
        reporters = card.reporters.get(which, {})
        if recorded.state != State.REPORTED or seat is None or seat in reporters:
            continue
        if card.event.trust == Trust.BOTH:
            turn = _("Your turn: enter %(round)s.") % {"round": card.called[which]}
            yield Needs("enter", turn)
        claim = next(iter(reporters.values())).claim if reporters else {}
        yield Needs(
            "accept",
            _("%(who)s reported %(round)s as %(what)s. Is that right?")
            % {
                "who": _reporter_name(card, reporters),
                "round": card.called[which],
                "what": in_figures(seen_from(claim, seat)),
            },
        )


def _unanswered_rounds(card: Card, seat: int | None) -> Iterator[Needs]:
    """Yield rounds that the other side has not confirmed. Play can go on meanwhile."""
    for which, recorded in card.rounds.items():
        if recorded.state == State.REPORTED and seat in card.reporters.get(which, {}):
            yield Needs(
                "wait",
                _("Waiting for %(who)s: %(round)s.")
                % {"who": _other_names(card, seat), "round": card.called[which]},
            )


def _to_confirm(card: Card, own: list[int]) -> Iterator[Needs]:
    if all(recorded.state == State.RULED for recorded in card.rounds.values()):
        yield Needs("ruled", _("The desk has decided. The match is finished."))
    if own:
        yield Needs("confirm", _("Is this how it ended?"))
    missing = [side.seat for side in card.sides if side.confirmed_at is None]
    if missing and card.event.trust != Trust.FIRST:
        names = _(" and ").join(card.names[each] for each in missing)
        yield Needs("wait", _("Waiting for %(who)s to confirm.") % {"who": names})


def _end_of_match(card: Card) -> Needs:
    """The end of a match. At ``Trust.FIRST`` it may end without a confirmation from both sides."""
    if all(side.confirmed_at is not None for side in card.sides):
        return Needs("agreed", _("Both sides agree. The match is finished."))
    return Needs("ended", _("The match is finished."))


def _reporter_name(card: Card, reporters: Reporters) -> str:
    seat = next(iter(reporters), None)
    return _("The scorer") if seat is None else card.names[seat]


def _other_names(card: Card, seat: int | None) -> str:
    others = [name for at, name in card.names.items() if at != seat]
    return _(" and ").join(others) if seat is not None else _("the players")
