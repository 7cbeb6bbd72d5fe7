"""Forms to choose a language."""

from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from leagues.access.languages import AMERICAN

ENGLISH = {
    "en": _("English, Tuesday 1 December, 19:30"),
    AMERICAN: _("English, Tuesday, December 1, 7:30 pm"),
}


class LanguageForm(forms.Form):
    """The language of the site for one visitor."""

    language = forms.ChoiceField(label=_("Language"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["language"].choices = settings.LANGUAGES  # type: ignore[attr-defined]


class ClubLanguageForm(LanguageForm):
    """The club's language. English is offered twice, for two ways to write dates.

    The club's way applies to readers whose browser names no region.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        others = [each for each in settings.LANGUAGES if each[0] not in ENGLISH]
        self.fields["language"].help_text = _(
            "English dates follow the region of each reader’s browser. The club’s dates are for browsers without a region."
        )
        self.fields["language"].choices = [*ENGLISH.items(), *others]  # type: ignore[attr-defined]
