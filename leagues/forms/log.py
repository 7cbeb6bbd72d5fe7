"""Which lines of the log somebody wants to see."""

from __future__ import annotations

from typing import Any

from django import forms
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from leagues.models import Event, Player, User


class FilterForm(forms.Form):
    match = forms.IntegerField(
        label=_("Match number"), required=False, min_value=1, max_value=999_999
    )
    by = forms.ChoiceField(label=_("By or about"), required=False)

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        helpers = User.objects.filter(log__event=event, player=None).distinct()
        players = Player.objects.filter(
            Q(line_ups__event=event) | Q(log__event=event) | Q(user__log__event=event)
        ).distinct()
        people = [(f"user:{user.pk}", user.get_full_name()) for user in helpers]
        people += [(f"player:{player.pk}", player.name) for player in players]
        field = self.fields["by"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [("", _("Anybody")), *sorted(people, key=lambda who: who[1])]
