"""Games to 100 in series: each game is a match, and the better difference pays a bonus."""

from fractions import Fraction

import pytest
import time_machine
from django.test import Client

from leagues.access.phone_passes import open_pass
from leagues.actions.advance.finish import finish_event
from leagues.actions.leagues.season.closing import close_league
from leagues.actions.leagues.unplayed.forfeits import forfeit_match
from leagues.actions.phones.clock import call_time
from leagues.actions.refusal import Refused
from leagues.models import DatedMatch, Event, League, Match, Surface
from leagues.reads import tables_of
from leagues.reads.leagues.table.table_lines import league_lines
from leagues.reads.tables.tables import TableLine
from leagues.stages.kind_rules import rules_to_store
from leagues.stages.series import SeriesRules
from leagues.templatetags.look import points
from scoring.sides import Seat
from tests.cast import Cast, Page
from tests.leagues.leagues.coming_seasons import answer_for, begin_as_planned, open_then, play_all
from tests.leagues.leagues.match_leagues import FOUR
from tests.leagues.leagues.series_leagues import enter_points, games_of, open_games
from tests.leagues.leagues.test_match_league_pages import toronto_time
from tests.leagues.leagues.test_match_set_up import NEW, send_screen
from tests.leagues.phones.at_boards import Phone
from tests.scenes import scene

pytestmark = pytest.mark.django_db


@scene(now=toronto_time(6))
def league(cast: Cast) -> League:
    return open_games(cast)


def line_of(league: League, name: str) -> TableLine:
    assert league.event is not None
    (table,) = tables_of(league.event.stages.get())
    return next(each for each in table.lines if name in each.entry.shown_on(Surface.DESK))


def text_of(page: Page) -> str:
    return " ".join(page.content.decode().split())


# --- Weeks --------------------------------------------------------------------------------


def test_every_two_have_both_games_in_the_same_week(league: League) -> None:
    for one, other in (("Ben", "Cat"), ("Ben", "Eve"), ("Eve", "Fay")):
        weeks = {match.dated.week_id for match in games_of(league, one, other)}
        assert len(weeks) == 1
    assert DatedMatch.objects.values("week").distinct().count() == 3


def test_a_small_division_has_its_series_in_single_weeks_too(cast: Cast) -> None:
    league = open_games(cast, {"First": [*FOUR, "Gus"], "Second": ["Hal", "Ida", "Joe"]})
    for two in (("Hal", "Ida"), ("Ida", "Joe"), ("Ben", "Gus")):
        games = games_of(league, *two)
        assert len(games) == 2
        assert len({match.dated.week_id for match in games}) == 1


def test_the_two_shoot_first_in_turn(league: League) -> None:
    first, second = games_of(league, "Ben", "Cat")
    starts = [match.sides.get(seat=match.first).entries.get().pk for match in (first, second)]
    assert starts[0] != starts[1]


def test_too_few_weeks_are_refused(cast: Cast) -> None:
    names = [f"Player {letter * 2}" for letter in "ABCDEFGHIJKLMN"]
    with pytest.raises(Refused, match="need 13 weeks"):
        open_games(cast, {"": names})


# --- The table ------------------------------------------------------------------------------


def test_the_better_difference_in_both_games_pays_a_point(cast: Cast, league: League) -> None:
    first, second = games_of(league, "Ben", "Cat")
    enter_points(cast, first, "Ben", 100, 45)
    assert line_of(league, "Ben").first_counted == 2
    enter_points(cast, second, "Ben", 60, 105)

    ben, cat = line_of(league, "Ben"), line_of(league, "Cat")
    assert (ben.first_counted, cat.first_counted) == (3, 2)
    assert ben.because == "first with 3 series points"
    assert ben.series is not None
    [series] = ben.series.lines
    assert (series.against, series.scores, series.margin, series.bonus) == (
        "Cat",
        ((100, 45), (60, 105)),
        10,
        1,
    )


