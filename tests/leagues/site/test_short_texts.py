"""A message of one or two words has a context, or a comment about where it is shown."""

from pathlib import PurePath

import pytest

from leagues.catalogues import ROOMS, calls_in, found_in
from leagues.text_places import is_short, places_in


@pytest.mark.long
@pytest.mark.parametrize("room", ROOMS)
def test_each_short_text_tells_its_translators_where_it_is(room: str) -> None:
    bare = [
        f"{message.id} ({message.locations[0][0]})"
        for message in found_in(room)
        if message.id
        and is_short(message.id if isinstance(message.id, str) else message.id[0])
        and not (message.context or message.auto_comments)
    ]
    assert bare == [], "give it a context, or a comment: Translators: …"


def places_of(name: str, source: str) -> dict[str, str]:
    return dict(places_in(PurePath(name), source))


@pytest.mark.parametrize(
    ("source", "where"),
    [
        ('<th scope="col">{% translate "Won" %}</th>', "Column head."),
        ('<a class="button" href="/">{% icon "x" %} {% translate "Won" %}</a>', "Button."),
        (
            """<nav aria-label="{% translate 'Won' %}">""",
            "Read out: name of a part of the page or of a button.",
        ),
        ('<br><h2>{{ a }}</h2><p>{% translate "Won" %}</p>', "Line of text."),
        ('{% block page %}{% translate "Won" %}', "Title of the page."),
        ('{% translate "Won" as title %}', "Shown further down, as “title”."),
        ('{% button "x" label=_("Won") %}', "Button."),
        ('{% translate "Won" as does %}{% button "x" label=does %}', "Button."),
        ('{% translate "Won" as label %}', "Shown further down, as “label”."),
        ('{% include "x" with says=_("Won") %}', "Shown further down, as “says”."),
        ('{% placeholder "x" title=_("Won") %}', "Heading."),
        ('{% crumbs here=_("Won") %}', "Name of this page, at the end of the path to it."),
        (
            "<dt>{% blocktranslate trimmed %}\n  Won\n{% endblocktranslate %}</dt>",
            "Name of a fact.",
        ),
        (
            '{% comment %}A bar of pools. It needs x.{% endcomment %}{% translate "Won" %}',
            "Part of a page: A bar of pools.",
        ),
        ('{% translate "Won" %}', ""),
    ],
)
def test_the_place_of_a_text_comes_from_the_template_around_it(source: str, where: str) -> None:
    assert places_of("a.html", source) == {"Won": where}


@pytest.mark.parametrize(
    ("source", "where"),
    [
        (
            'class Plan(Form):\n    place = CharField(label=_("Won"))',
            "Label of the field “place” in Plan.",
        ),
        (
            'class Plan(Form):\n    place = CharField(help_text=_("Won"))',
            "Help under the field “place” in Plan.",
        ),
        ('class Says(TextChoices):\n    IN = _("Won")', "Says: IN."),
        ('def words():\n    """How it went."""\n    return _("Won")', "words: How it went."),
        ('def words():\n    return _("Won")', "a b: words."),
        ('STEPS = {1: _("Won")}', "STEPS of a b."),
        ('_("Won")', ""),
    ],
)
def test_a_text_of_code_is_what_it_belongs_to(source: str, where: str) -> None:
    assert places_of("a_b.py", source)["Won"] == where


@pytest.mark.long
def test_a_comment_by_hand_goes_before_the_one_of_the_place() -> None:
    found = {
        call[1]: call[2]
        for place, call in calls_in("leagues")
        if place == "templates/phones/player/_totals_form.html"
    }
    assert found["yours first"] == ['Translators: after "Result:", above two fields for points']
