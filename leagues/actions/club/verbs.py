"""The verbs of the club: how the log says them, and how they are undone."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from leagues.actions.club import undo
from leagues.actions.verb import Verb

VERBS = (
    Verb(
        "set_up_club",
        _("Set up %(name)s."),
        _("Everything here belongs to the club."),
    ),
    Verb(
        "invite",
        _("Invited %(email)s as %(role)s."),
        _("The invitation may have been read: withdraw it under Helpers."),
    ),
    Verb(
        "withdraw_invitation",
        _("Withdrew the invitation of %(email)s."),
        _("Its link is dead for good: invite them anew."),
    ),
    Verb(
        "accept_invitation",
        _("Joined as %(role)s."),
        _("They have joined: change their role, or take them off, under Helpers."),
    ),
    Verb(
        "change_role",
        _("Made %(email)s %(role)s instead of %(before)s."),
        undo.ROLE,
    ),
    Verb(
        "remove_member",
        _("Took %(email)s off the helpers."),
        _("Whoever was taken off has to agree: invite them anew."),
    ),
    Verb(
        "send_again",
        _("Had the mail “%(subject)s” sent again."),
        _("It may be in the mailbox already."),
    ),
    Verb(
        "make_token",
        _("Made a token for the program %(name)s."),
        _("Its secret may have been used: revoke it under Other programs."),
    ),
    Verb(
        "revoke_token",
        _("Revoked the token of the program %(name)s."),
        _("It is dead for good: make another."),
    ),
    Verb(
        "download_backup",
        _("Downloaded a backup."),
        _("It is in their hands."),
    ),
)
