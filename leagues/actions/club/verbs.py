"""The verbs of the club: how the log says them, and how they are undone."""

from __future__ import annotations

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from leagues.actions.club import undo
from leagues.actions.verb import Verb
from leagues.reads.log.facts import LogFacts


def _word_set(facts: LogFacts) -> str:
    if facts["words"]:
        return gettext("Changed %(count)s English texts to “%(words)s”.")
    return gettext("Changed %(count)s English texts back to the site’s words.")


VERBS = (
    Verb(
        "set_up_club",
        _("Set up %(name)s."),
        _("Everything here belongs to the club."),
    ),
    Verb(
        "invite",
        _("Invited %(email)s as %(role)s."),
        _("The invitation may already have been read. Withdraw it under Helpers."),
    ),
    Verb(
        "withdraw_invitation",
        _("Withdrew the invitation of %(email)s."),
        _("The link no longer works. Send a new invitation."),
    ),
    Verb(
        "accept_invitation",
        _("Joined as %(role)s."),
        _("They have already joined. Change their role or remove them under Helpers."),
    ),
    Verb(
        "change_role",
        _("Changed the role of %(email)s from %(before)s to %(role)s."),
        undo.ROLE,
    ),
    Verb(
        "remove_member",
        _("Removed %(email)s from the helpers."),
        _("To add them back, send a new invitation."),
    ),
    Verb("change_club_page", _("Changed the club’s page."), undo.PAGE),
    Verb(
        "put_logo",
        _("Added a logo of the club."),
        _(
            "The earlier logo wasn’t saved. Remove this one or choose another under The club’s page."
        ),
    ),
    Verb(
        "remove_logo",
        _("Removed the club’s logo."),
        _("The logo wasn’t saved. Choose it again under The club’s page."),
    ),
    Verb(
        "add_photo",
        _("Added a photo to the club’s page: %(says)s."),
        _("Remove the photo under The club’s page."),
    ),
    Verb(
        "remove_photo",
        _("Removed a photo from the club’s page: %(says)s."),
        _("The photo wasn’t saved. Add it again under The club’s page."),
    ),
    Verb(
        "change_club_language",
        _("Changed the language of the club from %(before)s to %(language)s."),
        undo.LANGUAGE,
    ),
    Verb(
        "change_club_words",
        _("Changed the words of the club in %(language)s."),
        _("These words are now single texts. Change them under Texts."),
    ),
    Verb(
        "change_text",
        _("Changed the text “%(text)s” in %(language)s."),
        undo.TEXTS,
    ),
    Verb(
        "reset_text",
        _("Reset the text “%(text)s” in %(language)s."),
        undo.TEXTS,
    ),
    Verb("use_word_set", _word_set, undo.WORD_SET),
    Verb(
        "send_again",
        _("Sent the mail “%(subject)s” again."),
        _("The mail may already have arrived."),
    ),
    Verb(
        "make_token",
        _("Created a token for the program %(name)s."),
        _("The token may already have been used. Revoke it under Other programs."),
    ),
    Verb(
        "revoke_token",
        _("Revoked the token of the program %(name)s."),
        _("A revoked token can’t be used again. Create a new one."),
    ),
    Verb(
        "add_webhook",
        _("Added the webhook to %(host)s."),
        _("The webhook may already have been used. Remove it under Webhooks."),
    ),
    Verb(
        "pause_webhook",
        _("Paused the webhook to %(host)s."),
        _("Resume the webhook under Webhooks."),
    ),
    Verb(
        "resume_webhook",
        _("Resumed the webhook to %(host)s."),
        _("Pause the webhook again under Webhooks."),
    ),
    Verb(
        "remove_webhook",
        _("Removed the webhook to %(host)s."),
        _("The secret of the webhook was deleted. Add the webhook again."),
    ),
    Verb(
        "try_webhook",
        _("Sent a test to the webhook at %(host)s."),
        _("It may already have been read."),
    ),
    Verb(
        "deliver_again",
        _("Sent the event %(kind)s to the webhook at %(host)s again."),
        _("It may already have been read."),
    ),
    Verb(
        "download_backup",
        _("Downloaded a backup."),
        _("The file has already been downloaded."),
    ),
)
