"""Notices: announcements of the desk, and messages of the club that are shown, sent or both."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later
from django.utils.translation import ngettext

from leagues.access.addresses import address_in_mail
from leagues.access.roles import Who
from leagues.actions.act import act
from leagues.actions.mail import queue_mail
from leagues.actions.messages import post_news, sends_mail
from leagues.actions.refusal import Refused
from leagues.actions.undo_rows import GONE, put_back
from leagues.actions.verb import Verb
from leagues.models import Club, Event, Mail, Notice, Player
from leagues.reads.log.facts import LogFacts
from leagues.reads.messages.audiences import Audience
from leagues.reads.messages.reach import Content, PeopleNews, Reach, reach_of

MOST_A_DAY = 2_000  # mails of notices from this site
A_DAY = timedelta(days=1)
WITHOUT_ASKING = 50  # people; for more, the number is confirmed
LASTS = timedelta(days=7)
"""How long a message without an end is worth sending."""

FRONT, PAGE, SCREENS = "front", "page", "screens"


def make_announcement(*, by: Who, event: Event, text: str, until: datetime | None = None) -> Notice:
    """Show a text on every page of the event, until a time or until it is taken down."""
    with act(by, event, SAY, text=text, until=until) as line:
        line.keep(event.notices.all())
        notice = Notice.objects.create(event=event, text=text, until=until, made_by=by.user)
        line.say(notice=notice.pk)
    return notice


SAY = Verb(
    "say",
    later("Announced: “%(text)s”"),
    put_back(later("“%(text)s” will be removed from every screen."), since=GONE),
)


def take_down(*, by: Who, notice: Notice) -> bool:
    """Take down a notice; False if it was taken down before."""
    facts = {"notice": notice.pk, "text": str(notice)}
    with act(by, notice.event or notice.league or _home_club(), TAKE_DOWN, **facts) as line:
        shown = Notice.objects.filter(pk=notice.pk, taken_down_at=None)
        line.keep(shown)
        was_shown = bool(shown.update(taken_down_at=timezone.now()))
        if not was_shown:
            line.drop()
    return was_shown


TAKE_DOWN = Verb(
    "take_down",
    later("Removed the announcement “%(text)s”."),
    put_back(later("“%(text)s” will be on every screen again."), since=GONE),
    when_closed=True,
)


# --- Messages to people --------------------------------------------------------------------


@dataclass(frozen=True)
class NoticeDraft:
    """A message as it was written: its audience, and where it is shown."""

    audience: Audience
    title: str
    text: str
    reply_to: str = ""
    sends: bool = True
    places: Collection[str] = ()
    until: datetime | None = None

    @property
    def ends_at(self) -> datetime:
        return self.until or timezone.now() + LASTS

    def content(self, _players: Sequence[Player] = ()) -> Content:
        return Content(
            title=self.title, path=self.audience.path, lines=("", *self.text.splitlines())
        )


def reach_of_draft(draft: NoticeDraft) -> Reach:
    to = draft.audience
    return reach_of(to.players, to.topic, sends_mail=sends_mail(), is_private=to.is_private)


def send_notice(*, by: Who, draft: NoticeDraft, confirmed: int | None = None) -> Notice:
    """Show a message, and send it once to each person of its audience.

    ``confirmed`` is the number of people that the writer was shown; for many it must be right.
    """
    audience = draft.audience
    where = audience.event or audience.league or _home_club()
    with act(by, where, SEND_NOTICE, title=draft.title) as line:
        Club.objects.select_for_update().get(is_home=True)  # so that the limit is counted once
        people = _count_people(draft, confirmed) if draft.sends else 0
        notice = Notice.objects.create(
            title=draft.title,
            text=draft.text,
            event=audience.event if PAGE in draft.places else None,
            league=audience.league if PAGE in draft.places else None,
            is_on_front=FRONT in draft.places,
            is_on_wall=SCREENS in draft.places,
            until=draft.until,
            audience=audience.key,
            people=people,
            reply_to=draft.reply_to,
            made_by=by.user,
        )
        line.say(notice=notice.pk, people=people, audience=audience.key)
        if draft.sends:
            post_news(_news_of(notice, draft), audience.players)
    return notice


def _describe_sending(facts: LogFacts) -> str:
    people = facts["details"].get("people", 0)
    if not people:
        return _("Showed the message “%(title)s”.") % facts
    return ngettext(
        "Sent the message “%(title)s” to %(n)s person.",
        "Sent the message “%(title)s” to %(n)s people.",
        people,
    ) % {"title": facts["title"], "n": people}


SEND_NOTICE = Verb(
    "send_notice",
    _describe_sending,
    later("A message that was sent can’t be taken back. Send another one."),
    when_closed=True,
)


def _count_people(draft: NoticeDraft, confirmed: int | None) -> int:
    """Return how many people it goes to. Refuse if none, too many, or not the confirmed number."""
    reach = reach_of_draft(draft)
    reached = reach.reached
    if not reached:
        raise Refused(_("None of them can be reached, so nothing was sent."))
    if reached > WITHOUT_ASKING and confirmed != reached:
        raise TooManyPeople(
            _("This goes to %(n)s people. Press again to send it.") % {"n": reached}, reached
        )
    since = timezone.now() - A_DAY
    sent = Mail.objects.filter(notice__isnull=False, made_at__gt=since).count()
    if sent + reach.by_mail > MOST_A_DAY:
        raise Refused(
            _(
                "This site sends at most %(most)s messages a day, and %(sent)s were sent in the last 24 hours. Nothing was sent. Try again tomorrow, or write to fewer people."
            )
            % {"most": MOST_A_DAY, "sent": sent}
        )
    return reached


class TooManyPeople(Refused):
    """The writer has to confirm the number of people."""

    def __init__(self, reason: str, people: int) -> None:
        super().__init__(reason)
        self.people = people


def _news_of(notice: Notice, draft: NoticeDraft) -> PeopleNews:
    return PeopleNews(
        topic=draft.audience.topic,
        key=f"notice-{notice.pk}",
        make=draft.content,
        ends_at=draft.ends_at,
        reply_to=draft.reply_to,
        notice=notice,
        is_private=draft.audience.is_private,
    )


def try_notice(*, by: Who, draft: NoticeDraft) -> str:
    """Mail the message to the writer alone; returns the address."""
    address = own_address(by)
    if not address:
        raise Refused(_("There is no e-mail address of yours to send a test to."))
    where = draft.audience.event or draft.audience.league or _home_club()
    page = f"{address_in_mail()}{draft.audience.path}"
    with act(by, where, TRY_NOTICE, title=draft.title):
        queue_mail(
            by=by,
            kind=Mail.Kind.REMINDER,
            to=address,
            subject=_("Test: %(title)s") % {"title": draft.title},
            text=f"{draft.title}\n\n{draft.text}\n\n{page}\n",
        )
    return address


TRY_NOTICE = Verb(
    "try_notice",
    later("Sent a test of the message “%(title)s” to themselves."),
    later("A test has no effect that could be undone."),
    when_closed=True,
)


def own_address(by: Who) -> str:
    if by.user:
        return by.user.email
    return by.player.mail_address if by.player else ""


# --- Addresses that don't work ---------------------------------------------------------------


def mark_address_wrong(*, by: Who, player: Player, address: str) -> None:
    """Note that mail to an address of a player doesn't arrive, for all who are written to there.

    They count as not reachable by mail until another address is entered.
    """
    theirs = (
        Q(email__iexact=address)
        | Q(email="", user__email__iexact=address)
        | Q(is_minor=True, guardians__user__email__iexact=address)
    )
    sharing = Player.objects.present().filter(theirs).values("pk")
    with act(by, player.club, MARK_ADDRESS_WRONG, player=player.pk, name=player.name) as line:
        if not address or not Player.objects.filter(pk=player.pk, pk__in=sharing).exists():
            raise Refused(_("This address has changed since. Check the one that is there now."))
        marked = Player.objects.filter(pk__in=list(sharing.values_list("pk", flat=True)))
        if not marked.exclude(wrong_address__iexact=address).exists():
            line.drop()
            return
        marked.update(wrong_address=address)


MARK_ADDRESS_WRONG = Verb(
    "mark_address_wrong",
    later("Marked the e-mail address of %(name)s as wrong."),
    later("Enter the right address on the person’s page."),
)


def _home_club() -> Club:
    return Club.objects.get(is_home=True)
