"""The form for the speed of a rehearsal."""

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

SPEEDS = (
    (0, pgettext_lazy("speed", "At once")),
    (10, _("Ten minutes of the day in a second")),
    (1, _("A minute of the day in a second")),
)


class RehearsalForm(forms.Form):
    speed = forms.TypedChoiceField(
        label=_("How fast"), choices=SPEEDS, coerce=int, initial=0, widget=forms.RadioSelect
    )
