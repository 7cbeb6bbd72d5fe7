"""The form to change one text of the site in one language."""

import re
from collections.abc import Mapping

from django import forms

from leagues.reads.club.texts import FoundText
from leagues.texts.messages import Forms, fault_in, plural_forms, with_ends_of, without_context

LONGEST_LINE = 60  # characters in a single-line field
UNSEEN = re.compile(r"[\x00-\x1f\x7f]+")  # includes line breaks


class OwnTextForm(forms.Form):
    """One text: a field, or a field for each plural form."""

    def __init__(
        self, found: FoundText, language: str, data: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(data, prefix=found.text.id)
        self.found, self.language = found, language
        self.count = plural_forms(language) if found.text.plural else 1
        for at in range(self.count):
            is_long = len(found.site[min(at, len(found.site) - 1)]) > LONGEST_LINE
            attrs = {"lang": language, "autocomplete": "off", "rows": "3"}
            widget = forms.Textarea if is_long else forms.TextInput
            self.fields[str(at)] = forms.CharField(
                required=False,  # fault_in reports empty texts
                max_length=1000,
                strip=False,
                label=self.english[min(at, len(self.english) - 1)],
                initial=found.shown[min(at, len(found.shown) - 1)],
                widget=widget(attrs),
            )

    @property
    def english(self) -> Forms:
        first, *more = self.found.text.english
        return without_context(first), *more

    @property
    def texts(self) -> Forms:
        return tuple(self.cleaned_data[str(at)] for at in range(self.count))

    def clean(self) -> None:
        for name, typed in list(self.cleaned_data.items()):
            line = UNSEEN.sub(" ", typed).replace("'", "’")
            text = with_ends_of(self.english[0], line)
            if fault := fault_in(text, self.english):
                self.add_error(name, fault)
            else:
                self.cleaned_data[name] = text
