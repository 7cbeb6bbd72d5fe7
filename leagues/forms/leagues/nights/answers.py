"""Forms for answers to a night."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from leagues.models import Answer

MOST_ROUNDS = 20


class AnswerForm(forms.Form):
    answer = forms.ChoiceField(
        choices=Answer.Reply,
        error_messages={
            "required": _("Choose an answer: in, out, maybe or late."),
            "invalid_choice": _("Choose an answer: in, out, maybe or late."),
        },
    )
    from_round = forms.IntegerField(
        label=_("From game"),
        required=False,
        min_value=2,
        max_value=MOST_ROUNDS,
        error_messages={
            "invalid": _("Enter your first game as a number, such as 2."),
            "min_value": _("If you’re there for game 1, you aren’t late. Choose “In”."),
            "max_value": _("No night has that many games."),
        },
    )

    def clean(self) -> dict[str, Any]:
        """Ignore ``from_round``, even an invalid one, unless the answer is "late"."""
        if self.data.get("answer") != Answer.Reply.LATE:
            self.errors.pop("from_round", None)
            self.cleaned_data["from_round"] = None
        return self.cleaned_data

    @property
    def why(self) -> str:
        return " ".join(str(each) for faults in self.errors.values() for each in faults)


class AnswerForForm(AnswerForm):
    """An answer entered for another player."""

    player = forms.IntegerField(
        error_messages={"required": _("Choose a player."), "invalid": _("Choose a player.")}
    )
