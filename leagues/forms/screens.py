"""Forms to control screens."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from leagues.models import Event, Screen
from leagues.models.screens import CODE_LENGTH
from leagues.reads.screens.wall import View, views_of

THEMES = (("", _("Same as its browser")), ("light", _("Light")), ("dark", _("Dark")))


class ScreenCodeForm(forms.Form):
    code = forms.CharField(
        label=_("Code on the screen"),
        max_length=20,
        widget=forms.TextInput(
            attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}
        ),
    )
    name = forms.CharField(
        label=_("Where it hangs"),
        max_length=40,
        required=False,
        help_text=_("So that you recognize it, such as left wall or bar."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def clean_code(self) -> str:
        """Ignore case and spaces."""
        typed = "".join(str(self.cleaned_data["code"]).split()).upper()
        if len(typed) != CODE_LENGTH:
            raise forms.ValidationError(
                _("Enter a code of %(n)s letters and digits."), params={"n": CODE_LENGTH}
            )
        return typed


class ScreensForm(forms.Form):
    """Choose one screen. None means all screens."""

    screen = forms.ModelChoiceField(queryset=Screen.objects.none(), required=False)

    def __init__(self, event: Event, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.paired = event.screens.paired()
        screen = self.fields["screen"]
        assert isinstance(screen, forms.ModelChoiceField)
        screen.queryset = self.paired

    @property
    def screens(self) -> list[Screen]:
        chosen = self.cleaned_data["screen"]
        return [chosen] if chosen else list(self.paired)


class ShowForm(ScreensForm):
    """Choose the view of one or all screens."""

    view = forms.ChoiceField()
    words = forms.CharField(
        label=_("Your message"),
        max_length=200,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
    )

    def __init__(self, event: Event, *args: Any, **kwargs: Any) -> None:
        super().__init__(event, *args, **kwargs)
        view = self.fields["view"]
        assert isinstance(view, forms.ChoiceField)
        view.choices = [(each.value, word) for each, word in views_of(event).items()]

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if cleaned.get("view") == View.WORDS and not cleaned.get("words"):
            self.add_error("words", _("Enter what the screens should show."))
        return cleaned


class ThemeForm(ScreensForm):
    theme = forms.ChoiceField(choices=THEMES, required=False)
