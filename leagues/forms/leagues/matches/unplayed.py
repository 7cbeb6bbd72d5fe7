"""Forms about an unplayed league match: postpone it, propose a day, answer a no-show claim."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from leagues.forms.events.events import YEARS
from leagues.models.names import tidy_name
from leagues.reads.leagues.calendar import evening_day
from leagues.reads.leagues.matches.unplayed import Arrangement, put_off_limits
from leagues.reads.leagues.words import day_in_words


def day_field(label: Any, **kwargs: Any) -> forms.DateField:
    return forms.DateField(
        label=label,
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
        error_messages={
            "required": gettext_lazy("Choose a day."),
            "invalid": gettext_lazy("Enter the day as 2026-11-19."),
        },
        **kwargs,
    )


class PutOffForm(forms.Form):
    until = day_field(gettext_lazy("Postpone until"))
    reason = forms.CharField(
        label=gettext_lazy("Why"),
        max_length=120,
        error_messages={"required": gettext_lazy("Give a reason, in a word or two.")},
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def between(self, first: date, last: date) -> None:
        """Limit the field to these days, and show them."""
        until = self.fields["until"]
        until.widget.attrs |= {"min": first.isoformat(), "max": last.isoformat()}
        until.help_text = _("From %(first)s to %(last)s.") % {
            "first": day_in_words(first),
            "last": day_in_words(last),
        }

    def clean_until(self) -> date:
        return clean_day(self.cleaned_data["until"])

    def clean_reason(self) -> str:
        reason = tidy_name(self.cleaned_data["reason"])
        if not reason:
            raise forms.ValidationError(_("Give a reason, in a word or two."))
        return reason


class DateForm(forms.Form):
    on = day_field(gettext_lazy("Day"))
    at = forms.TimeField(
        label=pgettext_lazy("of day", "Time"),
        required=False,
        widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"}),
        error_messages={"invalid": gettext_lazy("Enter the time as 19:30.")},
    )
    place = forms.CharField(label=gettext_lazy("Where"), max_length=120, required=False)

    def clean_on(self) -> date:
        return clean_day(self.cleaned_data["on"])

    def clean_place(self) -> str:
        return tidy_name(self.cleaned_data["place"])


class DenyForm(forms.Form):
    answer = forms.CharField(
        label=gettext_lazy("What happened"),
        max_length=200,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def clean_answer(self) -> str:
        return tidy_name(self.cleaned_data["answer"])


class WriteForm(forms.Form):
    """A message to the other side."""

    text = forms.CharField(
        label=pgettext_lazy("to the other side", "Message"),
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 4}),
        error_messages={"required": gettext_lazy("Write a message.")},
    )
    shows_address = forms.BooleanField(
        label=gettext_lazy("They may reply to my e-mail address"), required=False
    )


def clean_day(day: date) -> date:
    if not YEARS[0] <= day <= YEARS[1]:
        raise forms.ValidationError(_("This day is too far away."))
    return day


def put_off_form(arranged: Arrangement, **kwargs: Any) -> PutOffForm:
    """Return the form to postpone a match, limited to the days that its league allows."""
    form = PutOffForm(**kwargs)
    league = arranged.dated.week.league
    last = put_off_limits(league).last_date
    today = evening_day(league, timezone.now())
    first = max(arranged.dates.last_day, today) + timedelta(1)
    if first <= last:
        form.between(first, last)
    return form


@dataclass
class MatchForms:
    """All forms of a player's match page. ``sent`` is the submitted one."""

    put_off: PutOffForm
    offer: DateForm
    deny: DenyForm
    write: WriteForm
    sent: forms.Form
    act: str = ""

    @classmethod
    def of(cls, arranged: Arrangement, act: str = "", data: QueryDict | None = None) -> MatchForms:
        def filled(name: str) -> QueryDict | None:
            return data if act == name else None

        put_off = put_off_form(arranged, data=filled("put-off"), auto_id="put-off-%s")
        offer, deny = (DateForm(filled("offer"), auto_id="offer-%s"), DenyForm(filled("deny")))
        write = WriteForm(filled("write"), auto_id="write-%s")
        own = {"put-off": put_off, "offer": offer, "deny": deny, "write": write}
        return cls(put_off, offer, deny, write, own.get(act) or forms.Form(data), act)
