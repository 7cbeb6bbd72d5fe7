"""Forms to change or cancel a night of a league."""

from datetime import date
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from leagues.actions.leagues.nights.changes import facts_of
from leagues.forms.events.events import YEARS
from leagues.forms.messages import TellingForm
from leagues.forms.stale_forms import RemembersForm
from leagues.models import League, Night, Player
from leagues.models.names import tidy_name
from leagues.reads.state_marks import mark_of


class NightForm(TellingForm, RemembersForm):
    template_name = "desk/leagues/nights/_night_form.html"
    field_order = ("on", "at", "name", "place", "host", "always_counts")
    tell_label = gettext_lazy("Tell the people concerned if the day, time or venue changes")
    tells_of_past = True

    on = forms.DateField(
        label=gettext_lazy("Day"), widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
    )
    at = forms.TimeField(
        label=gettext_lazy("Play begins at"),
        widget=forms.TimeInput(format="%H:%M", attrs={"type": "time"}),
    )
    place = forms.CharField(
        label=pgettext_lazy("where", "Another venue"), max_length=120, required=False
    )
    host = forms.ModelChoiceField(
        Player.objects.none(),
        label=gettext_lazy("Who runs it"),
        required=False,
        empty_label=gettext_lazy("No one yet"),
        help_text=gettext_lazy("They can run this night from noon that day."),
    )
    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=60,
        required=False,
        help_text=gettext_lazy("Such as “Finals night”."),
    )
    always_counts = forms.BooleanField(
        label=gettext_lazy("Always counts, on top of the best nights"), required=False
    )

    def __init__(
        self, *args: Any, league: League, night: Night | None = None, **kwargs: Any
    ) -> None:
        if night is not None:
            facts = facts_of(night)
            kwargs["initial"] = facts | {"host": night.host_id, "seen": mark_of(facts)}
        super().__init__(*args, **kwargs)
        field = self.fields["host"]
        assert isinstance(field, forms.ModelChoiceField)
        here = Player.objects.filter(club=league.club, merged_into=None, binned_at=None)
        field.queryset = here.by_surname()

    def clean_on(self) -> date:
        day: date = self.cleaned_data["on"]
        if not YEARS[0] <= day <= YEARS[1]:
            raise forms.ValidationError(_("This day is too far away."))
        return day

    def clean_place(self) -> str:
        return tidy_name(self.cleaned_data["place"])

    def clean_name(self) -> str:
        return tidy_name(self.cleaned_data["name"])

    def facts(self) -> dict[str, Any]:
        cleaned = {name: self.cleaned_data[name] for name in ("on", "at", "place", "name")}
        host = self.cleaned_data["host"]
        return cleaned | {
            "host_id": host.pk if host else None,
            "always_counts": self.cleaned_data["always_counts"],
        }


class CancelForm(TellingForm):
    reason = forms.CharField(
        label=gettext_lazy("Why it is cancelled"),
        max_length=120,
        help_text=gettext_lazy("Everyone sees it, such as “snow”."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def clean_reason(self) -> str:
        reason = tidy_name(self.cleaned_data["reason"])
        if not reason:
            raise forms.ValidationError(_("Give a reason, in a word or two."))
        return reason
