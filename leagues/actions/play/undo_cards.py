"""Undo acts on cards and endings of matches."""

from uuid import uuid4

from django.utils.translation import gettext as _

from leagues.access.roles import Who
from leagues.actions.act import refuse_finished_event
from leagues.actions.play.retype import bring_back
from leagues.actions.play.score import card_act
from leagues.actions.refusal import Refused
from leagues.actions.undo_rows import UNDO, nothing_since, undo_facts
from leagues.actions.verb import Undo
from leagues.models import Action, Match
from leagues.reads.play.result_text import claim_in_words

RESULTS = (
    *("enter_round", "enter_card", "rule_round", "correct_match"),
    *("give_walkover", "forfeit_both", "stop_match", "annul_match"),
    *("accept_match", "report_round", "let_stand", "enter_totals"),
)
"""Acts that change the result of a match; they can be undone from the last one back."""


def match_of(action: Action) -> Match:
    matches = Match.objects.filter(event=action.event_id, number=action.details.get("match"))
    match = matches.select_related("event").first()
    if match is None:
        raise Refused(_("This match no longer exists."))
    return match


def must_be_last(action: Action, match: Match) -> None:
    """Refuse undo if a later act changed the match's result, or if the event is finished."""
    nothing_since(action, RESULTS, match=match.number)
    refuse_finished_event(match.event)


def _preview_undo_card(action: Action) -> str:
    match = match_of(action)
    must_be_last(action, match)
    if match.ending not in ("", Match.Ending.PLAYED):
        raise Refused(_("This match has since ended another way."))
    stood = [claim_in_words(each["claim"]) for each in action.details["stood"]]
    values = {"n": match.number, "card": "; ".join(stood)}
    if not stood:
        return _("The card of match %(n)s will be empty again.") % values
    return _("Restores the card of match %(n)s: %(card)s.") % values


def wait_again(match: Match) -> None:
    """Set a match without rounds to wait, called to its board if it was called before."""
    at_its_board = match.called_at is not None and match.state == Match.State.PLAYING
    match.state = Match.State.CALLED if at_its_board else Match.State.PLANNED
    match.started_at = None
    match.save(update_fields=["state", "started_at"])


def _undo_card(by: Who, action: Action) -> None:
    card = action.details["stood"]
    with card_act(by, match_of(action), UNDO, **undo_facts(action)) as line:
        bring_back(by=by, match=line.on, card=card, key=uuid4(), reason=_("Undone"))
        if not card:
            wait_again(line.on)


CARD = Undo(_preview_undo_card, _undo_card, moves_tables=True, keeps="stood")
