"""Search the site's texts in one language, including those that the club has reworded."""

from collections.abc import Iterator
from dataclasses import dataclass

from leagues.models import Club, OwnText
from leagues.texts.messages import Forms, SiteText, are_sound, site_texts, translations_in
from leagues.texts.word_sets import LANGUAGE, WORD_SETS, texts_of


@dataclass(frozen=True)
class FoundText:
    """A text of the site in one language, with the club's own version if it has one."""

    text: SiteText
    site: Forms
    own: OwnText | None

    @property
    def shown(self) -> Forms:
        return tuple(self.own.texts) if self.own else self.site

    def contains(self, sought: str) -> bool:
        return any(sought in each.lower() for each in (*self.text.english, *self.shown))

    def order(self, sought: str) -> tuple[bool, int]:
        """A sort key: exact matches first, then shorter texts."""
        exact = sought in {each.lower() for each in (*self.text.english, *self.shown)}
        return not exact, len(self.shown[0])


def find_texts(club: Club, language: str, sought: str) -> list[FoundText]:
    """Texts with ``sought`` in English or as shown; the club's own texts if it is empty."""
    own = own_texts(club, language)
    usable = {row.message: row for row in own.values() if is_usable(row)}
    site = translations_in(language)
    every = (
        FoundText(text, site[key], usable.get(key))
        for key, text in site_texts().items()
        if sought or key in usable
    )
    sought = sought.lower().replace("'", "’")
    found = [each for each in every if each.contains(sought)]
    return sorted(found, key=lambda each: each.order(sought))


def find_text(club: Club, language: str, text_id: str) -> FoundText | None:
    text = next((each for each in site_texts().values() if each.id == text_id), None)
    if text is None:
        return None
    own = own_texts(club, language).get(text.key)
    return FoundText(
        text, translations_in(language)[text.key], own if own and is_usable(own) else None
    )


def unused_texts(club: Club, language: str) -> list[OwnText]:
    """The club's own texts that are not used: the site no longer has the text, or its placeholders
    have changed.
    """
    return [row for row in own_texts(club, language).values() if not is_usable(row)]


def own_texts(club: Club, language: str) -> dict[str, OwnText]:
    rows = OwnText.objects.filter(club=club, language=language).order_by("message")
    return {row.message: row for row in rows}


def is_usable(row: OwnText) -> bool:
    text = site_texts().get(row.message)
    return text is not None and are_sound(row.texts, row.language, text.english)


@dataclass(frozen=True)
class FoundSet:
    """A ready-made set of words; ``used`` of its ``texts`` are in use by the club."""

    name: str
    words: str
    texts: int
    used: int


def word_sets(club: Club) -> Iterator[FoundSet]:
    own = own_texts(club, LANGUAGE)
    for name, words in WORD_SETS.items():
        made = texts_of(name)
        used = sum(tuple(row.texts) == made.get(message) for message, row in own.items())
        pairs = ", ".join(f"{ours} → {theirs}" for ours, theirs in words.items())
        yield FoundSet(name, pairs, len(made), used)
