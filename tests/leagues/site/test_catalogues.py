"""Every catalogue has only messages that are used, and none of them is broken."""

import ast
import pkgutil
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po
from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from django.utils.functional import Promise

from leagues import forms as our_forms
from leagues.catalogues import (
    KEYWORDS,
    ROOMS,
    calls_in,
    files_of,
    found_in,
    is_translated,
    languages_of,
    po_of,
    write_catalogue,
)
from leagues.management.commands import translations

NEVER_ONE = {
    # A limit or a size that the code or a ready-made rule sheet sets, always more than one.
    "Changed how the public pages are published: at most every %(seconds)s seconds.",
    "A meeting has 1 to %(n)s boards.",
    "Enter 1 to %(most)s minutes for the clock.",
    "%(shots)s open shots each. Save each player’s 20s as they finish, or correct them here. If players tie for a place that matters, add each sudden-death shot after the 20s, such as 7 1 or 7 0.",
    "the shoot-out: 20s of {shots} shots",
    "Shoot-out: each side has {shots} open shots, and the most 20s win.",
    "Start the clock: {n} seconds a shot",
    "Every shot is made within {seconds} seconds.",
    "Simulated %(runs)s times. Usually finishes at <b>%(usually)s</b>, nine times in ten before <b>%(mostly)s</b>.",
    "{name}: {sum}, {n} of {discs} discs placed",
    "All {discs} discs of {name} are placed.",
    "{name} has only {discs} discs.",
    "{who} Each side shoots {discs} discs in a round.",
    "{who} Each side shoots {discs} discs in a round, partners {share} each.",
    "a total of {total}, but {discs} discs make 0 to {most}",
    "a total of {total}, but {discs} discs with {twenties} make {least} to {most}",
    "{players} players can't share {discs} discs evenly",
    "The first side to reach {points} points after a complete round wins the game.",
    "A game is {least} to {most} rounds and ends when one side leads by {points} points.",
    "If the sides are tied after {most} rounds, {follows}.",
    "A match is the best of {games} games.",
    "Two rounds are played, and two more as long as they end tied, at most {most} rounds.",
    "one side can have {most} points at most",
    "one side must have {target} points in the end",
    "every round pays {n} points to both sides together",
    "The places in a round are worth {points} points, highest total first.",
    "%(n)s events and seasons imported.",
    "All %(n)s rows",
    "This site sends at most %(most)s messages a day, and %(sent)s were sent in the last 24 hours. Nothing was sent. Try again tomorrow, or write to fewer people.",
    "This goes to %(n)s people. Press again to send it.",
    "%(table)s differs between the two databases (%(here)s and %(there)s rows). Nothing was saved.",
    # What is left to win in a match: at least the two points of a round.
    "needs {sure} of {left} points to be sure of it",
    "needs at least {least} of {left} points and others to lose",
    # For developers.
    "{numbers} numbers for a match of {sides} sides",
    # No number, or a number of something else.
    "%(n)s at boards",
    "Can no longer reach %(aim)s on points.",
    "Row %(row)s and others have only a year (%(text)s). They get the first day of that year.",
}

Sentence = str | tuple[str, ...]
LANGUAGES = [code for code, _ in settings.LANGUAGES if code != "en"]
EACH = [(room, language) for room in ROOMS for language in LANGUAGES]
each_catalogue = pytest.mark.parametrize(("room", "language"), EACH)

GAP = re.compile(r"%\(\w+\)[sd]|%%|%[sd]|\{\w*\}|</?[a-z]\w*[^>]*>|&\w+;")
BEHIND_NUMBER = re.compile(r"(?:%\(\w+\)[sd]|\{\w+\})((?: [^\W\d]+){1,2})")
ENDS = re.compile(r"\A([ \t\n]*)[\s\S]*?([ \t\n]*)\Z")


@cache
def messages_found(room: str) -> Catalog:
    return found_in(room)


@cache
def messages_kept(room: str, language: str) -> Catalog:
    with po_of(room, language).open("rb") as file:
        return read_po(file, locale=language)


@pytest.mark.long
def test_every_call_of_gettext_is_found() -> None:
    """Neither by another name nor inside an f-string, where no text would be translated."""
    lost = [
        f"{file}:{node.lineno}"  # type: ignore[attr-defined]
        for room in ROOMS
        for file in files_of(room)
        if file.suffix == ".py"
        for node in ast.walk(ast.parse(file.read_text()))
        if is_renamed_gettext(node) or is_gettext_in_f_string(node)
    ]
    assert lost == []


