"""The verbs of who is in an event: how the log says them, and how they are undone."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.utils.translation import ngettext

from leagues.actions.entries import undo, undo_list
from leagues.actions.verb import Verb
from leagues.reads.log.facts import LogFacts


def _entered(facts: LogFacts) -> str:
    entries = facts["said"].get("entries", [])
    names = [" & ".join(entry.get("names", [])) for entry in entries]
    facts["n"], facts["names"] = len(names), ", ".join(names)
    return ngettext("Entered %(names)s.", "Entered %(n)s: %(names)s.", len(names))


def _paired(facts: LogFacts) -> str:
    pairs = facts["said"].get("names", [])
    facts["names"] = ", ".join(" & ".join(pair) for pair in pairs)
    return _("Made pairs: %(names)s.")


def _paired_by_lot(facts: LogFacts) -> str:
    _paired(facts)
    return _("Drew pairs by lot, seed %(seed)s: %(names)s.")


def _substituted(facts: LogFacts) -> str:
    if facts["said"].get("for_good"):
        return _("Replaced %(leaves_name)s with %(comes_name)s for good.")
    return ngettext(
        "Named %(comes_name)s as the substitute for %(leaves_name)s in match %(matches)s.",
        "Named %(comes_name)s as the substitute for %(leaves_name)s in matches %(matches)s.",
        len(facts["said"].get("matches", ())),
    )


def _seeded(facts: LogFacts) -> str:
    count = len(facts["said"].get("seeds", {}))
    facts["n"] = count
    return ngettext("Changed %(n)s seed.", "Changed %(n)s seeds.", count)


VERBS = (
    # On the list
    Verb("enrol", later("Entered %(players)s."), undo.ENTER),
    Verb("enter_list", _entered, undo.ENTER),
    Verb("strike_entry", later("Removed %(name)s from the list."), undo_list.STRIKE),
    Verb(
        "set_registration",
        later("Changed the online registration."),
        undo.REGISTRATION,
    ),
    Verb(
        "set_team",
        later("Changed the club or team of %(name)s to “%(team)s”."),
        undo_list.TEAM,
    ),
    Verb("set_seeds", _seeded, undo.SEEDS),
    # Pairs and substitutes
    Verb("pair_up", _paired, undo_list.PAIRS),
    Verb("pair_by_lot", _paired_by_lot, undo_list.PAIRS),
    Verb("part_pair", later("Split the pair %(name)s."), undo_list.PART),
    Verb("substitute", _substituted, undo_list.SUBSTITUTE),
    # Here today
    Verb("check_in", later("Checked in: %(names)s."), undo.CHECK_IN),
    Verb(
        "take_back_check_in",
        later("Undid the check-in of: %(names)s."),
        undo.CHECK_OUT,
    ),
    Verb("pause_entry", later("Paused %(name)s."), undo.PRESENCE),
    Verb("return_entry", later("Resumed %(name)s."), undo.PRESENCE),
    Verb("withdraw_entry", later("Withdrew %(name)s."), undo.PRESENCE),
    Verb("reinstate_entry", later("Reinstated %(name)s."), undo.PRESENCE),
    Verb(
        "admit_entry",
        later("Admitted %(name)s from the waiting list."),
        undo.PRESENCE,
    ),
)
