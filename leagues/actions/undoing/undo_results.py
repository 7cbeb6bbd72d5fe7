"""Undoing what was written on cards, and how matches ended."""

from __future__ import annotations

from uuid import uuid4

from django.utils import timezone
from django.utils.translation import gettext as _

from leagues.access import Who
from leagues.actions.playing.correct import bring_back
from leagues.actions.playing.endings import reopen
from leagues.actions.playing.score import follow, lock_match
from leagues.actions.undoing.undoable import CannotUndo, Undo, nothing_since, tell
from leagues.bridge.told.story import claim_in_words
from leagues.models import Action, Event, Match, Round

State = Match.State
CARD = ("enter_round", "enter_card", "rule_round", "correct_match")
ENDINGS = ("give_walkover", "nobody_came", "stop_match", "annul_match")
RESULTS = (*CARD, *ENDINGS, "accept_match", "report_round", "let_stand")
"""Acts that change what a match comes to: they are undone from the last one back."""


def match_of(action: Action) -> Match:
    matches = Match.objects.filter(
        event=action.event_id, number=action.said.get("match")
    )
    match = matches.select_related("event").first()
    if match is None:
        raise CannotUndo(_("This match is not there any more."))
    return match


def must_be_last(action: Action, match: Match) -> None:
    """Nothing may have been built upon it: what came later is undone first."""
    nothing_since(action, RESULTS, match=match.number)
    if match.event.state == Event.State.FINISHED:
        raise CannotUndo(_("This event is finished."))


# --- Cards ----------------------------------------------------------------------------


def _card_says(action: Action) -> str:
    match = match_of(action)
    must_be_last(action, match)
    if "stood" not in action.said:
        raise CannotUndo(_("It was not kept what stood before."))
    if match.ending not in ("", Match.Ending.PLAYED):
        raise CannotUndo(_("The match has ended otherwise since."))
    stood = [claim_in_words(each["claim"]) for each in action.said["stood"]]
    said = {"n": match.number, "card": "; ".join(stood)}
    if not stood:
        return _("The card of match %(n)s is empty again.") % said
    return _("The card of match %(n)s says again: %(card)s.") % said


def _undo_card(by: Who, action: Action) -> None:
    event, match = lock_match(match_of(action))
    was_over = match.state == State.FINISHED
    bring_back(
        by=by,
        match=match,
        card=action.said["stood"],
        key=uuid4(),
        reason=_("Undone"),
        at=timezone.now(),
    )
    if not action.said["stood"]:
        wait_again(match)
    tell(by, action)
    follow(by=by, event=event, match=match, was_over=was_over)


def wait_again(match: Match) -> None:
    """A match of which nothing was played waits, at its board if it was called there."""
    at_its_board = match.called_at is not None and match.state == State.PLAYING
    match.state = State.CALLED if at_its_board else State.PLANNED
    match.started_at = None
    match.save(update_fields=["state", "started_at"])


def _accept_says(action: Action) -> str:
    match = match_of(action)
    must_be_last(action, match)
    rounds = ", ".join(str(number) for _game, number in action.said["rounds"])
    return _(
        "Round %(rounds)s of match %(n)s waits again for the other side’s word."
    ) % {"rounds": rounds, "n": match.number}


def _undo_accept(by: Who, action: Action) -> None:
    _event, match = lock_match(match_of(action))
    for game, number in action.said["rounds"]:
        Round.objects.filter(match=match, game=game, number=number).update(
            state=Round.State.REPORTED
        )
    tell(by, action)


# --- Endings --------------------------------------------------------------------------


def _ending_says(action: Action) -> str:
    match = match_of(action)
    must_be_last(action, match)
    if match.state != State.FINISHED:
        raise CannotUndo(_("The match is open again already."))
    if match.rounds.exists():
        return _("Match %(n)s is open again, with the rounds that were played.") % {
            "n": match.number
        }
    return _("Match %(n)s is to be played again as drawn.") % {"n": match.number}


def _undo_ending(by: Who, action: Action) -> None:
    event, match = lock_match(match_of(action))
    reopen(match, action.said.get("before", {}))
    tell(by, action)
    follow(by=by, event=event, match=match, was_over=True)


UNDOS = {
    **dict.fromkeys(CARD, Undo(_card_says, _undo_card)),
    **dict.fromkeys(ENDINGS, Undo(_ending_says, _undo_ending)),
    "accept_match": Undo(_accept_says, _undo_accept),
}
