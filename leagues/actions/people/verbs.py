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
    return _("Changed the details of %(name)s: %(what)s.")


def _added(facts: LogFacts) -> str:
    if not facts["names"]:
        return _("Filled in contact details from a list.")
    return _("Added from a list: %(names)s.")


VERBS = (
    Verb("add_player", later("Added %(name)s."), undo.ADD),
    Verb("add_players", _added, undo.ADD_LIST),
    Verb("change_player", _changed, undo.CHANGE),
    Verb(
        "change_contact",
        later("Changed the contact details of %(name)s."),
        later("The log doesn’t save addresses. Enter the earlier one again."),
    ),
    Verb(
        "stop_reminders",
        later("Stopped email reminders for %(name)s."),
        later(
            "They asked for this. They can turn reminders on again on their own page."
        ),
    ),
    Verb("bin_player", later("Moved %(name)s to the bin."), undo.BIN),
    Verb("restore_player", later("Restored %(name)s from the bin."), undo.RESTORE),
    Verb(
        "merge_players",
        later("Merged %(leaves_name)s into %(stays_name)s."),
        undo.MERGE,
    ),
    Verb(
        "undo_merge",
        later("Undid the merge of %(leaves_name)s into %(stays_name)s."),
        later("Merge the two again on the page that compares them."),
    ),
    Verb("give_link", later("Created a personal link for %(name)s."), undo.GIVE_LINK),
    Verb(
        "mail_link",
        later("Sent %(name)s a personal link by mail."),
        later(
            "The mail may already have been read. Revoke the link or create a new one."
        ),
    ),
    Verb(
        "revoke_link",
        later("Revoked the personal link of %(name)s."),
        later("A revoked link can’t be used again. Create a new one for this person."),
    ),
    Verb(
        "offer_calendar",
        later("Created a calendar address for %(name)s."),
        later("Revoke the address on the player’s page."),
    ),
    Verb(
        "revoke_calendar",
        later("Revoked the calendar address of %(name)s."),
        later("A revoked address can’t be used again. Create a new one."),
    ),
    Verb(
        "note_drill",
        later("Recorded a 20s drill of %(name)s: %(made)s of %(shots)s."),
        put_back(later("Removes this 20s drill of %(name)s.")),
    ),
    Verb(
        "remove_drill",
        later("Removed a 20s drill of %(name)s: %(made)s of %(shots)s."),
        put_back(later("Restores this 20s drill of %(name)s.")),
    ),
    Verb("claim_player", later("Linked their account to %(name)s."), undo.CLAIM),
    Verb(
        "release_player",
        later("Unlinked %(name)s from their account."),
        later("They can link their account again with their personal link."),
    ),
    Verb("ask_to_leave", later("Asked to remove %(name)s from the club."), undo.ASK),
    Verb("stay_in_club", later("%(name)s will stay in the club."), undo.STAY),
    Verb(
        "make_former_member",
        later("Removed the name of a player, now shown as %(name)s."),
        later("The name isn’t saved anywhere, so it can’t be restored."),
    ),
)
