"""The verbs of phones: how the log says them, and why they are not undone."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from leagues.actions.verb import Verb
from leagues.reads.log.facts import LogFacts
from leagues.reads.play.figures import claim_in_words
from scoring.sides import Seat


def _reported(facts: LogFacts) -> str:
    said = facts["said"]
    facts["what"] = claim_in_words(said.get("claim", {}))
    facts["side"] = "" if said.get("side") is None else Seat(said["side"]).name
    if said.get("taken") is False:
        return _(
            "Reported round %(round)s of %(match)s: %(what)s. That does not stand."
        )
    if facts["side"]:
        return _("Reported round %(round)s of %(match)s for side %(side)s: %(what)s.")
    return _("Reported round %(round)s of %(match)s: %(what)s.")


def _reported_late(facts: LogFacts) -> str:
    said = _reported(facts)
    return f"{said} {_('That came too late.')}"


VERBS = (
    Verb(
        "report_round",
        _reported,
        later("Correct the card instead: what was said stays readable."),
    ),
    Verb(
        "report_late",
        _reported_late,
        later("It changed nothing: what was said stays readable."),
    ),
    Verb(
        "confirm_end",
        later("Confirmed how %(match)s ended."),
        later("Correct the card instead: it is open to the desk for good."),
    ),
    Verb(
        "let_stand",
        later("Nobody contested %(match)s for %(minutes)s minutes: it stands."),
        later("Nobody objected in time: correct the card instead."),
    ),
    Verb(
        "make_kiosk",
        later("Let a tablet in at board %(board)s."),
        later("Take the tablet off again, where the phones are."),
    ),
    Verb(
        "revoke_kiosk",
        later("Signed the tablet at board %(board)s off."),
        later("Whoever held the tablet may have it still: set it up anew."),
    ),
    Verb(
        "void_labels",
        later("Made the printed labels of %(boards)s boards void."),
        later("Somebody may have copied the old labels: print the new ones."),
    ),
)
