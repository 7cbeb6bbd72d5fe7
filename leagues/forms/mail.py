"""The form to search emails."""

from django import forms
from django.utils.translation import gettext_lazy as _

from leagues.models import Mail


class FindMailForm(forms.Form):
    q = forms.CharField(
        required=False,
        max_length=120,
        label=_("Find"),
        help_text=_("A name, an address or a subject."),
        widget=forms.TextInput(attrs={"type": "search", "autocomplete": "off"}),
    )
    state = forms.ChoiceField(
        required=False, label=_("Which"), choices=[("", _("All")), *Mail.State.choices]
    )

    def found(self) -> tuple[str, str]:
        return self.cleaned_data["q"].strip(), self.cleaned_data["state"]
