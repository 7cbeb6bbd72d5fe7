"""The verbs of people: how the log says them, and how they are undone."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from leagues.actions.people import undo
from leagues.actions.undoable import put_back
from leagues.actions.verb import Verb
from leagues.reads.log.facts import LogFacts, changed_facts


def _changed(facts: LogFacts) -> str:
    facts["what"] = changed_facts(facts)
    return _("Changed what is known of %(name)s: %(what)s.")


def _added(facts: LogFacts) -> str:
    if not facts["names"]:
        return _("Filled in how people are reached, from a list.")
    return _("Added from a list: %(names)s.")


VERBS = (
    Verb("add_player", later("Added %(name)s."), undo.ADD),
    Verb("add_players", _added, undo.ADD_LIST),
    Verb("change_player", _changed, undo.CHANGE),
    Verb(
        "change_contact",
        later("Changed how %(name)s is reached."),
        later("The log keeps no addresses: write down the earlier one again."),
    ),
    Verb(
        "stop_reminders",
        later("No more reminders by mail for %(name)s."),
        later("They asked for it, and ask for reminders again on their own page."),
    ),
    Verb("bin_player", later("Put %(name)s in the bin."), undo.BIN),
    Verb("restore_player", later("Restored %(name)s from the bin."), undo.RESTORE),
    Verb(
        "merge_players",
        later("Merged %(leaves_name)s into %(stays_name)s."),
        undo.MERGE,
    ),
    Verb(
        "undo_merge",
        later("Parted %(leaves_name)s from %(stays_name)s again."),
        later("Merge the two again, where both are shown side by side."),
    ),
    Verb("give_link", later("Made a personal link for %(name)s."), undo.GIVE_LINK),
    Verb(
        "mail_link",
        later("Sent %(name)s a personal link by mail."),
        later("The mail may have been read: revoke the link, or make a new one."),
    ),
    Verb(
        "revoke_link",
        later("Revoked the personal link of %(name)s."),
        later("A closed link is dead for good: make a new one."),
    ),
    Verb(
        "offer_calendar",
        later("Made the address of a calendar for %(name)s."),
        later("Revoke the address on the player’s own page."),
    ),
    Verb(
        "revoke_calendar",
        later("Revoked the address of the calendar of %(name)s."),
        later("A revoked address is dead for good: make a new one."),
    ),
    Verb(
        "note_drill",
        later("%(name)s shot %(made)s of %(shots)s alone."),
        put_back(later("What %(name)s shot alone is not written down.")),
    ),
    Verb(
        "remove_drill",
        later("Took out what %(name)s shot alone: %(made)s of %(shots)s."),
        put_back(later("What %(name)s shot alone is written down again.")),
    ),
    Verb("claim_player", later("Took %(name)s as their own name."), undo.CLAIM),
    Verb(
        "release_player",
        later("Untied %(name)s from their account."),
        later("They take their name again with their personal link."),
    ),
    Verb("ask_to_leave", later("%(name)s asked to leave the club."), undo.ASK),
    Verb("stay_in_club", later("%(name)s stays in the club after all."), undo.STAY),
    Verb(
        "make_former_member",
        later("Removed the name of a player, who is now %(name)s."),
        later("The name is kept nowhere, so nobody can bring it back."),
    ),
)
