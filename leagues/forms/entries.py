"""Forms for entries: lists, registration, withdrawal, teams and substitutes."""

import re
from collections.abc import Sequence
from typing import Any
from uuid import uuid4
from zoneinfo import ZoneInfo

from django import forms
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from leagues.actions.entries.presence import Unplayed
from leagues.files.text_files import read_text
from leagues.forms.stale_forms import RemembersForm
from leagues.models import Event, Player
from leagues.models.names import fold_name, tidy_name

MOST_LETTERS = 200_000
MOST_BYTES = 1_000_000
WEB_ADDRESS = re.compile(r"[/@:]|\bwww\.|[^\W\d_]{2}\.[^\W\d_]{2}", re.IGNORECASE)
ONCE, FOR_GOOD = "once", "for_good"


class ListForm(forms.Form):
    text = forms.CharField(
        label=_("The list"),
        required=False,
        max_length=MOST_LETTERS,
        strip=False,
        help_text=_("One entry per line."),
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false"}),
    )
    file = forms.FileField(
        label=_("Or a file"),
        required=False,
        help_text=_("CSV or plain text, as a spreadsheet saves it."),
        widget=forms.FileInput(attrs={"accept": ".csv,.txt,.tsv,text/*"}),
    )

    def clean_file(self) -> Any:
        file = self.cleaned_data["file"]
        if file and file.size > MOST_BYTES:
            raise forms.ValidationError(_("This file is too large for a list of people."))
        return file

    def clean(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        if cleaned.get("file"):
            cleaned["text"] = read_text(cleaned["file"].read())
        text = cleaned.get("text", "")
        if len(text) > MOST_LETTERS:
            self.add_error("file", _("This file is too large for a list of people."))
        if not self.errors and not tidy_name(text):
            self.add_error("text", _("The list is empty. Enter at least one name."))
        return cleaned


class PeopleListForm(ListForm):
    """A list of people to be added to the club, without an event."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["text"].help_text = _(
            "One person per line. You can paste rows from a spreadsheet."
        )


class RegistrationForm(RemembersForm):
    takes_entries = forms.BooleanField(label=_("People can enter themselves"), required=False)
    entry_limit = forms.IntegerField(
        label=_("Maximum number of entries"),
        required=False,
        min_value=1,
        max_value=2000,
        help_text=_("Later entries go on the waiting list. Leave blank for no limit."),
    )
    entries_close_at = forms.DateTimeField(
        label=_("Closes"),
        required=False,
        help_text=_("In the event’s time zone. Leave blank to close at the start."),
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
    )

    def __init__(self, data: QueryDict | None, *, event: Event, initial: dict[str, Any]) -> None:
        self.zone: ZoneInfo = event.tzinfo
        closes = initial["entries_close_at"]
        if closes is not None:
            closes = timezone.make_naive(closes, self.zone)
        initial = initial | {"entries_close_at": closes}
        super().__init__(data, initial=initial)

    def full_clean(self) -> None:
        with timezone.override(self.zone):
            super().full_clean()


def clean_name(name: str) -> str:
    name = tidy_name(name)
    if name and not any(c.isalpha() for c in name):
        raise forms.ValidationError(_("Enter a name that has letters in it."))
    return name


def _clean_own_name(name: str) -> str:
    """Refuse web addresses in names that strangers enter: the names appear on public pages."""
    if WEB_ADDRESS.search(name):
        raise forms.ValidationError(_("Enter a name without a web address."))
    return clean_name(name)


class OwnEntryForm(forms.Form):
    """The form with which people enter an event or join a league themselves."""

    name = forms.CharField(
        label=_("Your name"), max_length=120, widget=forms.TextInput(attrs={"autocomplete": "name"})
    )
    under_18 = forms.BooleanField(
        label=_("I am under 18"),
        required=False,
        help_text=_("We then show only your first name and an initial."),
    )
    called = forms.CharField(
        label=_("Name that others see instead"),
        max_length=60,
        required=False,
        help_text=_("On screens, on the web and in files. Leave blank to show your name."),
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )
    email = forms.EmailField(
        label=_("E-mail"),
        max_length=254,
        required=False,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    partner = forms.CharField(
        label=_("Your partner’s name"),
        max_length=120,
        required=False,
        help_text=_("Leave blank if you don’t have one yet. The desk will find one."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    partner_under_18 = forms.BooleanField(label=_("My partner is under 18"), required=False)
    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)
    # A honeypot: programs fill in every field, but people don't see this one.
    website = forms.CharField(required=False, max_length=200)

    def __init__(
        self, *args: Any, in_pairs: bool, is_known: bool, email_help: str = "", **kwargs: Any
    ) -> None:
        """``email_help`` explains what the email address is for. Empty removes the field."""
        super().__init__(*args, **kwargs)
        self.fields["email"].help_text = email_help
        gone = [] if in_pairs else ["partner", "partner_under_18"]
        if is_known:
            gone += ["name", "under_18", "called", "key", "website"]
        if is_known or not email_help:
            gone.append("email")
        for name in gone:
            del self.fields[name]

    def clean_name(self) -> str:
        return _clean_own_name(self.cleaned_data["name"])

    def clean_partner(self) -> str:
        return _clean_own_name(self.cleaned_data["partner"])

    def clean_called(self) -> str:
        return _clean_own_name(self.cleaned_data["called"])

    def clean(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        same = fold_name(cleaned.get("called", "")) == fold_name(cleaned.get("name", ""))
        if cleaned.get("under_18") and cleaned.get("called") and same:
            self.add_error(
                "called",
                _(
                    "We don’t show the full name of anyone under 18. Choose another name, or leave blank."
                ),
            )
        return cleaned


class ActForm(forms.Form):
    """A hash of the state that the user saw when they decided."""

    seen = forms.CharField(max_length=20, widget=forms.HiddenInput)


class WithdrawForm(ActForm):
    """Also asks what becomes of matches not played yet."""

    unplayed = forms.TypedChoiceField(
        label=_("Matches not yet played"),
        choices=[
            (Unplayed.WALKOVER.value, _("Give the opponents a walkover")),
            (Unplayed.NOT_COUNTED.value, _("Don’t count them")),
            (Unplayed.LEFT.value, _("Leave them until you update the draw or decide the scores")),
        ],
        coerce=Unplayed,
        initial=Unplayed.WALKOVER.value,
        widget=forms.RadioSelect,
    )


class TeamForm(forms.Form):
    team = forms.CharField(
        label=_("Club or team"),
        required=False,
        max_length=120,
        help_text=_("The club or team they play for. It matters when clubs meet."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    before = forms.CharField(required=False, max_length=120, strip=False, widget=forms.HiddenInput)

    def clean_team(self) -> str:
        return clean_name(self.cleaned_data["team"])


class SubstituteForm(forms.Form):
    leaves = forms.TypedChoiceField(label=_("Instead of"), coerce=int)
    comes = forms.TypedChoiceField(
        label=pgettext_lazy("person", "Substitute"), coerce=int, required=False, empty_value=None
    )
    name = forms.CharField(
        label=_("Or a guest, by name"),
        required=False,
        max_length=120,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    until = forms.ChoiceField(
        label=_("For how long"),
        choices=[
            (ONCE, _("Only for matches that are drawn but not started")),
            (FOR_GOOD, _("From now on")),
        ],
        initial=ONCE,
        widget=forms.RadioSelect,
    )

    def __init__(
        self, *args: Any, behind: Sequence[Player], others: Sequence[Player], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self._offer("leaves", [(person.pk, person.name) for person in behind])
        self._offer("comes", [("", "–"), *((p.pk, p.name) for p in others)])

    def _offer(self, name: str, choices: Sequence[tuple[Any, Any]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.TypedChoiceField)
        field.choices = list(choices)

    def clean_name(self) -> str:
        return _clean_own_name(self.cleaned_data["name"])

    def clean(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        if not self.errors and bool(cleaned.get("comes")) == bool(cleaned.get("name")):
            self.add_error("comes", _("Choose a player, or enter a guest’s name."))
        return cleaned
