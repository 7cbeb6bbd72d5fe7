"""The form for a webhook: its address, and the events it gets."""

from django import forms
from django.utils.translation import gettext_lazy as _

from leagues.models import Webhook
from leagues.models.webhooks import LONGEST_ADDRESS

KINDS = [kind for kind in Webhook.Kind if kind is not Webhook.Kind.TEST]


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
        choices=[(kind.value, kind.label) for kind in KINDS],
        widget=forms.CheckboxSelectMultiple,
    )
