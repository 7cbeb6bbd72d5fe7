"""What a league is beside its nights and its table."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from leagues.forms.events.boards import BoardsField
from leagues.forms.numbers import number
from leagues.models import Event, League, Player
from leagues.models.names import tidy


class SettingsForm(forms.Form):
    name = forms.CharField(
        label=gettext_lazy("Name of the league"),
        max_length=120,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    place = forms.CharField(label=gettext_lazy("Place"), max_length=120, required=False)
    boards = BoardsField(
        label=gettext_lazy("Boards"),
        max_length=600,
        help_text=gettext_lazy("How many, or which: 6, or 5–10, or 1–4, 7."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        required=False,
    )
    most = number(
        2,
        600,
        label=gettext_lazy("Who may come to a night, at most"),
        required=False,
        help_text=gettext_lazy("Left empty: everybody. Others wait for a place."),
    )
    fewest = number(
        2,
        99,
        label=gettext_lazy("Who make a night, at least"),
        help_text=gettext_lazy("With fewer it is played, and does not count."),
    )
    attendance = forms.ChoiceField(
        label=gettext_lazy("Coming?"),
        choices=League.Attendance,
        widget=forms.RadioSelect,
    )
    is_open = forms.TypedChoiceField(
        label=gettext_lazy("Who is in the table"),
        choices=[
            ("yes", gettext_lazy("Whoever plays, but for the club’s guests")),
            ("no", gettext_lazy("Its members")),
        ],
        coerce=lambda said: said == "yes",
        widget=forms.RadioSelect,
    )
    visibility = forms.ChoiceField(
        label=gettext_lazy("Who may look"), choices=Event.Visibility
    )
    secretary = forms.ModelChoiceField(
        Player.objects.none(),
        label=gettext_lazy("Secretary"),
        required=False,
        empty_label=gettext_lazy("Nobody"),
        help_text=gettext_lazy(
            "May do in this league what organisers may. They need an account."
        ),
    )

    def __init__(
        self, *args: Any, league: League, may_appoint: bool, **kwargs: Any
    ) -> None:
        boards = league.boards.order_by("number").values_list("number", flat=True)
        names = ("name", "place", "most", "fewest", "attendance", "visibility")
        initial = {name: getattr(league, name) for name in names} | {
            "boards": list(boards),
            "is_open": "yes" if league.is_open else "no",
            "secretary": league.secretary_id,
        }
        kwargs["initial"] = initial
        super().__init__(*args, **kwargs)
        if not may_appoint:
            del self.fields["secretary"]
            return
        field = self.fields["secretary"]
        assert isinstance(field, forms.ModelChoiceField)
        here = Player.objects.filter(club=league.club, merged_into=None, binned_at=None)
        field.queryset = here.exclude(user=None).by_surname()

    def clean_name(self) -> str:
        name = tidy(self.cleaned_data["name"])
        if not name:
            raise forms.ValidationError(_("A league needs a name."))
        return name

    def clean_place(self) -> str:
        return tidy(self.cleaned_data["place"])

    def clean(self) -> dict[str, Any]:
        most, fewest = (self.cleaned_data.get(each) for each in ("most", "fewest"))
        if most and fewest and most < fewest:
            self.add_error("most", _("Fewer may come than make a night."))
        return self.cleaned_data

    def facts(self) -> dict[str, Any]:
        said = dict(self.cleaned_data)
        if "secretary" in said:
            secretary = said.pop("secretary")
            said["secretary_id"] = secretary.pk if secretary else None
        return said
