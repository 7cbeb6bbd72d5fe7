"""Undoing what was written on cards, and how matches ended."""

from __future__ import annotations

from uuid import uuid4

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from leagues.access.roles import Who
from leagues.actions.play.endings import reopen
from leagues.actions.play.retype import bring_back
from leagues.actions.play.score import card_act
from leagues.actions.refusal import Refused
from leagues.actions.undoable import nothing_since, put_back, undone
from leagues.actions.verb import Undo
from leagues.models import Action, Event, Match
from leagues.reads.play.figures import claim_in_words

State = Match.State
RESULTS = (
    *("enter_round", "enter_card", "rule_round", "correct_match"),
    *("give_walkover", "nobody_came", "stop_match", "annul_match"),
    *("accept_match", "report_round", "let_stand", "enter_totals"),
)
"""Acts that change what a match comes to: they are undone from the last one back."""


def match_of(action: Action) -> Match:
    matches = Match.objects.filter(
        event=action.event_id, number=action.said.get("match")
    )
    match = matches.select_related("event").first()
    if match is None:
        raise Refused(_("This match no longer exists."))
    return match


def must_be_last(action: Action, match: Match) -> None:
    """Nothing may have been built upon it: what came later is undone first."""
    nothing_since(action, RESULTS, match=match.number)
    if match.event.state == Event.State.FINISHED:
        raise Refused(_("This event is finished. Reopen it on its Advance page first."))


# --- Cards ----------------------------------------------------------------------------


def _card_says(action: Action) -> str:
    match = match_of(action)
    must_be_last(action, match)
    if match.ending not in ("", Match.Ending.PLAYED):
        raise Refused(_("This match has since ended another way."))
    stood = [claim_in_words(each["claim"]) for each in action.said["stood"]]
    said = {"n": match.number, "card": "; ".join(stood)}
    if not stood:
        return _("The card of match %(n)s will be empty again.") % said
    return _("Restores the card of match %(n)s: %(card)s.") % said


def _undo_card(by: Who, action: Action) -> None:
    card = action.said["stood"]
    with card_act(by, match_of(action), "undo", **undone(action)) as line:
        bring_back(by=by, match=line.on, card=card, key=uuid4(), reason=_("Undone"))
        if not card:
            wait_again(line.on)


def wait_again(match: Match) -> None:
    """A match of which nothing was played waits, at its board if it was called there."""
    at_its_board = match.called_at is not None and match.state == State.PLAYING
    match.state = State.CALLED if at_its_board else State.PLANNED
    match.started_at = None
    match.save(update_fields=["state", "started_at"])


def _accept_says(action: Action) -> str:
    match = match_of(action)
    must_be_last(action, match)
    rounds = [str(number) for _game, number in action.said["rounds"]]
    text = ngettext(
        "Round %(rounds)s of match %(n)s will wait for the other side again.",
        "Rounds %(rounds)s of match %(n)s will wait for the other side again.",
        len(rounds),
    )
    return text % {"rounds": ", ".join(rounds), "n": match.number}


# --- Endings --------------------------------------------------------------------------


def _ending_says(action: Action) -> str:
    match = match_of(action)
    must_be_last(action, match)
    if match.state != State.FINISHED:
        raise Refused(_("This match is already open again."))
    if match.rounds.exists():
        return _("Match %(n)s will be open again, with the rounds already played.") % {
            "n": match.number
        }
    return _("Match %(n)s will be open again, to be played as drawn.") % {
        "n": match.number
    }


def _undo_ending(by: Who, action: Action) -> None:
    with card_act(by, match_of(action), "undo", **undone(action)) as line:
        before = action.said.get("before", {})  # the demo club's lines have none
        reopen(line.on, before.get("state", State.PLANNED))


def _totals_say(action: Action) -> str:
    match = match_of(action)
    must_be_last(action, match)
    return _(
        "Removes this result from match %(n)s and restores what was there before."
    ) % {"n": match.number}


CARD = Undo(_card_says, _undo_card, moves_tables=True, keeps="stood")
ACCEPT = put_back(_accept_says, moves_tables=True)
TOTALS = put_back(_totals_say, moves_tables=True)
ENDING = Undo(_ending_says, _undo_ending, moves_tables=True)
