"""The Draw page, from the first button to the last."""

import pytest
from django.test import Client

from leagues.actions.advance.ties import settle_by_shoot_out
from leagues.actions.entries.line_ups import pair_up
from leagues.models import Match
from leagues.stages.entry_sources import Bands
from leagues.stages.pairing_ways import AllShoot, Knockout, RoundRobin, SomeGames, Swiss
from tests.cast import Cast
from tests.leagues.draw.draw_pages import address_of, press_button, text_of_page
from tests.leagues.draw.draws import a_stage, an_event, drawn_rounds, entry_of, finish_matches

pytestmark = pytest.mark.django_db


@pytest.mark.long
def test_a_morning_is_drawn_looked_at_and_published(cast: Cast, ann: Client) -> None:
    stage = a_stage(cast, an_event(cast, 6, boards=3), SomeGames(3), name="Morning")
    assert "Draw all games" in text_of_page(ann.get(address_of(stage)))
    page = press_button(ann, stage, "make")
    assert "Games 1 to 3 are drawn. Only the desk sees them." in text_of_page(page)
    assert "Publish game 1" in text_of_page(page)
    assert "no rematches, no second byes, no repeated boards" in text_of_page(page)
    page = press_button(ann, stage, "publish", only=1)
    assert "Game 1 is published." in text_of_page(page)
    assert [each.is_published for each in drawn_rounds(stage)] == [True, False, False]
    page = press_button(ann, stage, "publish")
    assert "Games 2 to 3 are published." in text_of_page(page)
    page = press_button(ann, stage, "back", only=3)
    assert "Game 3 is unpublished" in text_of_page(page)


def test_in_a_published_round_uncalled_players_can_be_swapped(cast: Cast, ann: Client) -> None:
    stage = a_stage(cast, an_event(cast, 6, boards=3), SomeGames(1))
    press_button(ann, stage, "make")
    page = press_button(ann, stage, "publish")
    assert text_of_page(page).count('class="chip"') == 6
    assert "Everyone sees the change at once" in text_of_page(page)
    called = Match.objects.earliest("number")
    Match.objects.filter(pk=called.pk).update(state="called")
    assert text_of_page(ann.get(address_of(stage))).count('class="chip"') == 4
    Match.objects.update(state="called")
    page = ann.get(address_of(stage))
    assert 'class="chip"' not in text_of_page(page)
    assert "To swap two" not in text_of_page(page)


def test_a_game_is_unpublished_from_the_menu(cast: Cast, ann: Client) -> None:
    stage = a_stage(cast, an_event(cast, 6, boards=3), SomeGames(2))
    press_button(ann, stage, "make")
    page = text_of_page(press_button(ann, stage, "publish", only=1))
    assert "Unpublish game 1" in page.split('<div class="row">')[1].split('class="menu"')[1]
    other = text_of_page(ann.get(address_of(stage), {"round": 2}))
    assert 'class="menu"' not in other.split('<div class="row">')[1].split("</header>")[0]


def test_swiss_shows_what_the_next_round_waits_for(cast: Cast, ann: Client) -> None:
    stage = a_stage(cast, an_event(cast, 6), Swiss(3))
    press_button(ann, stage, "make")
    page = press_button(ann, stage, "publish")
    assert "Game 2 can be drawn when 3 matches are finished." in text_of_page(page)
    finish_matches(stage)
    assert "Draw game 2" in text_of_page(ann.get(address_of(stage)))


def test_every_pairing_gives_its_reason_on_request(cast: Cast, ann: Client) -> None:
    stage = a_stage(cast, an_event(cast, 3), RoundRobin())
    page = text_of_page(press_button(ann, stage, "make"))
    assert "Because" not in page
    game, bye = drawn_rounds(stage)[0].matches
    for number, why, times in (
        (game.number, "because everyone plays everyone here.", 2),
        (bye.number, "You have a bye because the number is odd", 1),
    ):
        asked = {"round": 1, "why": number}
        page = text_of_page(ann.get(address_of(stage), asked))
        assert page.count(why) == times
        assert page.count("<details open>") == 1
        for at in (address_of(stage), f"/desk/events/{stage.event.slug}/draw/"):
            piece = text_of_page(ann.get(at, asked, headers={"HX-Request": "true"}))
            assert piece.count(why) == times
            assert piece.strip().startswith("<dl>")


