"""The wall of a league: its table after the latest night, and the next night."""

import re
from fractions import Fraction

import pytest
import time_machine
from django.test import Client

from leagues.access.roles import Who
from leagues.actions.leagues.joining.members import enrol_members
from leagues.actions.leagues.nights.answers import answer_night
from leagues.models import Answer, Club, Event, League, Player
from leagues.models.people import NameStyle
from leagues.reads.screens.wall import Shows, View, wall_of, what_fits
from scoring.season import BestScores, Handicap, Scheme
from scoring.season.tables import Listed
from scoring.serialization import to_dict
from tests.cast import Cast
from tests.leagues.club.club_pages import make_picture, put_logo, write_club_page
from tests.leagues.leagues.mondays import Mondays
from tests.scenes import scene

AT = "/leagues/mondays/screen/"
NOW = f"{AT}now/"


@scene
def mondays(cast: Cast) -> Mondays:
    return Mondays.open(cast, "Zoë", "Bo", "Cy", nights=3)


def read_wall(address: str = AT) -> str:
    return Client().get(address).content.decode()


def row_texts(text: str) -> list[str]:
    """The lines of its tables as plain text."""
    found = re.findall(r"<li class=.*?</li>", text, re.DOTALL)
    return [" ".join(re.sub(r"<[^>]+>", " ", each).split()) for each in found]


def mark_of(text: str) -> str:
    return text.split('data-mark="')[1].split('"')[0]


def test_everybody_with_who_moved_the_latest_night_and_the_total(mondays: Mondays) -> None:
    mondays.play(1, ("Zoë", "Bo", 5, 3))
    mondays.play(2, ("Bo", "Zoë", 8, 0))

    text = read_wall()

    assert "The season after 2 of 3 nights" in text
    assert row_texts(text) == ["1 1 Bo 8 11", "2 1 Zoë 0 5", "3 Cy 0"]
    assert re.findall(r'aria-label="(.*?)"', text)[:2] == ["up 1 place", "down 1 place"]


def test_its_address_may_say_its_colours(mondays: Mondays) -> None:
    assert 'data-theme="dark"' in read_wall(f"{AT}?theme=dark")
    assert "data-theme" not in read_wall(f"{AT}?theme=pink")


def test_a_cancelled_night_is_not_the_latest(mondays: Mondays) -> None:
    mondays.play(1, ("Zoë", "Bo", 5, 3))
    mondays.play(2, ("Bo", "Zoë", 8, 0))
    mondays.league.nights.filter(pk=mondays.night(2).pk).update(is_cancelled=True)

    assert "5 Oct" in read_wall()
    assert row_texts(read_wall())[0] == "1 Zoë 5 5"


def test_the_current_table_while_a_night_is_on(mondays: Mondays) -> None:
    mondays.play(1, ("Zoë", "Bo", 5, 3))
    event = mondays.play(2, ("Bo", "Zoë", 8, 0), state=Event.State.RUNNING)

    text = read_wall()

    assert "The season so far" in text
    assert row_texts(text)[0] == "1 1 Bo 8 11"
    assert f'data-revisions="/events/{event.slug}/revisions/"' in text


def test_the_next_night_and_how_many_come(mondays: Mondays) -> None:
    mondays.play(1, ("Zoë", "Bo", 5, 3))
    mondays.league.nights.exclude(pk=mondays.night(1).pk).update(on="2099-10-12")
    bo = mondays.player("Bo")
    answer_night(by=Who(player=bo), night=mondays.night(2), player=bo, answer=Answer.Reply.IN)

    text = re.sub(r"<[^>]+>|\s+", " ", read_wall())

    assert re.search(r"Next night:\s+Mon 12 Oct, 19:30\s+· 1 in", text)


def test_before_the_first_night_its_date_is_shown(mondays: Mondays) -> None:
    mondays.league.nights.update(on="2099-10-12", place="The Mill")

    text = read_wall()

    assert "The coming season" in text
    assert "Mon 12 Oct, 19:30" in text
    assert "The Mill" in text


def test_after_the_last_night_it_is_final(mondays: Mondays) -> None:
    for number in (1, 2, 3):
        mondays.play(number, ("Zoë", "Bo", 5, 3))

    assert "The final table of the season" in read_wall()
    assert "First place is certain" not in read_wall()


def test_who_can_not_be_caught_any_more(cast: Cast) -> None:
    """Two of three nights count, and Bo comes to six points at most."""
    scheme = Scheme(Listed((5, 1)), BestScores(2))
    mondays = Mondays.open(cast, "Zoë", "Bo", nights=3, scheme=scheme)
    mondays.play(1, ("Zoë", "Bo", 8, 0))
    assert "First place is certain" not in read_wall()

    mondays.play(2, ("Zoë", "Bo", 8, 0))

    assert "First place is certain" in read_wall()


def test_the_line_below_which_no_one_goes_on(mondays: Mondays) -> None:
    mondays.play(1, ("Zoë", "Bo", 8, 0))
    assert 'class="below"' not in read_wall()

    League.objects.update(line_after=1)

    above, _below = read_wall().split('class="below"')
    assert len(row_texts(above)) == 1


