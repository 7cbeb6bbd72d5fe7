"""A message from one side of an unplayed match to the other, as a mail of the site."""

from collections.abc import Sequence
from datetime import timedelta
from functools import partial
from hashlib import sha256

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.utils.translation import ngettext

from leagues.access.roles import Who
from leagues.actions.act import act
from leagues.actions.leagues.unplayed.arranging import names_of_match, refuse_over
from leagues.actions.messages import post_news, sends_mail
from leagues.actions.refusal import Refused
from leagues.actions.verb import Verb
from leagues.models import Action, Match, Player, Surface, Topic
from leagues.reads.messages.reach import Content, PeopleNews, mailable, readers_by_address
from scoring.sides import Seat

A_DAY = timedelta(days=1)
MOST_A_DAY = 5
LASTS = timedelta(days=7)


def write_to_opponents(
    *, by: Who, match: Match, seat: Seat, sender: Player, text: str, shows_address: bool
) -> None:
    """Mail a text to the other side of a match. The log keeps that it was sent, not the text."""
    if sender.is_unconfirmed:
        raise Refused(_("An organiser has to confirm you first."))
    with act(by, match, WRITE_TO_OPPONENTS, match=match.number, seat=seat) as line:
        refuse_over(line.on)
        line.say(names=names_of_match(line.on))
        _refuse_too_many(line.on, seat)
        sides = match.sides.exclude(seat=seat)
        others = mailable(Player.objects.present().filter(pk__in=sides.values("players")))
        if not (sends_mail() and readers_by_address(others, Topic.NEXT_MATCH)):
            raise Refused(_("The other side can’t be reached by e-mail."))
        if not post_news(_news_of(match, sender, text, shows_address=shows_address), others):
            raise Refused(_("You’ve already sent this message today, so it wasn’t sent again."))


WRITE_TO_OPPONENTS = Verb(
    "write_to_opponents",
    later("Wrote to the other side of %(names)s."),
    later("The mail may already have arrived."),
)


def _refuse_too_many(match: Match, seat: Seat) -> None:
    lines = Action.objects.filter(
        event=match.event_id, verb=WRITE_TO_OPPONENTS.name, at__gt=timezone.now() - A_DAY
    )
    if lines.filter(details__match=match.number, details__seat=seat).count() >= MOST_A_DAY:
        refusal = ngettext(
            "You can write %(n)s message a day about a match. Try again tomorrow.",
            "You can write %(n)s messages a day about a match. Try again tomorrow.",
            MOST_A_DAY,
        )
        raise Refused(refusal % {"n": MOST_A_DAY})


def _news_of(match: Match, sender: Player, text: str, *, shows_address: bool) -> PeopleNews:
    """The same text on the same day is one message, also if the button is pressed twice."""
    now = timezone.now()
    digest = sha256(text.encode()).hexdigest()[:12]
    return PeopleNews(
        topic=Topic.NEXT_MATCH,
        key=f"wrote-{match.pk}-{sender.pk}-{now.date()}-{digest}",
        make=partial(_content_of, match, sender, text),
        ends_at=now + LASTS,
        is_private=True,  # only mail: notifications contain nothing that isn't public
        reply_to=sender.mail_address if shows_address and not sender.is_minor else "",
    )


def _content_of(match: Match, sender: Player, text: str, _players: Sequence[Player]) -> Content:
    # Quoted, so that no line of it becomes a button or the footer of the mail.
    return Content(
        title=_("%(name)s writes about your match") % {"name": sender.shown_on(Surface.WEB)},
        path=reverse("match", args=[match.event.slug, match.number]),
        lines=(match.event.name, *(f"> {line}" for line in text.splitlines())),
    )
