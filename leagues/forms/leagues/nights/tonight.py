"""Forms of the host's page of a night."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from leagues.models import League

MOST_BOARDS = 99


class WalkUpForm(forms.Form):
    name = forms.CharField(
        label=_("Someone else"),
        max_length=120,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={"required": _("Type a name.")},
    )
    is_guest = forms.BooleanField(label=_("A guest of the club, not in the table"), required=False)

    def __init__(self, *args: Any, league: League, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not league.is_open:
            del self.fields["is_guest"]


class BoardsForm(forms.Form):
    """The number of boards tonight. Blank for the league's number."""

    boards = forms.IntegerField(
        label=_("Boards tonight"), required=False, min_value=1, max_value=MOST_BOARDS
    )


class SecondPlaceForm(forms.Form):
    place = forms.CharField(label=_("Another room or hall"), max_length=60, required=False)
