"""Which lines of the log somebody wants to see."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from leagues.models import Event, Player, User


class FilterForm(forms.Form):
    match = forms.IntegerField(
        label=_("Match number"), required=False, min_value=1, max_value=999_999
    )
    by = forms.ChoiceField(label=_("Done by"), required=False)

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        users = User.objects.filter(log__event=event).distinct()
        players = Player.objects.filter(log__event=event).distinct()
        people = [(f"user:{u.pk}", u.get_full_name()) for u in _named(users)]
        people += [(f"player:{p.pk}", p.name) for p in players]
        field = self.fields["by"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [("", _("Anybody")), *sorted(people, key=lambda who: who[1])]


def _named(users: Any) -> Any:
    return users.select_related("player")
