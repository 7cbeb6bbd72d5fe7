"""Names as they are stored and shown."""

from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from leagues.models import Player
from leagues.models.names import tidy_name
from leagues.models.people import NameStyle, Surface

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("name", "family_name", "short"),
    [
        ("Ann Boer", "Boer", "Ann B."),
        ("Ann-Marie de la Boer", "de la Boer", "Ann-Marie B."),
        ("Anneke van der Berg", "van der Berg", "Anneke B."),
        ("Madonna", "", "Madonna"),
        ("Madonna", "Madonna", "Madonna"),
        ("Ann Boer", "", "Ann B."),
        ("Ann Boer", "Nobody", "Ann B."),
        ("Ólafur Þórðarson", "Þórðarson", "Ólafur Þ."),
        ("Zoë O’Connor", "O’Connor", "Zoë O."),
        ("Nguyễn Thị Ánh", "Ánh", "Nguyễn Thị Á."),
        ("émile ångström", "ångström", "émile Å."),
        ("X" * 59 + " " + "Y" * 60, "Y" * 60, "X" * 59 + " Y."),
        ("Kim Min-jun", "Kim", "K. Min-jun"),
    ],
)
def test_a_name_made_short(name: str, family_name: str, short: str) -> None:
    assert Player(name=name, family_name=family_name).short_name == short


ELSEWHERE = [surface for surface in Surface if surface != Surface.DESK]


@given(name=st.text(min_size=3, max_size=40), family=st.text(max_size=40))
def test_a_minor_with_two_names_is_never_shown_in_full(name: str, family: str) -> None:
    name = tidy_name(f"{name} {name}")
    words = name.split()
    assume(len(words) > 1 and len(words[0]) > 2 < len(words[-1]))
    minor = Player(name=name, family_name=tidy_name(family), is_minor=True)

    assert all(minor.shown_on(surface) != name for surface in ELSEWHERE)


def test_the_desk_knows_everybody_by_their_whole_name() -> None:
    minor = Player(name="Beverly Kim", is_minor=True, alias="Bev")
    assert minor.shown_on(Surface.DESK) == "Beverly Kim"


@pytest.mark.parametrize("surface", [s for s in ELSEWHERE if s != Surface.FILE])
@pytest.mark.parametrize(
    ("facts", "shown"),
    [
        ({}, "Beverly Kim"),
        ({"is_minor": True}, "Beverly K."),
        ({"style": NameStyle.SHORT}, "Beverly K."),
        ({"style": NameStyle.ALIAS}, "Bev"),
        ({"style": NameStyle.ALIAS, "alias": ""}, "Beverly K."),
        ({"style": NameStyle.FULL, "is_minor": True}, "Beverly Kim"),
        ({"style": NameStyle.ALIAS, "is_minor": True}, "Bev"),
    ],
)
def test_what_a_surface_shows(surface: Surface, facts: dict[str, Any], shown: str) -> None:
    chosen = facts.get("style", "")
    field = {"wall": "name_on_wall", "web": "name_on_web", "export": "name_in_export"}
    player = Player(
        name="Beverly Kim",
        family_name="Kim",
        alias=facts.get("alias", "Bev"),
        is_minor=facts.get("is_minor", False),
        **{field[surface]: chosen},
    )

    assert player.shown_on(surface) == shown


@pytest.mark.parametrize(
    ("web", "export", "shown"),
    [
        ("", "", "Beverly Kim"),
        ("alias", "", "Bev"),
        ("", "alias", "Bev"),
        ("short", "full", "Beverly K."),
        ("full", "short", "Beverly K."),
        ("alias", "short", "Bev"),
    ],
)
def test_a_file_that_anyone_can_download_shows_no_more_than_the_web(
    web: str, export: str, shown: str
) -> None:
    player = Player(
        name="Beverly Kim", family_name="Kim", alias="Bev", name_on_web=web, name_in_export=export
    )
    assert player.shown_on(Surface.FILE) == shown


def test_surfaces_are_chosen_one_by_one() -> None:
    player = Player(
        name="Beverly Kim", family_name="Kim", alias="Bev", name_on_wall=NameStyle.ALIAS
    )
    assert [player.shown_on(s) for s in ELSEWHERE] == [
        "Bev",
        "Beverly Kim",
        "Beverly Kim",
        "Beverly Kim",
    ]
