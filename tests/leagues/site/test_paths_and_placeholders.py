"""The breadcrumbs of a page, and what a page shows where there is nothing to list."""

import re

import pytest
from django.template import Context, Template
from django.urls import reverse

from leagues.templatetags.crumbs import PARENTS
from tests.cast import Cast


@pytest.mark.django_db
def test_a_path_links_the_pages_above_and_names_this_one(cast: Cast) -> None:
    page = cast.browser_of("ann").get(reverse("membership_fee")).text
    path = re.search(r'<nav class="crumbs".*?</nav>', page, re.DOTALL)

    assert path
    assert re.findall(r'<a href="([^"]+)">([^<]+)</a>', path[0]) == [
        (reverse("desk"), "Desk"),
        (reverse("people"), "People"),
        (reverse("membership"), "Membership"),
    ]
    assert '<li aria-current="page">Fee and year</li>' in path[0]


@pytest.mark.django_db
def test_a_player_in_a_path_has_the_name_of_the_web(cast: Cast) -> None:
    cast.cat_plays.name_on_web = "short"

    path = Template('{% crumbs "players" cat here="Records" %}').render(
        Context({"cat": cast.cat_plays})
    )

    assert f'<a href="{cast.cat_plays.get_absolute_url()}">Cat B.</a>' in path


def test_each_parent_is_a_page_without_arguments() -> None:
    assert [reverse(name) for name in PARENTS]


def test_a_placeholder_has_a_heading_and_a_sentence_if_there_is_one() -> None:
    both, alone = (
        Template(f'{{% placeholder title="No one yet" {more} %}}').render(
            Context({"typed": "Add <them>."})
        )
        for more in ("text=typed level=3", "")
    )

    assert both.replace("\n", "").endswith("<h3>No one yet</h3><p>Add &lt;them&gt;.</p></div>")
    assert alone.replace("\n", "").endswith("<h2>No one yet</h2></div>")