def test_the_handicap_table_follows_the_other(mondays: Mondays) -> None:
    event = mondays.play(1, ("Zoë", "Bo", 5, 3))
    event.handicaps = {mondays.player("Bo").pk: "5"}
    event.save(update_fields=["handicaps"])
    League.objects.update(handicap=to_dict(Handicap(base=Fraction(8))))

    text = read_wall()

    assert row_texts(text)[0] == "1 Zoë 5 5"
    assert row_texts(text)[3] == "1 Bo 8 8"
    assert text.count("With handicap") == 1


def test_every_division_has_a_table_of_its_own(cast: Cast) -> None:
    mondays = Mondays.open(cast)
    for division, name in (("One", "Zoë"), ("Two", "Bo")):
        enrol_members(
            by=cast.who("ann"),
            league=mondays.league,
            players=[mondays.player(name)],
            division=division,
        )
    mondays.play(1, ("Zoë", "Bo", 5, 3))

    text = read_wall()

    assert row_texts(text) == ["1 Zoë 5 5", "1 Bo 3 3"]
    assert text.index("One") < text.index("Zoë") < text.index("Two") < text.index("Bo")


def test_names_are_those_of_the_wall(mondays: Mondays) -> None:
    mondays.play(1, ("Zoë", "Bo", 5, 3))
    Player.objects.filter(name="Zoë").update(
        name="Zoë Quist", family_name="Quist", name_on_wall=NameStyle.SHORT
    )

    assert row_texts(read_wall())[0] == "1 Zoë Q. 5 5"


# --- While it is on -------------------------------------------------------------------------


@pytest.mark.long
def test_a_screen_is_sent_only_what_is_new(mondays: Mondays) -> None:
    """A result, a change to the league, or another minute on its clock."""
    event = mondays.play(1, ("Zoë", "Bo", 5, 3), state=Event.State.RUNNING)
    with time_machine.travel("2026-10-05T23:40:00Z", tick=False) as clock:
        seen = mark_of(read_wall())
        assert read_wall(f"{NOW}?seen={seen}") == ""
        event.touch()
        seen = mark_of(read_wall(f"{NOW}?seen={seen}"))
        mondays.league.touch()
        seen = mark_of(read_wall(f"{NOW}?seen={seen}"))
        clock.shift(60)
        assert read_wall(f"{NOW}?seen={seen}") != ""


def test_a_private_league_shows_nothing(mondays: Mondays) -> None:
    League.objects.update(visibility=Event.Visibility.PRIVATE)

    assert Client().get(AT).status_code == 404
    assert Client().get(NOW).status_code == 404


# --- On the screens of a night ----------------------------------------------------------------


def test_the_screens_of_a_night_can_show_its_season(mondays: Mondays) -> None:
    event = mondays.play(1, ("Zoë", "Bo", 5, 3), state=Event.State.RUNNING)

    shown = wall_of(event, Shows(View.SEASON))

    assert shown.season is not None
    assert shown.season.league == mondays.league


def test_what_fits_after_a_night_is_its_season_and_after_another_event_the_podium(
    mondays: Mondays,
) -> None:
    event = mondays.play(1, ("Zoë", "Bo", 5, 3))
    assert what_fits(event, None) is View.SEASON

    event.night = None

    assert what_fits(event, None) is View.PODIUM


def test_the_season_of_a_private_league_is_on_no_screen(mondays: Mondays) -> None:
    event = mondays.play(1, ("Zoë", "Bo", 5, 3))
    League.objects.update(visibility=Event.Visibility.PRIVATE)
    event = Event.objects.get(pk=event.pk)

    assert what_fits(event, None) is View.PODIUM
    assert wall_of(event, Shows(View.SEASON)).season is None


def test_the_remote_offers_the_season_only_where_there_is_one(cast: Cast, mondays: Mondays) -> None:
    event = mondays.play(1, ("Zoë", "Bo", 5, 3))
    show = f"/desk/events/{event.slug}/screens/show/"
    sam = cast.browser_of("sam")
    assert sam.post(show, {"view": "season"}).status_code == 302

    Event.objects.update(night=None)

    assert sam.post(show, {"view": "season"}).status_code == 422


def test_a_league_of_dated_matches_has_the_screens_of_its_event(mondays: Mondays) -> None:
    event = mondays.play(1, ("Zoë", "Bo", 5, 3))
    League.objects.update(event=event)

    answer = Client().get(AT)

    assert answer.status_code == 302
    assert answer["Location"] == f"/screen/{event.slug}/"


def test_a_wall_has_the_colour_and_logo_of_the_club(cast: Cast) -> None:
    Mondays.open(cast, "Zoë", "Bo")
    ann = cast.browser_of("ann")
    write_club_page(ann, colour="#2c5f8a")
    put_logo(ann, make_picture())

    page = Client().get("/leagues/mondays/screen/").text

    assert "/club/colour-2c5f8a" in page
    assert f"/club/pictures/{Club.objects.get(is_home=True).logo}" in page
