"""The form to choose the night that an event counts for."""

from typing import Any

from django import forms
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from leagues.models import Event, Night
from leagues.reads.leagues.words import day_in_words
from scoring.season import HUNGARIAN, NCA_TOUR, WCC_55, PlaceTable
from scoring.serialization import to_dict

OWN: dict[str, PlaceTable] = {"tour": NCA_TOUR, "major": WCC_55, "linear": HUNGARIAN}

PAYS = [
    ("", gettext_lazy("The league’s usual points")),
    ("tour", gettext_lazy("50, 47, 45, 43, 41, 40 … as on a tour")),
    ("major", gettext_lazy("55, 52, 50, 48, 47 … as a major")),
    ("linear", gettext_lazy("400 for first, then down in equal steps")),
]


class NightOfLeagueField(forms.ModelChoiceField):  # type: ignore[type-arg]
    def label_from_instance(self, obj: Any) -> str:
        values = {"league": obj.league.name, "day": day_in_words(obj.on)}
        return _("%(league)s, %(day)s") % values


class AttachForm(forms.Form):
    night = NightOfLeagueField(
        Night.objects.none(),
        label=gettext_lazy("Counts for"),
        required=False,
        empty_label=gettext_lazy("no league"),
    )
    pays = forms.ChoiceField(
        label=gettext_lazy("Points for each place"), choices=PAYS, required=False
    )

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.event = event
        field = self.fields["night"]
        assert isinstance(field, NightOfLeagueField)
        open_ones = Q(league__event=None, league__closed_at=None)
        nights = Night.objects.filter(
            open_ones | Q(pk=event.night_id), league__club=event.club, is_cancelled=False
        )
        field.queryset = nights.select_related("league").order_by("-on", "-pk")
        pays = self.fields["pays"]
        assert isinstance(pays, forms.ChoiceField)
        kept = event.own_table
        self.known = next((n for n, t in OWN.items() if to_dict(t) == kept), "")
        pays.initial = self.known
        if kept and not self.known:
            pays.choices = [*PAYS, ("kept", _("Keep the current points"))]
            pays.initial = "kept"

    @property
    def own_table(self) -> Any:
        """The points table to store. None for the league's usual points."""
        pays = self.cleaned_data["pays"]
        if pays == "kept":
            return self.event.own_table
        return to_dict(OWN[pays]) if pays else None
