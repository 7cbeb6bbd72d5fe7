"""The verbs of play: how the log says them, and how they are undone."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.utils.translation import ngettext

from leagues.actions.play import undo, undo_cards
from leagues.actions.verb import Verb
from leagues.reads.log.facts import LogFacts
from leagues.reads.play.figures import claim_in_words, versus_in_figures


def _entered_round(facts: LogFacts) -> str:
    facts["what"] = claim_in_words(facts["said"].get("claim", {}))
    if facts["said"].get("before") is None:
        return _("Entered round %(round)s of %(match)s: %(what)s.")
    facts["was"] = "–".join(map(str, facts["said"]["before"]))
    return _("Changed round %(round)s of %(match)s: %(what)s instead of %(was)s.")


def _entered_card(facts: LogFacts) -> str:
    rounds = facts["said"].get("rounds", [])
    facts["what"] = "; ".join(claim_in_words(each["claim"]) for each in rounds)
    return _("Entered the card of %(match)s: %(what)s.")


def _ruled(facts: LogFacts) -> str:
    facts["what"] = claim_in_words(facts["said"].get("claim", {}))
    return _("Decided round %(round)s of %(match)s: %(what)s.")


def _walkover(facts: LogFacts) -> str:
    said = facts["said"]
    facts["points"] = versus_in_figures(said.get("result", said.get("points", ())))
    return _("Recorded %(match)s as a walkover for side %(winner)s (%(points)s).")


def _called(facts: LogFacts) -> str:
    calls = facts["said"].get("calls", [])
    facts["calls"] = ", ".join(
        _("match %(n)s to board %(board)s") % {"n": number, "board": board}
        for number, board in calls
    )
    return _("Called %(calls)s.")


def _took_out_board(facts: LogFacts) -> str:
    said = facts["said"]
    if "match" not in said:
        return _("Removed broken board %(board)s.")
    if said.get("to") is None:
        return _(
            "Removed broken board %(board)s. Moved %(match)s back to the waiting matches."
        )
    return _("Removed broken board %(board)s. Moved %(match)s to board %(to)s.")


def _started_clock(facts: LogFacts) -> str:
    return ngettext(
        "Started the clock of %(stage)s at %(minutes)s minute.",
        "Started the clock of %(stage)s at %(minutes)s minutes.",
        facts["said"].get("minutes", 0),
    )


VERBS = (
    # Calls and help
    Verb("call_match", later("Called %(match)s to board %(board)s."), undo.CALL),
    Verb("call_matches", _called, undo.CALLS),
    Verb("put_back", later("Undid the call of %(match)s."), undo.PUT_BACK),
    Verb("take_out_board", _took_out_board, undo.TAKE_OUT_BOARD),
    Verb("want_help", later("Called the desk to %(match)s."), undo.WANT_HELP),
    Verb("answer_help", later("Went to help at %(match)s."), undo.ANSWER_HELP),
    # Cards
    Verb("enter_round", _entered_round, undo_cards.CARD),
    Verb("enter_card", _entered_card, undo_cards.CARD),
    Verb("rule_round", _ruled, undo_cards.CARD),
    Verb(
        "accept_match",
        later("Accepted %(match)s as reported."),
        undo_cards.ACCEPT,
    ),
    # How matches end without being played to their end
    Verb("give_walkover", _walkover, undo_cards.ENDING),
    Verb(
        "nobody_came",
        later("Recorded %(match)s as a loss for both, because no one came."),
        undo_cards.ENDING,
    ),
    Verb(
        "stop_match",
        later("Stopped %(match)s. What was played counts."),
        undo_cards.ENDING,
    ),
    Verb(
        "annul_match",
        later("Voided %(match)s. It doesn’t count."),
        undo_cards.ENDING,
    ),
    # The clock
    Verb(
        "start_clock",
        _started_clock,
        undo.CLOCK,
    ),
    Verb(
        "pause_clock",
        later("Paused the clock of %(stage)s."),
        undo.CLOCK,
    ),
    Verb("resume_clock", later("Resumed the clock of %(stage)s."), undo.CLOCK),
    Verb("add_minute", later("Added a minute to the clock of %(stage)s."), undo.CLOCK),
    Verb("stop_clock", later("Removed the clock of %(stage)s."), undo.CLOCK),
)