def is_renamed_gettext(node: ast.AST) -> bool:
    """Whether gettext is imported under a name that ``makemessages`` does not know."""
    return isinstance(node, ast.ImportFrom) and any(
        each.name in KEYWORDS and (each.asname or each.name) not in KEYWORDS for each in node.names
    )


def is_gettext_in_f_string(node: ast.AST) -> bool:
    return isinstance(node, ast.JoinedStr) and any(
        isinstance(call, ast.Call)
        and isinstance(call.func, ast.Name)
        and call.func.id in KEYWORDS
        and any(isinstance(each, ast.Constant) for each in call.args)
        for call in ast.walk(node)
    )


def message_keys(catalog: Catalog) -> set[tuple[str | None, object]]:
    return {(each.context, each.id) for each in catalog if each.id}


def plural_forms(text: object) -> tuple[str, ...]:
    """The forms of a message: one, or one for each plural."""
    return (text,) if isinstance(text, str) else tuple(text or ())  # type: ignore[arg-type]


@cache
def plural_nouns() -> frozenset[str]:
    """Nouns after a number that have a singular in other messages: "games" of "game, games"."""
    texts = [text for room in ROOMS for _, text in message_keys(messages_kept(room, LANGUAGES[0]))]
    return frozenset(
        word
        for one, more in (plural_forms(text) for text in texts if not isinstance(text, str))
        for word in words_behind_numbers(more)
        if word == "people" or (word.endswith("s") and _singular_words(word, one, more))
        if word not in {"names", "wins"}  # verbs too
    )


def _singular_words(word: str, one: str, more: str) -> set[str]:
    only = set(one.split()) - set(more.split())
    return {each for each in only if each[:3] == word[:3]}


def words_behind_numbers(text: str) -> list[str]:
    return " ".join(BEHIND_NUMBER.findall(text)).split()


def counts_in_plural(text: str) -> bool:
    """
    >>> counts_in_plural("%(n)s open games"), counts_in_plural("Board %(n)s is free")
    (True, False)
    """
    return not plural_nouns().isdisjoint(words_behind_numbers(text))


def texts_on_forms() -> Iterator[str | Promise]:
    """The help text of each field of each form."""
    for module in pkgutil.walk_packages(our_forms.__path__, f"{our_forms.__name__}."):
        for form in vars(import_module(module.name)).values():
            fields = getattr(form, "base_fields", {})
            yield from (field.help_text for field in fields.values())


def wrong_in(message: Message, plurals: int = 2) -> Iterator[str]:
    """What is broken of a sentence, in a language with that many plural forms.

    >>> list(wrong_in(Message("{n} games", "{x} Spiele")))
    ["gaps: '{n} games' → '{x} Spiele'"]
    >>> list(wrong_in(Message("Board ", "Brett")))
    ["ends: 'Board ' → 'Brett'"]
    >>> list(wrong_in(Message(("a game", "%(n)s games"), ("ein Spiel", "%(n)s Spiele"))))
    []
    """
    english, translated = plural_forms(message.id), plural_forms(message.string)
    if len(translated) != (plurals if len(english) > 1 else 1):
        yield f"forms: {english[0]!r}"
        return
    for at, one in enumerate(translated):
        of = english[min(at, len(english) - 1)]
        here, there = sorted(GAP.findall(one)), sorted(GAP.findall(of))
        # Of several forms one may name the number that English leaves out, or the reverse.
        may_differ = len(english) > 1 and set(here) <= set(GAP.findall(english[-1]))
        if here != there and not may_differ:
            yield f"gaps: {of!r} → {one!r}"
        if _line_ends(one) != _line_ends(english[0]):
            yield f"ends: {of!r} → {one!r}"


def _line_ends(text: str) -> tuple[bool, bool, bool, bool]:
    ends = ENDS.match(text)
    assert ends
    first, last = ends.groups()
    return bool(first), "\n" in first, bool(last), "\n" in last


@pytest.mark.parametrize("room", ROOMS)
def test_each_room_has_a_catalogue_of_each_language(room: str) -> None:
    assert set(LANGUAGES) <= set(languages_of(room))


@pytest.mark.long
@each_catalogue
def test_none_is_left_over(room: str, language: str) -> None:
    left_over = message_keys(messages_kept(room, language)) - message_keys(messages_found(room))
    assert left_over == set(), "run makemessages"
    assert not messages_kept(room, language).obsolete


