"""The choice what happens to waiting messages when a silent site begins to send."""

from django import forms


class SendFromHereForm(forms.Form):
    discards = forms.BooleanField(required=False)
