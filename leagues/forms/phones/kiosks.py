"""The form to add a tablet at a board."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from leagues.models import Board, Event


class KioskForm(forms.Form):
    board = forms.ModelChoiceField(
        label=gettext_lazy("Board"), queryset=Board.objects.none(), empty_label=None
    )
    name = forms.CharField(
        label=gettext_lazy("Label on the tablet"),
        max_length=40,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, event: Event, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        boards = self.fields["board"]
        assert isinstance(boards, forms.ModelChoiceField)
        boards.queryset = event.boards.all()
