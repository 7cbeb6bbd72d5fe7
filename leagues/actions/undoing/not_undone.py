"""What can't be undone, each with the reason and what to do instead."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

NOT_UNDONE: dict[str, Promise] = {
    "set_up_club": _("Everything here belongs to the club."),
    "invite": _("The invitation may have been read: withdraw it under Helpers."),
    "withdraw_invitation": _("Its link is dead for good: invite them anew."),
    "accept_invitation": _(
        "They have joined: change their role, or take them off, under Helpers."
    ),
    "remove_member": _("Whoever was taken off has to agree: invite them anew."),
    "undo_merge": _("Merge the two again, where both are shown side by side."),
    "revoke_link": _("A closed link is dead for good: make a new one."),
    "release_player": _("They take their name again with their personal link."),
    "seat_pools": _("Empty the stage instead, on its draw page."),
    "promise_seed": _(
        "The promise is public, and a promise that can be taken back is none."
    ),
    "undo": _("This took something back. Do that again as it was done before."),
    "reopen_event": _("Finish the event again, under Advance."),
    "report_round": _("Correct the card instead: what was said stays readable."),
    "report_late": _("It changed nothing: what was said stays readable."),
    "confirm_end": _("Correct the card instead: it is open to the desk for good."),
    "let_stand": _("Nobody objected in time: correct the card instead."),
    "make_kiosk": _("Take the tablet off again, where the phones are."),
    "revoke_kiosk": _("Whoever held the tablet may have it still: set it up anew."),
    "void_labels": _("Somebody may have copied the old labels: print the new ones."),
    # Screens: nothing is lost, and what they show is chosen again with one press.
    "pair_screen": _("Forget the screen, where the screens are."),
    "show_on_screens": _("Show something else, where the screens are."),
    "name_screens": _("The names go from the screens by themselves."),
    "forget_screen": _("Take the screen on again: it shows a code."),
}
