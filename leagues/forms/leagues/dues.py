"""Fields for amounts of money, and the form for one player's dues."""

import re
from decimal import Decimal
from typing import Any

from django import forms
from django.utils.formats import number_format
from django.utils.functional import lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from leagues.models import Due
from leagues.reads.leagues.dues import DueLine
from leagues.reads.leagues.money import HUNDREDTHS

DECIMAL_COMMA = re.compile(r"(?<=\d),(?=\d{1,2}\s*\Z)")
EXAMPLE = Decimal("2.50")
NOT_YET = ("", gettext_lazy("Not yet"))


class MoneyField(forms.DecimalField):
    """An amount. A comma before one or two final digits is a decimal comma in every language."""

    def to_python(self, value: Any) -> Decimal | None:  # type: ignore[override]
        typed = DECIMAL_COMMA.sub(".", value) if isinstance(value, str) else value
        return super().to_python(typed)


def _amount_error() -> str:
    example = number_format(EXAMPLE, 2)
    return _("Enter an amount such as %(example)s.") % {"example": example}


def money_field(**more: Any) -> forms.DecimalField:
    """Return a field for an amount, which models store in hundredths."""
    return MoneyField(
        min_value=0,
        max_value=1_000_000,
        decimal_places=2,
        required=False,
        localize=True,
        error_messages={"invalid": lazy(_amount_error, str)()},
        widget=forms.TextInput(attrs={"inputmode": "decimal", "size": 8}),
        **more,
    )


def in_hundredths(amount: Decimal | None) -> int | None:
    return None if amount is None else int(amount * HUNDREDTHS)


def in_units(hundredths: int | None) -> Decimal | None:
    return None if hundredths is None else Decimal(hundredths).scaleb(-2)


class TickAndList(forms.Select):
    """A list of states and a tick for "paid", which are sent under one name. A state chosen from
    the list counts more than a tick that was there before.
    """

    def value_from_datadict(self, data: Any, files: Any, name: str) -> Any:
        sent = super().value_from_datadict(data, files, name)
        if sent != Due.State.PAID or data.get(f"initial-{name}") != Due.State.PAID:
            return sent
        return next((each for each in data.getlist(name) if each not in ("", sent)), sent)


class DueForm(forms.Form):
    """A player's row. ``has_changed()`` compares it with the values that the page showed."""

    state = forms.ChoiceField(
        label=gettext_lazy("Paid?"),
        choices=[NOT_YET, *Due.State.choices],
        required=False,
        show_hidden_initial=True,
        widget=TickAndList,
    )
    amount = money_field(label=gettext_lazy("Amount"), show_hidden_initial=True)

    def __init__(self, data: Any, *, line: DueLine) -> None:
        due = line.due
        super().__init__(
            data,
            prefix=f"of-{line.player.pk}",
            initial={
                "state": due.state if due else "",
                "amount": in_units(due.amount if due else None),
            },
        )
        self.line = line
        others = [NOT_YET, *(each for each in Due.State.choices if each[0] != Due.State.PAID)]
        self.fields["state"].widget.choices = others  # "Paid" is a tick
        for field in self.fields.values():
            field.widget.attrs["aria-label"] = f"{field.label}: {line.player.name}"

    def clean(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        is_part = cleaned.get("state") == Due.State.PART
        if is_part and "amount" in cleaned and not cleaned["amount"]:
            self.add_error("amount", _("Enter how much was paid."))
        if cleaned.get("amount") and not cleaned.get("state"):
            self.add_error("state", _("Choose whether that is all of it or a part."))
        return cleaned

    @property
    def hundredths(self) -> int | None:
        return in_hundredths(self.cleaned_data["amount"])
