"""Forms of the draw's pages."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

MOST = 2**31 - 1


class TwoForm(forms.Form):
    """One entry, or two entries to swap."""

    one = forms.IntegerField(min_value=1, max_value=MOST, required=False)
    other = forms.IntegerField(min_value=1, max_value=MOST)


class ApartForm(forms.Form):
    """Two entries to keep apart."""

    one = forms.TypedChoiceField(label=_("Keep"), coerce=int)
    other = forms.TypedChoiceField(label=_("apart from"), coerce=int)
    never = forms.BooleanField(
        label=_("Never pair them, even if no one else is left"), required=False
    )

    def __init__(self, *args: Any, names: dict[int, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        by_name = sorted(names.items(), key=lambda item: item[1].casefold())
        choices = [("", _("Choose")), *by_name]
        self.fields["one"].choices = choices  # type: ignore[attr-defined]
        self.fields["other"].choices = choices  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if "one" in cleaned and cleaned.get("one") == cleaned.get("other"):
            self.add_error("other", _("Choose someone else."))
        return cleaned


class SeedForm(forms.Form):
    """A seed chosen by the organiser, such as a lottery number. Blank for a random one."""

    seed = forms.CharField(
        label=_("Your own draw seed"),
        help_text=_("Letters and numbers that no one can guess. Leave blank and we make one."),
        max_length=24,
        required=False,
    )
