"""Forms that settle a tie or set the sizes of pools."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from leagues.forms.numbers import number_field
from leagues.forms.stale_forms import RemembersForm
from leagues.models import Entry, Surface
from leagues.reads.events.shoot_outs import in_tries
from leagues.stages.entry_sources import Bands
from leagues.stages.pairing_ways import AllShoot

MOST_TRIES = 20
MOST_20S = 99


def _parse_tries(text: str) -> tuple[int, ...]:
    """Return the numbers of a text such as "7 1". Empty if it contains anything else."""
    tries = text.replace(",", " ").split()
    is_good = all(each.isdecimal() and len(each) <= 3 for each in tries)
    return tuple(map(int, tries)) if is_good and len(tries) <= MOST_TRIES else ()


class ShootOutForm(forms.Form):
    """The 20s of each tied entry: the open shots, then each sudden-death shot."""

    most = MOST_20S

    def __init__(
        self, data: Any = None, *, entries: Sequence[Entry], prefix: str, **more: Any
    ) -> None:
        super().__init__(data, prefix=prefix, **more)
        self.entries = entries
        for entry in entries:
            self.fields[f"shot-{entry.pk}"] = forms.CharField(
                label=entry.shown_on(Surface.DESK),
                max_length=80,
                widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"}),
            )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        for entry in self.entries:
            name = f"shot-{entry.pk}"
            if name in cleaned:
                self._read(name, cleaned)
        return cleaned

    def _read(self, name: str, cleaned: dict[str, Any]) -> None:
        tries = _parse_tries(cleaned[name])
        if not tries or max(tries) > self.most:
            self.add_error(name, _("Enter the 20s, one number for each try, such as 7 or 7 1."))
        else:
            cleaned[name] = tries

    @property
    def twenties(self) -> dict[int, tuple[int, ...]]:
        return {e.pk: self.cleaned_data[f"shot-{e.pk}"] for e in self.entries}


class ShotsForm(ShootOutForm):
    """The 20s of one entry in a shoot-out stage, with the saved ones filled in.

    Blank clears them.
    """

    most = AllShoot.shots

    def __init__(
        self,
        data: Any = None,
        *,
        entry: Entry,
        shot: Sequence[int],
        prefix: str,
        is_next: bool = False,
    ) -> None:
        name = f"shot-{entry.pk}"
        initial = {name: in_tries(shot), "seen": in_tries(shot)}
        super().__init__(data, entries=[entry], prefix=prefix, initial=initial)
        self.fields[name].required = False
        self.fields[name].widget.attrs |= {"autofocus": is_next, "size": 4}
        self.fields["seen"] = forms.CharField(
            required=False, max_length=80, widget=forms.HiddenInput
        )

    def _read(self, name: str, cleaned: dict[str, Any]) -> None:
        if not cleaned[name].strip():
            cleaned[name] = ()
            return
        tries = _parse_tries(cleaned[name])
        if tries and tries[0] <= self.most and max(tries[1:], default=0) <= 1:
            cleaned[name] = tries
            return
        self.add_error(
            name,
            _("Enter 0 to %(most)s. Add 1 or 0 for each sudden-death shot, such as 7 1.")
            % {"most": self.most},
        )

    @property
    def shown(self) -> forms.BoundField:
        return self[f"shot-{self.entries[0].pk}"]

    @property
    def seen(self) -> tuple[int, ...]:
        return _parse_tries(self.cleaned_data["seen"])


class DecisionForm(forms.Form):
    """The order of tied entries, and the reason."""

    def __init__(self, data: Any = None, *, entries: Sequence[Entry], prefix: str) -> None:
        super().__init__(data, prefix=prefix)
        self.entries = entries
        turns = [(str(turn), str(turn)) for turn in range(1, len(entries) + 1)]
        for entry in entries:
            self.fields[f"turn-{entry.pk}"] = forms.ChoiceField(
                label=entry.shown_on(Surface.DESK), choices=[("", "–"), *turns]
            )
        self.fields["reason"] = forms.CharField(
            label=gettext_lazy("Why"),
            max_length=200,
            help_text=gettext_lazy("Everyone can see it."),
        )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        turns = [cleaned.get(f"turn-{entry.pk}", "") for entry in self.entries]
        if all(turns) and len(set(turns)) < len(turns):
            raise forms.ValidationError(_("Choose a different number for each of them."))
        return cleaned

    @property
    def order(self) -> list[int]:
        turn = {e.pk: int(self.cleaned_data[f"turn-{e.pk}"]) for e in self.entries}
        return sorted(turn, key=turn.__getitem__)


class SizesForm(RemembersForm):
    """The number of entries in each power pool: 13 in A, 12 in B."""

    template_name = "desk/advance/_sizes_form.html"

    def __init__(
        self,
        data: Any = None,
        *,
        pools: Sequence[str],
        sizes: Sequence[int],
        prefix: str,
        seen: str = "",
    ) -> None:
        super().__init__(data, prefix=prefix, initial={"seen": seen})
        self.going = sum(sizes)
        self.sizes = [f"size-{at}" for at in range(len(sizes))]
        for name, pool, size in zip(self.sizes, pools, sizes, strict=True):
            label = _("Pool %(pool)s") % {"pool": pool}
            self.fields[name] = number_field(2, self.going, label=label, initial=size)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        sizes = [cleaned[name] for name in self.sizes if name in cleaned]
        if len(sizes) == len(self.sizes) and sum(sizes) != self.going:
            raise forms.ValidationError(
                _("Places in these pools: %(held)s. Going on: %(going)s. Change the sizes."),
                params={"held": sum(sizes), "going": self.going},
            )
        return cleaned

    @property
    def takes(self) -> Bands:
        chosen = tuple(self.cleaned_data[name] for name in self.sizes)
        return Bands(len(chosen), by_hand=chosen)
