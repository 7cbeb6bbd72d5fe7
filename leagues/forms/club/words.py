"""The club's own words: a field for each form that our sentences use."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext as _

from leagues.models.names import tidy
from leagues.words.examples import examples
from leagues.words.put import LONGEST, OwnForms, OwnWords, complete, is_written
from leagues.words.site_word import SiteWord, WordKey, WordTable
from leagues.words.tables import table_of


@dataclass(frozen=True)
class WordFields:
    """One of our words, with what is asked of the club's word for it."""

    word: SiteWord
    stands_for: str
    fields: list[BoundField]

    @property
    def is_open(self) -> bool:
        return any(field.value() or field.errors for field in self.fields)


def stands_for(key: WordKey, table: WordTable) -> str:
    """The game that is drawn is told apart where a language has a word for it."""
    if key is WordKey.GAME and WordKey.DRAWN not in table.by_key:
        return _("What is played to its end, and what is drawn: “game 6”")
    return {
        WordKey.ROUND: _("What is counted at the board, several times in a match"),
        WordKey.GAME: _("What is played to its end by one sheet"),
        WordKey.DRAWN: _("What is drawn: everybody’s matches at one time"),
        WordKey.MATCH: _("What two sides play against each other"),
        WordKey.NIGHT: _("One evening of a league"),
    }[key]


class ClubWordsForm(forms.Form):
    """Each word in all its forms, or not at all: then it is ours."""

    def __init__(
        self, data: Mapping[str, str] | None, *, language: str, words: OwnWords
    ) -> None:
        self.language, self.table = language, table_of(language)
        super().__init__(dict(data.items()) if data is not None else None)
        shown = examples(language)
        for word in self.table.words:
            own = words.get(word.key)
            here = complete(self.table, word, own) if own else {}
            for name, form in _fields_of(word):
                self.fields[name] = forms.CharField(
                    label=form,
                    required=False,
                    max_length=LONGEST,
                    initial=here.get(form, ""),
                    help_text=shown.get((word.key, form), ""),
                    widget=forms.TextInput(
                        attrs={"lang": language, "autocomplete": "off"}
                    ),
                )

    def by_word(self) -> list[WordFields]:
        return [
            WordFields(
                word,
                stands_for(word.key, self.table),
                [self[name] for name, _ in _fields_of(word)],
            )
            for word in self.table.words
        ]

    def own_words(self) -> dict[str, OwnForms]:
        """What was typed, as far as it can be said."""
        found: dict[str, OwnForms] = {}
        for word in self.table.words:
            typed = self._typed(word)
            if any(typed.values()) and not any(
                name in self.errors for name, _ in _fields_of(word)
            ):
                found[word.key.value] = {
                    form: own for form, own in typed.items() if own
                }
        return found

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        for word in self.table.words:
            for name, _form in _fields_of(word):
                if name in cleaned:
                    cleaned[name] = self._own_form(name, cleaned[name])
        self.cleaned_data = cleaned
        return cleaned

    def refuse_unfinished(self) -> bool:
        """Whether every word has all its forms, and none reads as another. What is missing is
        filled in with a guess, for them to look at."""
        for word in self.table.words:
            typed = self._typed(word)
            if any(typed.values()) and not all(typed.values()):
                self._fill_in(word, typed)
        self._refuse_alike()
        return not self.errors

    def _own_form(self, name: str, typed: str) -> str:
        own = tidy(typed).replace("'", "’")
        if not own:
            return ""
        if not is_written(own):
            self.add_error(name, _("Letters only, please."))
            return ""
        if self.table.nouns_are_capital:
            own = own[0].upper() + own[1:]
        elif not own[1:2].isupper():
            own = own[0].lower() + own[1:]
        if own[0].lower() in self.table.refused_first:
            self.add_error(
                name,
                _(
                    "In this language a word that begins with a vowel or h changes the words "
                    "before it, in every sentence. Choose another."
                ),
            )
        return own

    def _typed(self, word: SiteWord) -> dict[str, str]:
        said = getattr(self, "cleaned_data", {})
        return {form: said.get(name, "") for name, form in _fields_of(word)}

    def _fill_in(self, word: SiteWord, typed: dict[str, str]) -> None:
        guessed = complete(
            self.table, word, {form: own for form, own in typed.items() if own}
        )
        first = ""
        for name, form in _fields_of(word):
            if not typed[form]:
                first = first or name
                self.data[name] = guessed[form]  # type: ignore[index]
        self.add_error(
            first,
            _(
                "“%(word)s” is needed in every form, or in none. What was empty is filled in "
                "by a rule of thumb: look it through, then save."
            )
            % {"word": word.base},
        )

    def _refuse_alike(self) -> None:
        """Two words that read the same could not be told apart, unless ours are written alike."""
        for word in self.table.words:
            mine = set(filter(None, self._typed(word).values()))
            for other in self.table.words:
                if other.forms != word.forms and mine & self._read_as(other):
                    self.add_error(
                        _name(word, 0),
                        _("This would read like the word for “%(word)s”.")
                        % {"word": other.base},
                    )
                    return

    def _read_as(self, word: SiteWord) -> set[str]:
        return set(filter(None, self._typed(word).values())) or set(word.forms)


def _name(word: SiteWord, at: int) -> str:
    return f"{word.key.value}-{at}"


def _fields_of(word: SiteWord) -> Iterator[tuple[str, str]]:
    for at, form in enumerate(word.forms):
        yield _name(word, at), form
