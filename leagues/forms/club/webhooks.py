"""The form for a webhook: its address, and the events it gets."""

from django import forms
from django.utils.translation import gettext_lazy as _

from leagues.models import Webhook
from leagues.models.webhooks import LONGEST_ADDRESS

KIND = Webhook.Kind
GROUPS = (
    (_("Events"), (KIND.RESULT, KIND.ROUND, KIND.STARTED, KIND.FINISHED, KIND.EVENT_CHANGED)),
    (_("Leagues"), (KIND.NIGHT, KIND.RECAP, KIND.NIGHT_CHANGED, KIND.SEASON)),
    (_("The club"), (KIND.WEEK, KIND.PLAYER)),
)
USUAL = (KIND.FINISHED, KIND.EVENT_CHANGED, KIND.RECAP, KIND.NIGHT_CHANGED, KIND.WEEK)
"""Ticked at first: what a club's chat wants to know, without each result."""


class WebhookForm(forms.Form):
    address = forms.URLField(
        label=_("Address"),
        max_length=LONGEST_ADDRESS,
        assume_scheme="https",
        help_text=_("The address that your chat or the other program gave you for webhooks."),
        widget=forms.URLInput(attrs={"autocomplete": "off", "inputmode": "url"}),
    )
    format = forms.ChoiceField(
        label=_("Sent as"),
        required=False,
        choices=[("", _("Chosen by the address")), *Webhook.Format.choices],
    )
    kinds = forms.MultipleChoiceField(
        label=_("Notify it when"),
        choices=[(name, [(kind.value, kind.label) for kind in kinds]) for name, kinds in GROUPS],
        initial=[kind.value for kind in USUAL],
        widget=forms.CheckboxSelectMultiple,
    )
