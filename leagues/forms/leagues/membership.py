"""The club's membership fee, and the first month of the membership year."""

from typing import Any

from django import forms
from django.utils.dates import MONTHS
from django.utils.translation import gettext_lazy

from leagues.forms.leagues.dues import in_hundredths, in_units, money_field
from leagues.models import Club
from leagues.models.names import tidy_name


class FeeForm(forms.Form):
    fee = money_field(
        label=gettext_lazy("Membership fee"),
        help_text=gettext_lazy("For one year. Leave blank if members don’t pay the club itself."),
    )
    currency = forms.CharField(
        label=gettext_lazy("Currency"),
        max_length=8,
        required=False,
        help_text=gettext_lazy("Its sign or letters, such as £, € or kr."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "size": 8}),
    )
    first_month = forms.TypedChoiceField(
        label=gettext_lazy("The year begins in"), choices=list(MONTHS.items()), coerce=int
    )

    def __init__(self, data: Any, *, club: Club) -> None:
        facts = {
            "fee": in_units(club.fee),
            "currency": club.currency,
            "first_month": club.first_month,
        }
        super().__init__(data, initial=facts)

    def clean_currency(self) -> str:
        return tidy_name(self.cleaned_data["currency"])

    def facts(self) -> dict[str, Any]:
        cleaned = self.cleaned_data
        return cleaned | {"fee": in_hundredths(cleaned["fee"])}
