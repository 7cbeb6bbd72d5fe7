"""An entry on the day: its team, its check-in, its partner, its substitutes."""

import re

import pytest
from django.test import Client
from django.utils.html import strip_tags

from leagues.actions.entries import line_ups
from leagues.actions.play import calls
from leagues.actions.refusal import Refused
from leagues.models import Action, Event, Match, Player, Team
from tests.cast import Cast
from tests.leagues.entries.people_in import (
    AT,
    State,
    check_list,
    confirm_list,
    enter_people,
    last_action,
    make_event,
    names_in,
    publish_match,
    text_of,
)
from tests.leagues.play.desk_hall import open_hall
from tests.scenes import scene


@scene
def event(cast: Cast) -> Event:
    return make_event(cast)


# --- Clubs and teams ----------------------------------------------------------------------


def test_the_desk_sets_the_team_of_an_entry(cast: Cast, event: Event, ann: Client) -> None:
    zoe, bo = enter_people(cast, event, "Zoë", "Bo")
    ann.post(f"{AT}{zoe.pk}/team/", {"team": "Guelph", "before": ""})
    ann.post(f"{AT}{bo.pk}/team/", {"team": "guelph", "before": ""})

    team = Team.objects.get()
    assert {entry.team for entry in event.entries.all()} == {team}
    assert last_action().details["before"] is None
    ann.post(f"{AT}{bo.pk}/team/", {"team": " ", "before": "Guelph"})
    bo.refresh_from_db()
    assert bo.team is None


def test_a_team_from_an_old_page_overwrites_nothing(cast: Cast, event: Event, ann: Client) -> None:
    (zoe,) = enter_people(cast, event, "Zoë")
    ann.post(f"{AT}{zoe.pk}/team/", {"team": "Guelph", "before": ""})

    page = ann.post(f"{AT}{zoe.pk}/team/", {"team": "Elmira", "before": ""})
    zoe.refresh_from_db()
    assert page.status_code == 422
    assert zoe.team == Team.objects.get(name="Guelph")
    assert 'value="Elmira"' in text_of(page), "what was typed is kept"


# --- Check-in -----------------------------------------------------------------------------


def test_check_in_and_back(cast: Cast, event: Event, ann: Client) -> None:
    (zoe,) = enter_people(cast, event, "Zoë")

    page = ann.post(f"{AT}check-in/", {"entry": zoe.pk}, headers={"HX-Request": "true"})
    assert "Here" in text_of(page)
    assert 'hx-swap-oob="true"' in text_of(page)
    assert last_action().details["names"] == ["Zoë"]

    ann.post(f"{AT}check-in/", {"entry": zoe.pk, "back": "1"})
    zoe.refresh_from_db()
    assert zoe.checked_in_at is None


def test_once_play_began_a_row_shows_place_points_and_board(cast: Cast, ann: Client) -> None:
    hall = open_hall(cast)
    hall.publish((1, 2), (3, 4))
    hall.type_card(hall.at(1), "20 20 20 20")
    Event.objects.update(state=Event.State.RUNNING)
    page = text_of(ann.get(f"/desk/events/{hall.event.slug}/people/"))
    assert "Check in" not in page
    assert "checked in" not in page
    cells = [re.findall(r'<td class="n number">(.*?)</td>', row) for row in page.split("<tr")]
    assert ["1", "8", ""] in cells, "place, points and board"
    assert '<span class="soft">Next: 2</span>' in [row[-1] for row in cells if row], "the board"
    entry = hall.entries[0]
    page = text_of(ann.get(f"/desk/events/{hall.event.slug}/people/{entry}/"))
    assert "Check in</button>" not in page, "they have played"
    assert "<dt>Place</dt> <dd> 1 </dd> </div> <div><dt>Points</dt><dd>8</dd></div>" in page
    assert "Next match" not in page
    hall.stage.pools.update(name="B")
    page = text_of(ann.get(f"/desk/events/{hall.event.slug}/people/{entry}/"))
    assert "Pool B </dt> <dd> 1 </dd>" in page
    other = text_of(ann.get(f"/desk/events/{hall.event.slug}/people/{hall.entries[2]}/"))
    [address] = re.findall(r'Next match</h3>.*?<a class="stretched" href="([^"]*)">', other)
    assert address == f"/desk/events/{hall.event.slug}/matches/2/"
    assert "Check in</button>" in other, "they have not played yet"


def test_the_board_of_a_match_being_played_is_not_that_of_the_next_one(
    cast: Cast, ann: Client
) -> None:
    hall = open_hall(cast)
    hall.publish((1, 2), (3, 4))
    hall.publish((1, 3), (2, 4))
    calls.call_match(by=hall.by, match=Match.objects.get(number=3))
    people = f"/desk/events/{hall.event.slug}/people/"
    rows = text_of(ann.get(people)).split("<tr")[2:6]
    shown = [strip_tags(f"<td{row.split('<td')[-1]}").split()[:2] for row in rows]
    assert [" ".join(words) for words in shown] == ["1", "Next: 1", "1", "Next: 2"]
    assert "Called</span>" in text_of(ann.get(f"{people}{hall.entries[0]}/"))
    assert "Called</span>" not in text_of(ann.get(f"{people}{hall.entries[1]}/"))


def test_the_page_of_an_entry_leads_to_the_player(cast: Cast, event: Event, ann: Client) -> None:
    (zoe,) = enter_people(cast, event, "Zoë")
    page = text_of(ann.get(f"{AT}{zoe.pk}/"))
    person = zoe.players.get().pk
    assert "<h2>Zoë</h2>" in page
    assert f'<a href="/desk/people/{person}/?event={event.slug}">Contact details</a>' in page
    assert "<dt>People</dt>" not in page


