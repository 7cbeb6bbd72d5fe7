"""The verbs of who goes on: how the log says them, and how they are undone."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.utils.translation import ngettext

from leagues.actions.advance import undo
from leagues.actions.verb import Verb
from leagues.reads.events.shoot_outs import in_tries
from leagues.reads.log.facts import UNKNOWN, LogFacts


def _settled(facts: LogFacts) -> str:
    said = facts["said"]
    if said.get("kind") == "shoot_out" and said.get("shots"):
        pairs = zip(said["names"], said["shots"], strict=False)
        shot = [f"{name} {shots or '–'}" for name, shots in pairs]
        facts["names"] = ", ".join(shot)
        return _("Recorded a shoot-out in %(stage)s: %(names)s.")
    if said.get("kind") == "shoot_out":
        return _("Decided a tie in %(stage)s by shoot-out. Order: %(names)s.")
    return _("Decided a tie in %(stage)s by hand. Order: %(names)s.")


def _shot(facts: LogFacts) -> str:
    said = facts["said"]
    facts["shots"] = in_tries(said.get("shots", ()))
    facts["before"] = in_tries(said.get("before", ()))
    if not facts["shots"]:
        return _("Cleared the 20s of %(name)s in %(stage)s (%(before)s).")
    if facts["before"]:
        return _(
            "Corrected the 20s of %(name)s in %(stage)s from %(before)s to %(shots)s."
        )
    return _("Entered the 20s of %(name)s in %(stage)s: %(shots)s.")


def _played_off(facts: LogFacts) -> str:
    facts["n"] = facts["said"].get("match", UNKNOWN)
    return _("Set up a play-off, match %(n)s: %(names)s.")


def _filled_anew(facts: LogFacts) -> str:
    if not facts["said"].get("came"):
        return _("Reassigned the places of %(stage)s.")
    return _("Reassigned the places of %(stage)s. Added %(came)s, removed %(left)s.")


def _finished(facts: LogFacts) -> str:
    facts["n"] = len(facts["said"].get("struck_out", ()))
    if not facts["n"]:
        return _("Finished the event.")
    return ngettext(
        "Finished the event and cancelled %(n)s open match.",
        "Finished the event and cancelled %(n)s open matches.",
        facts["n"],
    )


VERBS = (
    Verb("settle_tie", _settled, undo.SETTLE),
    Verb("enter_shots", _shot, undo.ENTER_SHOTS),
    Verb(
        "withdraw_settlement",
        later("Removed the decision of a tie in %(stage)s."),
        undo.WITHDRAW_SETTLEMENT,
    ),
    Verb("play_off", _played_off, undo.PLAY_OFF),
    Verb("fill_anew", _filled_anew, undo.FILL_ANEW),
    Verb(
        "move_up",
        later("Gave the place of %(absent_name)s in %(stage)s to %(name)s."),
        undo.MOVE_UP,
    ),
    Verb("finish_event", _finished, undo.FINISH),
)
