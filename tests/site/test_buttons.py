"""Texts of buttons begin with a verb and have at most four words."""

import re
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings

from leagues.views.desk.entries.entry import BUTTONS

TEMPLATES = Path(settings.BASE_DIR, "templates")
FOR_DEVELOPERS = "look"


def split_texts(texts: str) -> frozenset[str]:
    return frozenset(text.strip() for text in texts.split("|"))


VERBS = split_texts(
    """
    accept|add|admit|agree|allow|apply|arrange|ask|award|call|cancel|challenge|change|
    check|choose|clear|close|compare|confirm|continue|copy|count|create|decide|decline|delete|
    download|draw|edit|end|enter|fill|find|finish|follow|give|import|join|keep|let|mail|make|
    mark|merge|move|notify|open|pair|pause|plan|play|postpone|preview|print|propose|publish|put|reassign|
    reinstate|rehearse|remove|reopen|replace|reset|report|resend|restore|resume|review|revoke|run|save|
    scan|score|search|seed|send|set|share|show|sign|split|start|stop|swap|take|tick|try|
    undo|unlink|unpublish|update|use|view|void|withdraw
    """
)
ANSWERS = split_texts(
    """
    Earlier|Later|In|Late|Maybe|Out|Same as device|Dark|Light|Left-handed|Yes, it’s mine|Board {{ n }}|guest|
    No|A 20|Missed|Tied|I won|{{ name }} won|{{ n }}.|I’m in|We’re in|Not this season|Not me|
    That’s me|Yes, it counts|Yes, I’m {{ name }}|Board|Result|Totals|Clock sound|
    I’ll run it|I can’t run it|Yes, send to {{ n }} people|Yes, send to {{ n }} person
    """
)
"""Buttons that name an answer, a setting or a person. Such a button says no act."""

ATTRIBUTES = r"(?:[^>{]|\{%.*?%\}|\{\{.*?\}\})*"
BUTTON = re.compile(rf"<button\b{ATTRIBUTES}>(?P<text>.*?)</button>", re.DOTALL)
HIDDEN = re.compile(r'<span class="quietly">.*?</span>', re.DOTALL)
TEXT = re.compile(
    r"\{%\s*translate\s+([\"'])(?P<tag>.*?)\1"
    r"|\{%\s*blocktranslate\b[^%]*%\}(?P<block>.*?)\{%\s*endblocktranslate\s*%\}",
    re.DOTALL,
)
PLURAL = re.compile(r"\{%\s*plural\s*%\}")
LABEL = re.compile(r"\{%\s*button\b[^%]*\blabel=(?P<name>\w+)\s")
VARIABLE = re.compile(r"\{\{\s*(?P<name>\w+)\s*\}\}")
INCLUDE = re.compile(r"\{%\s*(?:include\s+\"(?P<of>[^\"]+)\"|button\b)(?P<with>[^%]*)%\}")


def texts_in(part: str) -> Iterator[str]:
    for found in TEXT.finditer(part):
        if found["tag"] is not None:
            yield found["tag"]
        else:
            yield from (" ".join(form.split()) for form in PLURAL.split(found["block"]))


def buttons_in(source: str) -> Iterator[str]:
    """The texts of the buttons of a template, without what only a screen reader reads."""
    for button in BUTTON.finditer(source):
        yield from texts_in(HIDDEN.sub("", button["text"]))


def variables_in(source: str) -> set[str]:
    """The variables that are the whole text of a button, as `says` in `_act.html`."""
    return {
        variable["name"]
        for button in BUTTON.finditer(source)
        for variable in VARIABLE.finditer(TEXT.sub("", HIDDEN.sub("", button["text"])))
    } | {label["name"] for label in LABEL.finditer(source)}


def buttons_from(source: str, parts: dict[str, set[str]]) -> Iterator[str]:
    """The texts a template gives to its button tags and the buttons of included templates."""
    for include in INCLUDE.finditer(source):
        for name in parts.get(include["of"], ()) if include["of"] else ["label"]:
            given = re.search(rf'\b{name}=_\("([^"]*)"\)', include["with"])
            if given:
                yield given[1]
                continue
            for one, many in re.findall(
                rf'\{{% translate "([^"]*)"[^%]*\bas {name} %\}}'
                rf"|asvar {name} %\}}(.*?)\{{% endblocktranslate",
                source[: include.start()],
                re.DOTALL,
            ):
                for form in PLURAL.split(one or many):
                    yield " ".join(form.split())


def all_buttons() -> set[tuple[str, str]]:
    """The folder and the text of each button."""
    files = {
        file.relative_to(TEMPLATES).as_posix(): file.read_text()
        for file in TEMPLATES.rglob("*.html")
    }
    parts = {name: found for name, text in files.items() if (found := variables_in(text))}
    return {
        (name.split("/")[0], text)
        for name, source in files.items()
        for text in (*buttons_in(source), *buttons_from(source, parts))
        if not name.startswith(FOR_DEVELOPERS)
    } | {("code", str(text)) for text in BUTTONS.values()}


def words_of(text: str) -> list[str]:
    """The words of a text; a gap is one word, and a number in brackets none.

    >>> words_of("Tick everyone coming ({{ n }})")
    ['Tick', 'everyone', 'coming']
    """
    return re.sub(r"\{\{.*?\}\}", "…", re.sub(r"\(\{\{.*?\}\}\)", "", text)).split()


def is_plain(text: str) -> bool:
    words = words_of(text)
    return len(words) <= 4 and words[0].lower() in VERBS


def test_each_button_names_an_act_in_at_most_four_words() -> None:
    odd = {text for _folder, text in all_buttons() if not is_plain(text)}
    assert odd - ANSWERS == set()


def test_a_button_without_a_verb_or_of_five_words_is_found() -> None:
    source = """
        <button type="submit"{% if a > b %} class="quiet"{% endif %}>
          {% icon "check" %} {% translate "Its card" %} <span class="quietly">{% translate "Ann" %}</span>
        </button>
        <button>{% blocktranslate count n=n %}Delete the draft{% plural %}Delete {{ n }} drafts{% endblocktranslate %}</button>
        <button>{{ says }}</button>
    """
    assert [*buttons_in(source)] == ["Its card", "Delete the draft", "Delete {{ n }} drafts"]
    assert variables_in(source) == {"says"}
    included = '{% translate "Call them" as says %} {% include "a.html" with name="b" %}'
    given = '{% include "a.html" with says=_("Mail the link") %}'
    parts = {"a.html": {"says"}}
    assert [*buttons_from(included, parts)] == ["Call them"]
    assert [*buttons_from(given, parts)] == ["Mail the link"]
    tag = '{% button "person" 7 label=_("Call them") icon="x" %}'
    assert [*buttons_from(tag, {})] == ["Call them"]
    kept = """
        {% if a %}{% translate "Undo" context "a call" as label %}
        {% else %}{% blocktranslate count n=n asvar label %}Delete it{% plural %}Delete {{ n }}{% endblocktranslate %}{% endif %}
        {% button here label=label %}
    """
    assert [*buttons_from(kept, {})] == ["Undo", "Delete it", "Delete {{ n }}"]
    assert variables_in("{% button here label=says %}") == {"says"}
    assert not is_plain("Its card")
    assert not is_plain("Save the changes of today")
    assert is_plain("Tick everyone coming ({{ n }})")
