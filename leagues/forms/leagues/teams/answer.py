"""The form with which a captain answers whether the team plays the next season."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from leagues.models import SeasonAnswer, Surface
from leagues.reads.leagues.next_season.team_plan import AskedTeam


class TeamAnswerForm(forms.Form):
    answer = forms.ChoiceField(choices=SeasonAnswer.Reply)
    staying = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Who plays for it"),
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=gettext_lazy("Someone new? Ask the league’s organiser to add them."),
    )

    def __init__(self, *args: Any, asked: AskedTeam, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        staying = self.fields["staying"]
        assert isinstance(staying, forms.TypedMultipleChoiceField)
        squad = sorted((*asked.people, *asked.leaving), key=lambda each: each.name)
        staying.choices = [(each.pk, each.shown_on(Surface.WEB)) for each in squad]
        self.initial["staying"] = [each.pk for each in asked.people]