def test_a_tie_over_both_games_is_half_a_point_each(cast: Cast, league: League) -> None:
    first, second = games_of(league, "Ben", "Cat")
    enter_points(cast, first, "Ben", 100, 45)
    enter_points(cast, second, "Ben", 45, 100)

    assert line_of(league, "Ben").first_counted == Fraction(5, 2)
    assert "2½" in text_of(Client().get(league.get_absolute_url()))


def test_a_forfeit_is_lost_by_55(cast: Cast, league: League) -> None:
    for match in games_of(league, "Ben", "Cat"):
        winner = Seat(match.sides.get(entries__players__name="Ben").seat)
        forfeit_match(by=cast.who("ann"), match=match, winner=winner)

    ben, cat = line_of(league, "Ben"), line_of(league, "Cat")
    assert (ben.first_counted, ben.difference) == (5, 110)
    assert (cat.first_counted, cat.difference) == (0, -110)


def test_games_lost_by_both_pay_nothing(cast: Cast, league: League) -> None:
    for match in games_of(league, "Ben", "Cat"):
        forfeit_match(by=cast.who("ann"), match=match, winner=None)

    assert (line_of(league, "Ben").first_counted, line_of(league, "Cat").first_counted) == (0, 0)


def test_the_page_shows_what_every_series_pays(cast: Cast, league: League) -> None:
    first, second = games_of(league, "Ben", "Cat")
    enter_points(cast, first, "Ben", 100, 45)
    enter_points(cast, second, "Ben", 60, 105)
    enter_points(cast, games_of(league, "Ben", "Eve")[0], "Ben", 100, 20)

    page = text_of(Client().get(league.get_absolute_url()))
    assert "(+10) · bonus 1" in page
    assert f"({points(-10)}) · bonus 0" in page
    assert "(+80) · 1 of 2 games" in page


# --- The clock ------------------------------------------------------------------------------


def test_a_game_that_the_clock_ended_may_be_short_of_100_and_tied(
    cast: Cast, league: League
) -> None:
    first, second = games_of(league, "Ben", "Cat")
    enter_points(cast, first, "Ben", 85, 70)
    enter_points(cast, second, "Ben", 70, 70)

    ben = line_of(league, "Ben")
    assert (ben.went, ben.first_counted) == ("1–1–0", 4)


def test_without_a_clock_one_side_has_100(cast: Cast) -> None:
    league = open_games(cast, rules=SeriesRules(minutes=0))
    [match, _] = games_of(league, "Ben", "Cat")
    with pytest.raises(Refused, match="one side must have 100 points"):
        enter_points(cast, match, "Ben", 85, 70)


@scene(now=toronto_time(6))
def with_cat(cast: Cast) -> League:
    """Cat has a link, Ben an account."""
    return open_games(cast, {"": (cast.ben_plays.name, cast.cat_plays.name, "Eve")})


def against_eve(cast: Cast, league: League) -> Match:
    return games_of(league, cast.cat_plays.name, "Eve")[0]


def own_page(cast: Cast, match: Match) -> str:
    return f"/me/{cast.cats_token}/matches/{match.pk}/"


def cat_enters(cast: Cast, match: Match, *scores: tuple[int, int]) -> None:
    """Enter rounds on Cat's phone, her own points first."""
    page = Client().get(own_page(cast, match))
    held = open_pass(page.context["play_url"].split("/")[2])
    assert held is not None
    phone = Phone(held)
    for number, (mine, theirs) in enumerate(scores, 1):
        points = [theirs, mine] if held.seat else [mine, theirs]
        phone.send_report(number, {"points": points, "twenties": [0, 0]})


def test_a_player_reads_which_game_of_a_series_a_match_is(cast: Cast, with_cat: League) -> None:
    first, second = games_of(with_cat, cast.cat_plays.name, "Eve")
    enter_points(cast, second, cast.cat_plays.name, 100, 45)
    page = text_of(Client().get(f"/me/{cast.cats_token}/"))
    assert page.count("Game 1 of 2") == 2  # and the first against Ben
    assert page.count("Game 2 of 2") == 2
    assert "Game 1 of 2" in text_of(Client().get(own_page(cast, first)))


