"""Who hears of a change, and which messages a person gets by which channel."""

from functools import cache, partial
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.functional import lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from leagues.actions.date_changes import Telling
from leagues.actions.messages import sends_mail
from leagues.models import Event, MessageChannel, Night, Player, Topic
from leagues.models.messages import ALWAYS_SENT
from leagues.models.names import tidy_name
from leagues.models.people import PlayerQuerySet
from leagues.reads.messages.date_changes import (
    date_facts,
    end_of_day,
    is_announced,
    is_private_subject,
    people_of,
)
from leagues.reads.messages.reach import Reach, reach_of
from leagues.say import say
from scoring.text import Listing

LISTED = 4  # names of those who can't be reached


class TellingForm(forms.Form):
    """A form with a tick that the people concerned hear of it, how many, and a sentence for them.

    Without ``subject``, or if no one hears of its changes, it has neither field.
    """

    tell_label = gettext_lazy("Tell the people concerned")
    tells_of_past = False
    """True if it can move what is over to a day to come."""

    def __init__(
        self,
        *args: Any,
        subject: Night | Event | None = None,
        people: PlayerQuerySet | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        if subject is None or not is_announced(subject):
            return
        if not self.tells_of_past and end_of_day(subject, date_facts(subject)) <= timezone.now():
            return
        self.fields["tell"] = forms.BooleanField(
            label=self.tell_label,
            required=False,
            initial=True,
            help_text=lazy(cache(partial(_who_hears, subject, people)), str)(),
        )
        self.fields["note"] = forms.CharField(
            label=gettext_lazy("A sentence for them"), max_length=300, required=False
        )

    @property
    def telling(self) -> Telling:
        cleaned = self.cleaned_data
        return Telling(cleaned.get("tell", False), tidy_name(cleaned.get("note", "")))


def _who_hears(subject: Night | Event, people: PlayerQuerySet | None) -> str:
    reach = reach_of(
        people_of(subject) if people is None else people,
        Topic.CHANGE,
        sends_mail=sends_mail(),
        is_private=is_private_subject(subject),
    )
    return reach_in_words(reach)


def reach_in_words(reach: Reach) -> str:
    """How many people hear of it and how, and who can't be reached."""
    if not reach.people:
        return _("This concerns no one yet.")
    unreached = len(reach.unreached)
    sentences = []
    if reached := reach.people - unreached:
        hear = ngettext(
            "%(n)s person hears of it: %(mail)s by e-mail, %(push)s by notification.",
            "%(n)s people hear of it: %(mail)s by e-mail, %(push)s by notification.",
            reached,
        )
        sentences.append(hear % {"n": reached, "mail": reach.by_mail, "push": reach.by_push})
    if unreached:
        names = [each.name for each in reach.unreached[:LISTED]]
        more = ["…"] if unreached > LISTED else []
        missing = ngettext(
            "%(n)s person can’t be reached: %(names)s",
            "%(n)s people can’t be reached: %(names)s",
            unreached,
        )
        sentences.append(missing % {"n": unreached, "names": say(Listing((*names, *more)))})
    return " ".join(sentences)


NEVER_SENT = frozenset({(Topic.FOLLOWED, MessageChannel.MAIL)})
"""Messages that don't exist."""


class MessagesForm(forms.Form):
    """A tick for each topic and channel. Without a tick, no messages are sent."""

    def __init__(self, *args: Any, player: Player, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        muted = set(player.mutes.values_list("topic", "channel"))
        for topic, channel in self._pairs():
            is_fixed = (topic, channel) in ALWAYS_SENT and not player.is_unconfirmed
            self.fields[f"{topic}_{channel}"] = forms.BooleanField(
                label=f"{topic.label}: {channel.label}",
                initial=is_fixed or (topic, channel) not in muted,
                disabled=is_fixed,
                required=False,
            )

    @staticmethod
    def _pairs() -> list[tuple[Topic, MessageChannel]]:
        return [(t, c) for t in Topic for c in MessageChannel if (t, c) not in NEVER_SENT]

    def rows(self) -> list[tuple[str, list[forms.BoundField | None]]]:
        """Each topic with its ticks, in the order of the channels; None where there is none."""
        return [
            (
                str(topic.label),
                [
                    self[f"{topic}_{channel}"] if (topic, channel) not in NEVER_SENT else None
                    for channel in MessageChannel
                ],
            )
            for topic in Topic
        ]

    @property
    def muted(self) -> set[tuple[str, str]]:
        """The topics and channels without a tick, if the form is valid."""
        return {(t, c) for t, c in self._pairs() if not self.cleaned_data[f"{t}_{c}"]}
