"""The form for a league's general settings."""

from typing import Any, ClassVar

from django import forms
from django.db.models import Q
from django.forms.models import model_to_dict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from leagues.actions.leagues.settings import events_of_nights_and_finals, events_that_follow
from leagues.forms.events.boards import BoardsField
from leagues.forms.groups import GroupedForm
from leagues.forms.leagues.dues import in_hundredths, in_units, money_field
from leagues.forms.numbers import number_field
from leagues.models import Event, League, Player
from leagues.models.names import tidy_name
from leagues.reads.messages.night_news import MOST_DAYS

OF_NIGHTS = ("most", "fewest", "line_after", "attendance", "invites_before", "is_open")
"""Fields that only leagues of nights have."""
APPOINTED = frozenset({"secretary", "treasurer"})


class SettingsForm(GroupedForm, forms.Form):
    groups: ClassVar = {
        gettext_lazy("The league"): ("name", "visibility", "secretary", "treasurer"),
        gettext_lazy("Where"): ("place", "boards"),
        gettext_lazy("Nights"): ("most", "attendance", "invites_before"),
        gettext_lazy("The table"): ("is_open", "fewest", "line_after"),
        gettext_lazy("Money"): ("dues", "price", "currency"),
    }
    name = forms.CharField(
        label=gettext_lazy("Name of the league"),
        max_length=120,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    place = forms.CharField(
        label=pgettext_lazy("where", "Venue"),
        max_length=120,
        required=False,
        help_text=gettext_lazy(
            "Also of the nights that have no other venue. No one gets a message if you change it."
        ),
    )
    boards = BoardsField(
        label=gettext_lazy("Boards"),
        max_length=600,
        help_text=gettext_lazy("How many or which ones: 6, or 5–10, or 1–4, 7."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        required=False,
    )
    most = number_field(
        2,
        600,
        label=gettext_lazy("Most people per night"),
        required=False,
        help_text=gettext_lazy("Leave blank for no limit. Others go on the waiting list."),
    )
    fewest = number_field(
        2,
        99,
        label=gettext_lazy("Minimum players for a night to count"),
        help_text=gettext_lazy("You can play with fewer, but the night doesn’t count."),
    )
    line_after = number_field(
        1,
        600,
        label=gettext_lazy("Draw a line in the table after place"),
        required=False,
        help_text=gettext_lazy(
            "For example, after the last place that reaches the finals. Leave blank for no line."
        ),
    )
    attendance = forms.ChoiceField(
        label=gettext_lazy("How players sign up for a night"),
        choices=League.Attendance,
        widget=forms.RadioSelect,
    )
    invites_before = number_field(
        1,
        MOST_DAYS,
        label=gettext_lazy("Ask members if they’re coming, how many days before"),
        required=False,
        help_text=gettext_lazy(
            "By e-mail and notification, at 17:00, those who haven’t answered. Leave blank to ask no one."
        ),
    )
    is_open = forms.TypedChoiceField(
        label=gettext_lazy("Who is in the table"),
        choices=[
            ("yes", gettext_lazy("Everyone who plays, except the club’s guests")),
            ("no", gettext_lazy("Members of the league")),
        ],
        coerce=lambda text: text == "yes",
        widget=forms.RadioSelect,
    )
    visibility = forms.ChoiceField(label=gettext_lazy("Who can see it"), choices=Event.Visibility)
    dues = forms.ChoiceField(
        label=gettext_lazy("Dues"),
        choices=League.Dues,
        required=False,
        help_text=gettext_lazy("You record who has paid. Everyone may play, paid or not."),
    )
    price = money_field(
        label=gettext_lazy("Price"),
        help_text=gettext_lazy(
            "For the season or for each night, as chosen above. Leave blank if it differs."
        ),
    )
    currency = forms.CharField(
        label=gettext_lazy("Currency"),
        max_length=8,
        required=False,
        help_text=gettext_lazy("Its sign or letters, such as £, € or kr."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "size": 8}),
    )
    secretary = forms.ModelChoiceField(
        Player.objects.none(),
        label=gettext_lazy("Secretary"),
        required=False,
        empty_label=gettext_lazy("No one"),
        help_text=gettext_lazy(
            "They can run this league like an organiser, with an account or their personal link."
        ),
    )

    treasurer = forms.ModelChoiceField(
        Player.objects.none(),
        label=gettext_lazy("Treasurer"),
        required=False,
        empty_label=gettext_lazy("No one"),
        help_text=gettext_lazy(
            "Records who has paid, as organisers can, with an account or their personal link."
        ),
    )

    def __init__(self, *args: Any, league: League, may_appoint: bool, **kwargs: Any) -> None:
        boards = league.boards.order_by("number").values_list("number", flat=True)
        initial = model_to_dict(league, self.base_fields, exclude=["boards"]) | {
            "price": in_units(league.price),
            "boards": list(boards),
            "is_open": "yes" if league.is_open else "no",
        }
        kwargs["initial"] = initial
        super().__init__(*args, **kwargs)
        self.league = league
        of_nights = events_that_follow(league, Event.Visibility.PRIVATE).count()
        if league.visibility == Event.Visibility.PRIVATE:
            if events_of_nights_and_finals(league).exists():
                self.fields["visibility"].help_text = _(
                    "If you show the league again, private events of its nights and finals stay private."
                )
        elif of_nights:
            self.fields["visibility"].help_text = ngettext(
                "If you make it private, %(n)s event of its nights and finals becomes private too.",
                "If you make it private, %(n)s events of its nights and finals become private too.",
                of_nights,
            ) % {"n": of_nights}
        if league.has_dated_matches:
            self.fields["place"].help_text = ""
            for name in OF_NIGHTS:
                del self.fields[name]
        here = Player.objects.filter(club=league.club, merged_into=None, binned_at=None)
        is_confirmed = Q(is_guest=False) | Q(self_registered_at=None)
        for name in APPOINTED:
            field = self.fields[name]
            assert isinstance(field, forms.ModelChoiceField)
            appointed = Q(pk=initial[name])
            field.queryset = here.filter(is_confirmed | appointed).by_surname()
            if not may_appoint:
                del self.fields[name]

    def clean_name(self) -> str:
        name = tidy_name(self.cleaned_data["name"])
        if not name:
            raise forms.ValidationError(_("A league needs a name."))
        return name

    def clean_currency(self) -> str:
        return tidy_name(self.cleaned_data["currency"])

    def clean_place(self) -> str:
        return tidy_name(self.cleaned_data["place"])

    def clean(self) -> dict[str, Any]:
        most, fewest = (self.cleaned_data.get(each) for each in ("most", "fewest"))
        if most and fewest and most < fewest:
            self.add_error(
                "most", _("This is below the minimum for a night. Enter a higher number.")
            )
        if self.cleaned_data.get("is_open") and self.league.divisions:
            self.add_error(
                "is_open", _("Only members can be in divisions. Remove the divisions first.")
            )
        return self.cleaned_data

    def facts(self) -> dict[str, Any]:
        cleaned = dict(self.cleaned_data)
        cleaned["price"] = in_hundredths(cleaned["price"])
        for name in APPOINTED & cleaned.keys():
            appointed = cleaned.pop(name)
            cleaned[f"{name}_id"] = appointed.pk if appointed else None
        return cleaned
