"""Forms of a league's rota: a host for each night, or several people in turn."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from leagues.actions.leagues.nights.hosts import mark_of_hosts
from leagues.dates import date_format
from leagues.forms.row_checkboxes import SeveralField
from leagues.forms.stale_forms import RemembersForm
from leagues.models import Night, Player
from leagues.models.people import PlayerQuerySet


class HostsForm(RemembersForm):
    """A choice of one person for each night."""

    def __init__(
        self, *args: Any, nights: Iterable[Night], people: PlayerQuerySet, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.hosts = {night.pk: night.host_id for night in nights}
        self.fields["seen"].initial = mark_of_hosts(self.hosts)
        names = [(str(each.pk), each.name) for each in people]
        for night in nights:
            self.fields[f"host-{night.pk}"] = forms.ChoiceField(
                label=f"{date_format(night.on, 'D j M Y')}, {date_format(night.at, 'H:i')}",
                choices=[("", gettext_lazy("No one yet")), *self._with_host(night, names)],
                required=False,
                initial=str(night.host_id or ""),
            )

    @staticmethod
    def _with_host(night: Night, names: list[tuple[str, str]]) -> list[tuple[str, str]]:
        """The names, with the night's host even if they no longer are among them."""
        host = night.host
        if host is None or any(key == str(host.pk) for key, _name in names):
            return names
        return [*names, (str(host.pk), host.name)]

    def chosen(self) -> dict[int, int | None]:
        keys = {pk: self.cleaned_data[f"host-{pk}"] for pk in self.hosts}
        return {pk: int(key) if key else None for pk, key in keys.items()}


class RotaForm(forms.Form):
    player = SeveralField(
        label=gettext_lazy("Who takes turns"),
        queryset=Player.objects.none(),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": gettext_lazy("Tick at least one person.")},
    )

    def __init__(self, *args: Any, people: PlayerQuerySet, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["player"]
        assert isinstance(field, SeveralField)
        field.queryset = people