def test_checking_in_twice_is_logged_once(cast: Cast, event: Event, ann: Client) -> None:
    (zoe,) = enter_people(cast, event, "Zoë")
    for _ in range(2):
        ann.post(f"{AT}check-in/", {"entry": zoe.pk})

    assert Action.objects.filter(verb="check_in").count() == 1


def test_everybody_at_once_but_who_waits(cast: Cast, event: Event, ann: Client) -> None:
    enter_people(cast, event, "Zoë", "Bo")
    (cy,) = enter_people(cast, event, "Cy", state=State.WAITING)
    ann.post(f"{AT}check-in/", {"everybody": "1"})

    assert event.entries.filter(checked_in_at=None).get() == cy


def test_who_has_withdrawn_is_not_checked_in(cast: Cast, event: Event, ann: Client) -> None:
    (zoe,) = enter_people(cast, event, "Zoë", state=State.WITHDRAWN)
    ann.post(f"{AT}check-in/", {"entry": zoe.pk})

    zoe.refresh_from_db()
    assert zoe.checked_in_at is None


# --- Pairs --------------------------------------------------------------------------------


@scene
def doubles(cast: Cast) -> Event:
    return make_event(cast, "doubles")


def test_a_line_of_two_is_a_pair(doubles: Event, ann: Client) -> None:
    confirm_list(ann, check_list(ann, "Zoë & Bo\nCy"))

    assert names_in(doubles) == ["Zoë & Bo", "Cy"]
    assert "1 alone" in text_of(ann.get(AT))


def test_two_by_hand(cast: Cast, doubles: Event, ann: Client) -> None:
    zoe, bo, cy = enter_people(cast, doubles, "Zoë", "Bo", "Cy")
    ann.post(f"{AT}pairs/", {"entry": [zoe.pk, cy.pk]})

    assert names_in(doubles) == ["Zoë & Cy", "Bo"]
    assert last_action().details["names"] == [["Zoë", "Cy"]]
    assert ann.post(f"{AT}pairs/", {"entry": [bo.pk]}).status_code == 422
    assert ann.post(f"{AT}pairs/", {"entry": [bo.pk, zoe.pk]}).status_code == 422


def test_all_by_lot_and_the_lot_can_be_repeated(cast: Cast, doubles: Event) -> None:
    made = enter_people(cast, doubles, *(f"P{c}" for c in "abcdefg"))
    line_ups.pair_by_lot(by=cast.who("ann"), event=doubles, seed="spring")

    assert sorted(name.count("&") for name in names_in(doubles)) == [0, 1, 1, 1]
    pairs = line_ups.draw_pairs([entry.pk for entry in made], "spring")
    assert [one for one, _ in pairs] == [one for one, _ in last_action().details["pairs"]]
    assert last_action().details["seed"] == "spring"


def test_a_pair_parts_again(cast: Cast, doubles: Event, ann: Client) -> None:
    (pair,) = enter_people(cast, doubles, "Zoë & Bo")
    ann.post(f"{AT}{pair.pk}/part/")

    assert names_in(doubles) == ["Zoë", "Bo"]


def test_a_pair_that_is_drawn_stays_one(cast: Cast, doubles: Event, ann: Client) -> None:
    pair, other = enter_people(cast, doubles, "Zoë & Bo", "Cy & Di")
    publish_match(doubles, pair, other)

    assert ann.post(f"{AT}{pair.pk}/part/").status_code == 422
    with pytest.raises(Refused, match="can’t be split"):
        line_ups.split_pair(by=cast.who("ann"), event=doubles, entry=pair)


# --- Substitutes --------------------------------------------------------------------------


@pytest.mark.parametrize("until", ["once", "for_good"])
def test_a_substitute_sits_in_what_has_not_begun(
    cast: Cast, doubles: Event, ann: Client, until: str
) -> None:
    pair, other = enter_people(cast, doubles, "Zoë & Bo", "Cy & Di")
    played, to_play = (
        publish_match(doubles, pair, other, points=(6, 2)),
        publish_match(doubles, pair, other),
    )
    bo = Player.objects.get(name="Bo")
    ann.post(
        f"{AT}{pair.pk}/substitute/", {"leaves": bo.pk, "comes": cast.ben_plays.pk, "until": until}
    )

    def sat(match: Match) -> list[str]:
        players = Player.objects.filter(side_players__side__match=match, sides__seat=0)
        return sorted({player.name for player in players.filter(sides__match=match)})

    assert sat(played) == ["Bo", "Zoë"]
    assert sat(to_play) == ["Ben Ito", "Zoë"]
    assert ("Ben Ito" in names_in(doubles)[0]) is (until == "for_good")


def test_a_guest_may_sit_in(cast: Cast, event: Event, ann: Client) -> None:
    (zoe,) = enter_people(cast, event, "Zoë")
    leaves = Player.objects.get(name="Zoë").pk
    typed = {"leaves": leaves, "name": "Gus Grau", "until": "for_good"}
    ann.post(f"{AT}{zoe.pk}/substitute/", typed)

    assert names_in(event) == ["Gus Grau"]
    assert Player.objects.get(name="Gus Grau").is_guest


def test_no_one_sits_twice(cast: Cast, event: Event, ann: Client) -> None:
    zoe, bo = enter_people(cast, event, "Zoë", "Bo")
    publish_match(event, zoe, bo)
    people = {player.name: player.pk for player in Player.objects.all()}

    for until in ("once", "for_good"):
        page = ann.post(
            f"{AT}{zoe.pk}/substitute/",
            {"leaves": people["Zoë"], "comes": people["Bo"], "until": until},
        )
        assert page.status_code == 422
    assert names_in(event) == ["Zoë", "Bo"]
