"""Long names in tables: initials for the given names on a phone, and the whole name in the page."""

import pytest

from leagues.models import Player
from leagues.templatetags.public import fitted, fitted_name, fitted_on_wall, listed_on_wall

MARTIN = Player(name="Daniel Martin", family_name="Martin")


def test_a_long_name_has_initials_for_the_given_names() -> None:
    player = Player(name="José Ángel Villaseñor", family_name="Villaseñor")

    assert fitted(player) == (
        '<span class="fits" title="José Ángel Villaseñor">'
        '<span data-initials="J. Á."><span>José Ángel </span></span>Villaseñor</span>'
    )


def test_a_surname_in_front_stays_in_front() -> None:
    player = Player(name="Szentgyörgyi Erzsébet", family_name="Szentgyörgyi")

    assert ">Szentgyörgyi <span" in fitted(player)
    assert 'data-initials="E."' in fitted(player)


@pytest.mark.parametrize("style", ["short", "alias"])
def test_what_is_no_whole_name_stays_whole(style: str) -> None:
    player = Player(
        name="Bartholomew-Christopher Ng", alias="The Great Bartholomew", name_on_web=style
    )

    assert "data-initials" not in fitted(player)


def test_a_single_name_stays_whole() -> None:
    pair = fitted_name("Suharto & Daniel Martin", [Player(name="Suharto"), MARTIN])

    assert pair.endswith(
        '>Suharto &amp; <span data-initials="D."><span>Daniel </span></span>Martin</span>'
    )


def test_a_short_name_stays_as_it_is() -> None:
    assert fitted(Player(name="Ann Smith")) == "Ann Smith"


def test_at_the_desk_a_minor_is_named_in_full() -> None:
    player = Player(name="Bartholomew Ng-Abernathy", family_name="Ng-Abernathy", is_minor=True)

    assert "Abernathy" in fitted(player, "desk")
    assert "Abernathy" not in fitted(player)


def test_on_a_screen_only_a_very_long_name_has_initials() -> None:
    long = Player(name="Annemarie Schwarzenbach-Oberholzer", family_name="Schwarzenbach-Oberholzer")
    first = Player(name="Szentgyörgyi-Kovács Erzsébet", family_name="Szentgyörgyi-Kovács")

    assert fitted_on_wall(long) == "A. Schwarzenbach-Oberholzer"
    assert fitted_on_wall(first) == "Szentgyörgyi-Kovács E."
    assert fitted_on_wall(Player(name="Fionnuala Ní Dhomhnaill")) == "Fionnuala Ní Dhomhnaill"


def test_a_long_name_listed_on_a_wall_has_its_surname_whole() -> None:
    listed = "Featherstonehaugh-Vandenberghe, Maximiliana Ann"
    assert listed_on_wall(listed) == "Featherstonehaugh-Vandenberghe, M. A."
    assert listed_on_wall("Gagnon, Thérèse") == "Gagnon, Thérèse"
    assert (
        listed_on_wall("The Stone Bridge Veterans of 1998") == "The Stone Bridge Veterans of 1998"
    )
