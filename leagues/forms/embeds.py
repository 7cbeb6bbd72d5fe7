"""The look of an embed: theme, colour, number of lines and language."""

from typing import Any
from urllib.parse import urlencode

from django import forms
from django.conf import settings
from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy as _

from leagues.files.club_colour import OF_THE_SITE

MOST_LINES = 100
THEMES = (("auto", _("Same as the visitor’s device")), ("light", _("Light")), ("dark", _("Dark")))


class EmbedLook(forms.Form):
    """The query parameters of an embed. All are optional."""

    theme = forms.ChoiceField(label=_("Light or dark"), choices=THEMES, required=False)
    accent = forms.CharField(
        label=_("Colour of links"),
        required=False,
        max_length=7,
        validators=[
            RegexValidator(
                r"\A#?[0-9A-Fa-f]{6}\Z", _("Enter a colour as six digits, such as 1c6739.")
            )
        ],
        widget=forms.ColorInput(),
    )
    rows = forms.IntegerField(
        label=_("Maximum number of lines"), required=False, min_value=1, max_value=MOST_LINES
    )
    lang = forms.ChoiceField(label=_("Language"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        browser = ("", _("Same as the visitor’s browser"))
        self.fields["lang"].choices = [browser, *settings.LANGUAGES]  # type: ignore[attr-defined]

    def clean_accent(self) -> str:
        return str(self.cleaned_data["accent"]).lstrip("#").lower()

    @property
    def questions(self) -> str:
        """The query string of this look, such as "?theme=dark&rows=5". Empty for the defaults."""
        names = ("theme", "accent", "rows", "lang")
        values = {name: self.cleaned_data[name] for name in names}
        asked = {k: v for k, v in values.items() if v and v != "auto"}
        return f"?{urlencode(asked)}" if asked else ""

    @property
    def problem(self) -> str:
        """All errors in one text, for a page without the form."""
        return " ".join(
            f"{self[name].label}: {error}"
            for name, errors in self.errors.items()
            for error in errors
        )


class EmbedForm(EmbedLook):
    """The form that makes the HTML of an embed: what to show, and its look.

    It starts as the club's own pages look, in ``colour``.
    """

    what = forms.ChoiceField(label=_("What to show"))
    field_order = ("what", "accent", "theme", "rows", "lang")

    def __init__(
        self, asked: dict[str, str], *, choices: list[tuple[str, Any]], colour: str
    ) -> None:
        self.colour = colour or OF_THE_SITE
        accent = (asked.get("accent") or self.colour).removeprefix("#")
        filled = {"what": choices[0][0], "theme": "auto", **asked, "accent": f"#{accent}"}
        super().__init__(filled)
        self.fields["what"].choices = choices  # type: ignore[attr-defined]
        self.fields["theme"].widget = forms.RadioSelect(choices=THEMES)
        if len(settings.LANGUAGES) < 2:
            del self.fields["lang"]

    def clean_accent(self) -> str:
        accent = super().clean_accent()
        return "" if accent == self.colour.removeprefix("#") else accent

    @property
    def questions(self) -> str:
        self.cleaned_data.setdefault("lang", "")
        return super().questions