@pytest.mark.long
def test_when_time_is_up_a_player_ends_the_game(cast: Cast, with_cat: League) -> None:
    match = against_eve(cast, with_cat)
    cat_enters(cast, match, (40, 0), (0, 15))
    page = Client().get(own_page(cast, match))
    assert "End the game now" in text_of(page)

    answer = Client().post(f"{own_page(cast, match)}time-up/", follow=True)

    assert "The game is finished with this result." in text_of(answer)
    match.refresh_from_db()
    assert (match.state, match.ending) == ("finished", "played")
    cat = line_of(with_cat, "Cat")
    assert (cat.went, cat.first_counted, cat.difference) == ("1–0–0", 2, 25)


def test_equal_points_when_time_is_up_are_a_tie(cast: Cast, with_cat: League) -> None:
    match = against_eve(cast, with_cat)
    cat_enters(cast, match, (40, 0), (0, 40))
    Client().post(f"{own_page(cast, match)}time-up/")

    assert line_of(with_cat, "Cat").went == "0–1–0"


def test_before_anything_was_played_time_ends_nothing(cast: Cast, with_cat: League) -> None:
    match = against_eve(cast, with_cat)
    page = text_of(Client().get(own_page(cast, match)))
    assert "30 minutes, then the current result counts" in page
    assert "End the game now" not in page
    answer = Client().post(f"{own_page(cast, match)}time-up/")

    assert answer.status_code == 422
    assert "Nothing has been played yet" in text_of(answer)
    match.refresh_from_db()
    assert match.state == Match.State.PLANNED


def test_where_the_desk_enters_or_there_is_no_clock_no_player_ends_a_game(
    cast: Cast, with_cat: League
) -> None:
    match = against_eve(cast, with_cat)
    cat_enters(cast, match, (40, 0))
    Event.objects.update(trust=Event.Trust.DESK)
    match.refresh_from_db()
    with pytest.raises(Refused, match="only the desk"):
        call_time(by=cast.who("ann"), match=match)
    rules = rules_to_store(SeriesRules(minutes=0))
    League.objects.update(kind_rules=rules)
    with pytest.raises(Refused, match="played without a clock"):
        call_time(by=cast.who("ann"), match=match)


def test_a_player_cannot_end_the_game_of_others(cast: Cast, with_cat: League) -> None:
    match = games_of(with_cat, cast.ben_plays.name, "Eve")[0]
    answer = Client().post(f"{own_page(cast, match)}time-up/")
    assert answer.status_code == 404


# --- Setting it up, and the whole season -------------------------------------------------------


def open_it(browser: Client, text: str, **rules: str) -> Page:
    browser.post(f"{NEW}what/", {"kind": "series"})
    send_screen(browser, "where")
    send_screen(browser, "divisions", {"text": text})
    sent = send_screen(browser, "rules", rules)
    return sent if sent.status_code != 302 else send_screen(browser, "review", {"open": "1"})


@pytest.mark.long
@pytest.mark.parametrize(
    ("text", "on_a_side", "sheet"),
    [
        ("Gus New\nHal Other\nIda Third", 1, "conventional-singles"),
        ("Gus New & Hal Other\nIda Third & Joe Last", 2, "conventional-doubles"),
    ],
)
def test_it_is_set_up_for_players_and_for_pairs(
    cast: Cast, text: str, on_a_side: int, sheet: str
) -> None:
    assert open_it(cast.browser_of("ann"), text).status_code == 302

    league = League.objects.get()
    assert league.kind == League.Kind.SERIES
    assert league.event is not None
    assert league.event.rules["preset"] == sheet
    match = DatedMatch.objects.all()[0].match
    assert [side.players.count() for side in match.sides.all()] == [on_a_side] * 2
    page = text_of(Client().get(league.get_absolute_url()))
    assert "2½" not in page


