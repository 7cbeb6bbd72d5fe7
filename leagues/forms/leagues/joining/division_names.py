"""Forms for the divisions of a league, and to move members between them."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from leagues.forms.leagues.joining.members import NightField, nights_of, offer_divisions
from leagues.forms.row_checkboxes import SeveralField
from leagues.models import Enrolment, League, Night
from leagues.models.names import fold_name, tidy_name
from leagues.models.people import surname_order

MOST_DIVISIONS = 12
LONGEST_NAME = 40


class DivisionNamesField(forms.CharField):
    """Names, one a line. Cleans to a list."""

    widget = forms.Textarea(attrs={"rows": 4, "autocomplete": "off"})

    def clean(self, value: Any) -> list[str]:
        lines = super().clean(value).splitlines()
        names = [name for name in map(tidy_name, lines) if name]
        if len({fold_name(name) for name in names}) < len(names):
            raise forms.ValidationError(_("Two divisions have the same name."))
        if any(len(name) > LONGEST_NAME for name in names):
            raise forms.ValidationError(
                _("A name can have at most %(n)s letters.") % {"n": LONGEST_NAME}
            )
        if len(names) > MOST_DIVISIONS:
            raise forms.ValidationError(
                _("There can be at most %(n)s divisions.") % {"n": MOST_DIVISIONS}
            )
        return names

    def prepare_value(self, value: Any) -> Any:
        return "\n".join(value) if isinstance(value, list) else value


class DivisionNamesForm(forms.Form):
    names = DivisionNamesField(
        label=gettext_lazy("Divisions"),
        max_length=600,
        required=False,
        widget=forms.Textarea(
            # Translators: two lines that show how the names of divisions are entered
            attrs={"rows": 4, "placeholder": gettext_lazy("First division\nSecond division")}
        ),
        help_text=gettext_lazy(
            "One per line, the highest first. Change a line to rename its division. Leave blank for one table."
        ),
    )


class MoveForm(forms.Form):
    """Move members to a division from a night on."""

    template_name = "desk/leagues/matches/_move_form.html"

    member = SeveralField(
        Enrolment.objects.none(),
        label=gettext_lazy("Who"),
        error_messages={"required": gettext_lazy("Tick at least one person.")},
    )
    division = forms.ChoiceField(
        label=gettext_lazy("Division"), required=False, widget=forms.RadioSelect
    )
    first = NightField(
        Night.objects.none(),
        label=gettext_lazy("From"),
        required=False,
        empty_label=gettext_lazy("the start"),
        help_text=gettext_lazy("They keep their nights so far, which count in the new table."),
    )

    def __init__(self, *args: Any, league: League, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        nights_of(self, league, "first")
        members = league.enrolments.filter(last=None, kind=Enrolment.Kind.MEMBER)
        self.divisions = offer_divisions(self, league)
        field = self.fields["member"]
        assert isinstance(field, forms.ModelMultipleChoiceField)
        field.queryset = members.select_related("player").order_by(*surname_order("player__"))

    @property
    def ticks(self) -> list[tuple[str, list[tuple[Enrolment, bool]]]]:
        """The members by division, those in none first, and whether they are ticked."""
        field = self.fields["member"]
        assert isinstance(field, forms.ModelMultipleChoiceField)
        ticked = {str(pk) for pk in self["member"].value() or []}
        found = {name: list[tuple[Enrolment, bool]]() for name in ("", *self.divisions)}
        for each in field.queryset or ():
            here = found.setdefault(each.division, [])
            here.append((each, str(each.pk) in ticked))
        return [(division, here) for division, here in found.items() if here]
