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
    Verb("change_club_page", _("Changed the club’s page."), undo.PAGE),
    Verb(
        "put_logo",
        _("Gave the club a logo."),
        _(
            "The one before is not kept: remove it, or choose another, under The club’s page."
        ),
    ),
    Verb(
        "remove_logo",
        _("Removed the club’s logo."),
        _("It is not kept: choose it again under The club’s page."),
    ),
    Verb(
        "add_photo",
        _("Added a photo to the club’s page: %(says)s."),
        _("Remove it under The club’s page."),
    ),
    Verb(
        "remove_photo",
        _("Removed a photo from the club’s page: %(says)s."),
        _("It is not kept: add it again under The club’s page."),
    ),
    Verb(
        "change_club_language",
        _("Made %(language)s the language of the club, instead of %(before)s."),
        undo.LANGUAGE,
    ),
    Verb(
        "change_club_words",
        _("Changed the club’s own words in %(language)s."),
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
        "add_webhook",
        _("Had the program at %(host)s told of what happens here."),
        _("Its secret may have been used: remove it under Webhooks."),
    ),
    Verb(
        "pause_webhook",
        _("Paused telling the program at %(host)s."),
        _("Let it go on under Webhooks."),
    ),
    Verb(
        "resume_webhook",
        _("Let the program at %(host)s be told again."),
        _("Pause it again under Webhooks."),
    ),
    Verb(
        "remove_webhook",
        _("Removed the program at %(host)s, which is told nothing any more."),
        _("Its secret is forgotten: add it anew."),
    ),
    Verb(
        "try_webhook",
        _("Sent the program at %(host)s a test."),
        _("It may have been read already."),
    ),
    Verb(
        "deliver_again",
        _("Had the program at %(host)s told once more of %(kind)s."),
        _("It may have been read already."),
    ),
    Verb(
        "download_backup",
        _("Downloaded a backup."),
        _("It is in their hands."),
    ),
)