def test_players_and_pairs_do_not_mix(cast: Cast) -> None:
    ann = cast.browser_of("ann")
    ann.post(f"{NEW}what/", {"kind": "series"})
    page = ann.post(f"{NEW}divisions/", {"text": "Gus New\nIda Third & Joe Last"})
    assert page.status_code == 422
    assert "isn’t a single name" in text_of(page)


def test_too_few_dates_are_an_error_on_that_screen(cast: Cast) -> None:
    names = "\n".join(f"Player {letter * 2}" for letter in "ABCDEFGHIJKLMNOPQRST")
    page = open_it(cast.browser_of("ann"), names)
    assert page.status_code == 422
    assert "Weeks needed: " in text_of(page)


@pytest.mark.long
def test_the_desk_explains_how_it_is_played(cast: Cast) -> None:
    ann = cast.browser_of("ann")
    open_it(ann, "Gus New\nHal Other", minutes="25")
    text = text_of(ann.get(f"/desk/leagues/{League.objects.get().slug}/"))

    assert "Each two opponents play 2 games. They get 2 points for a game won" in text
    assert "After 25 minutes a game ends, and its score at that time counts." in text
    assert "A forfeited game is lost by 55 points." in text


@pytest.mark.parametrize(
    ("entries", "on_a_side"),
    [(("Ada", "Bo", "Cy"), 1), (("Ada & Abe", "Bo & Bea", "Cy & Cat2"), 2)],
)
def test_the_next_season_is_played_in_series_too(
    cast: Cast, entries: tuple[str, ...], on_a_side: int
) -> None:
    league = open_games(cast, {"": entries})
    play_all(league)
    with time_machine.travel(toronto_time(15, month=12)):
        coming = open_then(cast, league)
        answer_for(cast, coming, {name for each in entries for name in each.split(" & ")})
        begin_as_planned(cast, coming)

    coming.refresh_from_db()
    matches = DatedMatch.objects.filter(match__event=coming.event)
    assert matches.count() == 6
    assert matches.values("week").distinct().count() == 3
    assert {match.match.sides.get(seat=0).players.count() for match in matches} == {on_a_side}
    assert coming.event is not None
    stage = coming.event.stages.get()
    assert (stage.chain[0], stage.walkover_points) == ("series-of-2", 55)
    assert line_of(coming, "Ada").series is not None


@pytest.mark.long
def test_a_whole_season_is_closed_with_its_points(cast: Cast, league: League) -> None:
    """Ben wins all; Cat forfeits to Eve; Fay and Eve share their series."""
    for other in ("Cat", "Eve", "Fay"):
        for match in games_of(league, "Ben", other):
            enter_points(cast, match, "Ben", 100, 60)
    for match in games_of(league, "Eve", "Cat"):
        winner = Seat(match.sides.get(entries__players__name="Eve").seat)
        forfeit_match(by=cast.who("ann"), match=match, winner=winner)
    first, second = games_of(league, "Eve", "Fay")
    enter_points(cast, first, "Eve", 100, 70)
    enter_points(cast, second, "Eve", 70, 100)
    for match in games_of(league, "Cat", "Fay"):
        enter_points(cast, match, "Fay", 80, 80)

    before = [(e.place, e.name, e.total) for e in league_lines(league)]
    assert before == [
        (1, "Ben", 15),
        (2, "Eve", Fraction(15, 2)),
        (3, "Fay", 5),
        (4, "Cat", Fraction(5, 2)),
    ]
    with time_machine.travel(toronto_time(15, month=12)):
        finish_event(by=cast.who("ann"), event=Event.objects.get())
        league.refresh_from_db()
        close_league(by=cast.who("ann"), league=league)
    assert [(e.place, e.name, e.total) for e in league_lines(league)] == before
    assert "7½" in text_of(Client().get(league.get_absolute_url()))