@pytest.mark.parametrize("why", ["0", "999", "x", "²"])
def test_an_unknown_pairing_has_no_reason(cast: Cast, ann: Client, why: str) -> None:
    stage = a_stage(cast, an_event(cast, 4), Swiss(1))
    for _ in ("before it is drawn", "afterwards"):
        assert "<dt>" not in text_of_page(
            ann.get(address_of(stage), {"why": why}, headers={"HX-Request": "true"})
        )
        press_button(ann, stage, "make")


@pytest.mark.long
def test_a_bracket_is_looked_at_before_it_is_published(cast: Cast, ann: Client) -> None:
    stage = a_stage(cast, an_event(cast, 6), Knockout(), name="Cup")
    page = text_of_page(press_button(ann, stage, "open"))
    assert "Publish the bracket" in page
    assert " ".join(page.split()).count("Seed 4") == 1
    press_button(ann, stage, "lot")
    press_button(ann, stage, "empty")
    assert not stage.pools.exists()
    press_button(ann, stage, "open")
    press_button(ann, stage, "publish")
    assert Match.objects.published().count() == 2
    press_button(ann, stage, "back")
    assert not Match.objects.exists()


def test_where_everybody_shoots_there_is_nothing_to_draw(cast: Cast, ann: Client) -> None:
    stage = a_stage(cast, an_event(cast, 4), AllShoot())
    page = text_of_page(ann.get(address_of(stage)))
    assert "Everyone shoots 20s in this stage" in page
    assert "Draw all games" not in page


def test_a_shoot_out_is_seated_where_it_would_be_drawn(cast: Cast, ann: Client) -> None:
    """A shoot-out may be the first stage: its first 20s seat all players."""
    stage = a_stage(cast, an_event(cast, 4), AllShoot())
    page = text_of_page(ann.get(address_of(stage)))
    assert "Enter the 20s" in page
    assert "Seat " not in page

    seated = text_of_page(press_button(ann, stage, "open"))

    assert "4 players shoot. There are no matches." in seated
    assert "Enter the 20s" in seated
    assert "Clear the bracket" in seated


def test_a_shoot_out_is_not_emptied_while_its_20s_count(cast: Cast, ann: Client) -> None:
    stage = a_stage(cast, an_event(cast, 2), AllShoot())
    press_button(ann, stage, "open")
    one, other = stage.event.entries.values_list("pk", flat=True)
    settle_by_shoot_out(by=cast.who("ann"), stage=stage, twenties={one: (7,), other: (5,)})

    page = press_button(ann, stage, "empty")

    assert page.status_code == 422
    assert "The 20s of" in text_of_page(page)
    assert stage.pools.exists()


def test_an_event_without_stages_sends_to_the_plan(cast: Cast, ann: Client) -> None:
    event = an_event(cast, 2)
    page = text_of_page(ann.get(f"/desk/events/{event.slug}/draw/"))
    assert "No stages yet" in page


@pytest.mark.long
def test_the_tab_opens_the_stage_that_is_on(cast: Cast, ann: Client) -> None:
    event = an_event(cast, 4)
    first = a_stage(cast, event, RoundRobin(), name="Pool")
    second = a_stage(cast, event, RoundRobin(), Bands(2), name="Bands")
    tab = f"/desk/events/{event.slug}/draw/"
    assert ann.get(tab).context["stage"] == first
    press_button(ann, first, "make")
    press_button(ann, first, "publish")
    assert ann.get(tab).context["stage"] == first
    finish_matches(first)
    press_button(ann, second, "make")
    assert ann.get(tab).context["stage"] == second


def test_what_prevents_a_draw_is_shown_above_it(cast: Cast, ann: Client) -> None:
    stage = a_stage(cast, an_event(cast, 1), RoundRobin())
    answer = press_button(ann, stage, "make")
    assert answer.status_code == 422
    assert "There aren’t two entries yet" in text_of_page(answer)


def test_who_has_no_partner_is_named_before_the_draw(cast: Cast, ann: Client) -> None:
    event = an_event(cast, 4, sides="doubles")
    ada, eve = (entry_of(event, name).pk for name in ("Ada", "Eve"))
    pair_up(by=cast.who("ann"), event=event, pairs=[(ada, eve)])
    stage = a_stage(cast, event, SomeGames(2))
    alone = "Fay, Gus have no partner"
    assert alone in text_of_page(ann.get(address_of(stage)))

    press_button(ann, stage, "make")
    assert alone in text_of_page(ann.get(address_of(stage))), "a draft can be thrown away"
    press_button(ann, stage, "publish")
    assert alone not in text_of_page(ann.get(address_of(stage)))
