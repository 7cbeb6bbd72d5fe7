"""Forms that detect changes made by others since the form was shown."""

from django import forms
from django.http import QueryDict


class RemembersForm(forms.Form):
    """A form with a hash of the data it was made from, in ``seen``."""

    seen = forms.CharField(required=False, max_length=20, widget=forms.HiddenInput)

    def see(self, state: str) -> None:
        """Update the hash: the newer data are shown beside the form, so it can be sent again."""
        assert isinstance(self.data, QueryDict), "only a form that was sent"
        data = self.data.copy()
        data["seen"] = state
        self.data = data
