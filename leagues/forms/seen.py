"""Forms that remember what they were made from, so that nobody overwrites the unseen."""

from django import forms
from django.http import QueryDict


class RemembersForm(forms.Form):
    """It carries a mark of how things stood when it was shown."""

    seen = forms.CharField(required=False, max_length=20, widget=forms.HiddenInput)

    def see(self, state: str) -> None:
        """What is there now has been shown beside it: sending it again will do."""
        assert isinstance(self.data, QueryDict), "only a form that was sent"
        data = self.data.copy()
        data["seen"] = state
        self.data = data