def test_what_has_no_translation_is_reported(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    catalog = Catalog()
    catalog.add("Board", None, [("templates/old.html", 1)])
    catalog.add(("{n} odd game", "{n} odd games"), None, [("leagues/new.py", 1)])
    monkeypatch.setattr(
        translations, "found_in", lambda room: catalog if room == "leagues" else Catalog()
    )

    call_command("translations", "de", "fr")

    missing = ["  leagues/new.py: {n} odd game"]
    lines = capsys.readouterr().out.splitlines()
    assert lines == ["de: 1 missing", *missing, "fr: 1 missing", *missing]


@pytest.mark.long
@pytest.mark.parametrize("room", ROOMS)
def test_what_is_asked_with_a_number_is_never_asked_without(room: str) -> None:
    """A catalogue keeps both as one message, which gettext finds with a number alone in Python 3.11.2."""
    calls = {(message, context) for _, (_, message, _, context) in calls_in(room)}
    counted = {(english[0], context) for english, context in calls if not isinstance(english, str)}
    assert calls & counted == set()


def test_a_models_help_text_is_translated_where_a_form_shows_it() -> None:
    """Help texts for developers are plain strings: translators never see them."""
    shown = set(map(str, texts_on_forms()))
    unseen = [
        f"{model.__name__}.{field.name}"
        for model in apps.get_app_config("leagues").get_models()
        for field in model._meta.local_fields
        if isinstance(field.help_text, Promise)
        and str(field.help_text) not in shown
        and str(field.help_text) in messages_found("leagues")  # not Django's own
    ]
    assert unseen == []


@pytest.mark.parametrize("room", ROOMS)
def test_a_number_before_a_plural_has_a_form_for_one(room: str) -> None:
    """So 1 match is never "1 matches", and each language has the forms that it needs."""
    texts = [text for _, text in message_keys(messages_kept(room, LANGUAGES[0]))]
    single = {text for text in texts if isinstance(text, str)}
    assert {text for text in single if counts_in_plural(text)} == {
        text for text in single if text in NEVER_ONE
    }


@pytest.mark.parametrize("room", ROOMS)
def test_no_text_leaves_the_plural_to_the_reader(room: str) -> None:
    """No "match(es)": a text with a number has plural forms."""
    texts = [
        form
        for _, text in message_keys(messages_kept(room, LANGUAGES[0]))
        for form in plural_forms(text)
    ]
    texts += [
        form
        for each in LANGUAGES
        for m in messages_kept(room, each)
        for form in plural_forms(m.string)
    ]
    assert [text for text in texts if re.search(r"\w\((s|es|n|en|e|k)\)", text)] == []


@each_catalogue
def test_none_is_a_guess(room: str, language: str) -> None:
    assert [m.id for m in messages_kept(room, language) if m.id and m.fuzzy] == []


@each_catalogue
def test_none_is_broken(room: str, language: str) -> None:
    catalog = messages_kept(room, language)
    every = (each for each in catalog if each.id and is_translated(each))
    plurals = catalog.num_plurals
    assert [wrong for each in every for wrong in wrong_in(each, plurals)] == []


def test_a_broken_sentence_is_found(tmp_path: Path) -> None:
    def wrong(english: Sentence, translated: Sentence, plurals: int = 2) -> list[str]:
        made = list(wrong_in(Message(english, translated), plurals))
        return [each.partition(":")[0] for each in made]

    assert wrong("%(n)s games", "%(n)s Spiele") == []
    assert wrong("%(n)s games", "Spiele") == ["gaps"]
    assert wrong("<b>{n}</b>", "<b>{n}") == ["gaps"]
    assert wrong(" and ", "und") == ["ends"]
    assert wrong(("a game", "{n} games"), ("ein Spiel",)) == ["forms"]
    assert wrong(("a game", "{n} games"), ("{n} Spiel", "{n} Spiele")) == []
    assert wrong(("a game", "{n} games"), ("ein Spiel", "{x} Spiele")) == ["gaps"]
    polish = ("{n} mecz", "{n} mecze", "{n} meczów")
    assert wrong(("a match", "{n} matches"), polish, plurals=3) == []
    assert wrong(("a match", "{n} matches"), polish[:2], plurals=3) == ["forms"]


def test_a_new_catalogue_names_the_project_and_keeps_who_translates(tmp_path: Path) -> None:
    po = tmp_path / "pl" / "django.po"
    write_catalogue(Catalog(locale="pl"), po)
    new = po.read_text()
    assert new.startswith("# Polish texts of Twenties.\n# Copyright (c) 2026")
    assert not re.search("PROJECT|VERSION|AUTHOR|ADDRESS|FULL NAME|li.org|fuzzy", new)

    po.write_text(new.replace("the Twenties authors\\n", "Ola <ola@club.example>\\n"))
    with po.open("rb") as file:
        write_catalogue(read_po(file), po)
    assert "Last-Translator: Ola <ola@club.example>" in po.read_text()
