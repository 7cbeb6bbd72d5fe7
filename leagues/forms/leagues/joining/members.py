"""Forms for the members of a league and for points adjustments."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from leagues.forms.row_checkboxes import SeveralField
from leagues.models import Enrolment, League, Night, Player, Pool
from leagues.models.names import tidy_name
from leagues.reads.leagues.words import day_in_words

MOST_POINTS = 1000


class NightField(forms.ModelChoiceField):  # type: ignore[type-arg]
    def label_from_instance(self, obj: Any) -> str:
        return day_in_words(obj.on)


def nights_of(form: forms.Form, league: League, *names: str) -> None:
    for name in names:
        field = form.fields[name]
        assert isinstance(field, NightField)
        field.queryset = league.nights.in_order()


def offer_divisions(form: forms.Form, league: League) -> list[str]:
    """Offer the league's divisions and none; the first is the default. Return their names."""
    field = form.fields["division"]
    assert isinstance(field, forms.ChoiceField)
    names: list[str] = league.divisions or _drawn_divisions(league)
    field.choices = [*((name, name) for name in names), ("", _("No division"))]
    form.initial.setdefault("division", names[0] if names else "")
    return names


def _drawn_divisions(league: League) -> list[str]:
    """Return the divisions of the draw, if this kind of league takes late entries."""
    pools = Pool.objects.filter(stage__event=league.event_id).exclude(name="")
    names = pools.order_by("stage__number", "number").values_list("name", flat=True)
    return list(dict.fromkeys(names)) if league.of_kind.takes_late else []


class EnrolForm(forms.Form):
    """Choose new members or spares, and their first night."""

    template_name = "desk/leagues/joining/_enrol_form.html"

    player = SeveralField(
        Player.objects.none(),
        label=gettext_lazy("Who"),
        error_messages={"required": gettext_lazy("Tick at least one person.")},
    )
    first = NightField(
        Night.objects.none(),
        label=gettext_lazy("Member from"),
        required=False,
        empty_label=gettext_lazy("the start (nights already played count)"),
    )
    division = forms.ChoiceField(label=gettext_lazy("Division"), required=False)
    kind = forms.ChoiceField(
        label=gettext_lazy("Add as"),
        choices=Enrolment.Kind,
        initial=Enrolment.Kind.MEMBER,
        widget=forms.RadioSelect,
    )

    def __init__(self, *args: Any, league: League, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        nights_of(self, league, "first")
        if not offer_divisions(self, league):
            del self.fields["division"]
        members = league.enrolments.filter(last=None, kind=Enrolment.Kind.MEMBER)
        here = Player.objects.filter(club=league.club, merged_into=None, binned_at=None)
        field = self.fields["player"]
        assert isinstance(field, forms.ModelMultipleChoiceField)
        field.queryset = here.exclude(pk__in=members.values("player")).by_surname()
        self.club_people = here

    @property
    def is_club_empty(self) -> bool:
        return not self.club_people.exists()

    @property
    def ticks(self) -> list[tuple[Player, bool]]:
        field = self.fields["player"]
        assert isinstance(field, forms.ModelMultipleChoiceField)
        ticked = {str(pk) for pk in self["player"].value() or []}
        return [(player, str(player.pk) in ticked) for player in field.queryset or ()]


class EnrolmentForm(forms.Form):
    """The first and last night of a membership."""

    first = NightField(
        Night.objects.none(),
        label=gettext_lazy("Member from"),
        required=False,
        empty_label=gettext_lazy("the start"),
    )
    last = NightField(
        Night.objects.none(),
        label=gettext_lazy("Up to and including"),
        required=False,
        empty_label=gettext_lazy("the end"),
    )

    def __init__(self, *args: Any, enrolment: Enrolment, **kwargs: Any) -> None:
        kwargs["initial"] = {"first": enrolment.first_id, "last": enrolment.last_id}
        super().__init__(*args, **kwargs)
        nights_of(self, enrolment.league, "first", "last")

    def clean(self) -> dict[str, Any]:
        first, last = (self.cleaned_data.get(each) for each in ("first", "last"))
        if first and last and (last.on, last.at) < (first.on, first.at):
            self.add_error("last", _("The last night is before the first. Choose a later one."))
        return self.cleaned_data


class AdjustForm(forms.Form):
    player = forms.ModelChoiceField(
        Player.objects.none(),
        label=gettext_lazy("Who"),
        empty_label=gettext_lazy("Choose a player"),
    )
    points = forms.IntegerField(
        label=gettext_lazy("Points"),
        min_value=-MOST_POINTS,
        max_value=MOST_POINTS,
        help_text=gettext_lazy("Enter a minus sign to take points away."),
    )
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=120,
        help_text=gettext_lazy("Everyone sees it next to the table."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, *args: Any, league: League, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["player"]
        assert isinstance(field, forms.ModelChoiceField)
        here = Player.objects.filter(club=league.club, merged_into=None, binned_at=None)
        if not league.is_open:
            here = here.filter(pk__in=league.enrolments.values("player"))
        field.queryset = here.by_surname()

    def clean_reason(self) -> str:
        reason = tidy_name(self.cleaned_data["reason"])
        if not reason:
            raise forms.ValidationError(_("Give a reason, in a word or two."))
        return reason
