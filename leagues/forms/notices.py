"""The form of a message to members: audience, text, reply address, and where it is shown."""

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from itertools import groupby
from operator import attrgetter
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from leagues.actions.notices import FRONT, PAGE, SCREENS, NoticeDraft
from leagues.models import Club, Player
from leagues.models.messages import LONGEST_TEXT
from leagues.models.names import tidy_name
from leagues.reads.messages.audiences import Audience

FOOTER_LINE = re.compile(r"^--\s*$", re.MULTILINE)
"""The line that begins the footer of a mail."""

PLACES = {
    FRONT: gettext_lazy("The front page"),
    PAGE: gettext_lazy("The page of this league or event"),
    SCREENS: gettext_lazy("Screens in the hall"),
}


class NoticeForm(forms.Form):
    to = forms.ChoiceField(label=pgettext_lazy("recipients of a message", "To"))
    title = forms.CharField(label=pgettext_lazy("of a message", "Subject"), max_length=120)
    text = forms.CharField(
        label=pgettext_lazy("of a message", "Text"),
        max_length=LONGEST_TEXT,
        widget=forms.Textarea(attrs={"rows": 8}),
        help_text=gettext_lazy("Plain text. Addresses such as https://… become links."),
    )
    reply_to = forms.ChoiceField(label=gettext_lazy("Replies go to"), required=False)
    sends = forms.BooleanField(label=gettext_lazy("Send it to them"), required=False, initial=True)
    places = forms.MultipleChoiceField(
        label=gettext_lazy("Also show it on"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    until = forms.DateField(
        label=gettext_lazy("Last day to show it"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )

    def __init__(
        self,
        *args: Any,
        audiences: Sequence[Audience],
        addresses: Mapping[str, str],
        places: Iterable[str],
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self._audiences = {each.key: each for each in audiences}
        self._set_choices("to", _grouped(self._audiences.values()))
        self._set_choices("reply_to", list(addresses.items()))
        self._set_choices("places", [(place, PLACES[place]) for place in places])
        if not places:
            for name in ("sends", "places", "until"):
                del self.fields[name]
        if not addresses:
            del self.fields["reply_to"]

    def _set_choices(self, name: str, choices: Any) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = choices

    def clean_title(self) -> str:
        return self._without_minors(tidy_name(self.cleaned_data["title"]))

    def clean_text(self) -> str:
        text = "\n".join(self.cleaned_data["text"].splitlines()).strip()
        return self._without_minors(FOOTER_LINE.sub("—", text))

    def _without_minors(self, text: str) -> str:
        """The text, refused if it has the full name of a player under 18."""
        for minor in Player.objects.present().filter(is_minor=True):
            if minor.short_name != minor.name and minor.name.casefold() in text.casefold():
                raise forms.ValidationError(
                    _("%(name)s is under 18. Write “%(short)s” instead of the full name.")
                    % {"name": minor.name, "short": minor.short_name}
                )
        return text

    def clean_until(self) -> date | None:
        until: date | None = self.cleaned_data["until"]
        if until and until < timezone.localdate():
            raise forms.ValidationError(_("This day is over. Choose a later one."))
        return until

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        audience = self._audiences.get(cleaned.get("to", ""))
        places = cleaned.get("places", ())
        if "places" in self.fields and not cleaned.get("sends") and not places:
            self.add_error("sends", _("Send it, or choose where it is shown."))
        if audience and PAGE in places and not (audience.event or audience.league):
            self.add_error("places", _("Only a message to a league or event has such a page."))
        return cleaned

    @property
    def places_shown(self) -> list[str]:
        return [str(PLACES[each]) for each in self.cleaned_data.get("places", ())]

    @property
    def draft(self) -> NoticeDraft:
        cleaned = self.cleaned_data
        return NoticeDraft(
            audience=self._audiences[cleaned["to"]],
            title=cleaned["title"],
            text=cleaned["text"],
            reply_to=cleaned.get("reply_to", ""),
            sends=cleaned.get("sends", True),
            places=tuple(cleaned.get("places", ())),
            until=_end_of(cleaned.get("until")),
        )


def _grouped(audiences: Iterable[Audience]) -> list[Any]:
    """The choices, those of a league or event below its name."""
    found: list[Any] = []
    for name, group in groupby(audiences, attrgetter("group")):
        choices = [(each.key, each.label) for each in group]
        found += [(name, choices)] if name else choices
    return found


def _end_of(day: date | None) -> datetime | None:
    """Midnight after a day at the club."""
    if day is None:
        return None
    zone = Club.objects.get(is_home=True).tzinfo
    return datetime.combine(day + timedelta(days=1), time(), tzinfo=zone)
