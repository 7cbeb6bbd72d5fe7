"""The public page of a season's table."""

import re
from dataclasses import replace
from fractions import Fraction

import pytest
import time_machine
from django.test import Client

from leagues.actions.leagues.joining.members import adjust_points
from leagues.actions.log.undo import undo
from leagues.actions.people.merge import merge_players
from leagues.actions.people.people import change_player
from leagues.models import Action, Answer, EntryPlayer, Event, League, Night
from leagues.reads.leagues.pages.cards import LeagueCard, league_cards
from leagues.reads.leagues.table.player_season import player_in_league
from leagues.reads.leagues.table.season_table import SeasonLine, season_tables
from leagues.reads.people.merging import plan_merge, state_of_plan
from leagues.reads.state_marks import mark_of
from scoring.season import NIGHTS, BestScores, Handicap, Listed, NightMark, PlaceRange, Scheme
from scoring.serialization import to_dict
from tests.cast import Cast
from tests.leagues.leagues.mondays import Mondays
from tests.scenes import scene

FINAL = '<span class="badge final">'
AT = "/leagues/mondays/"


@scene(made="2026-10-04T12:00:00Z", tick=False)
def mondays(cast: Cast) -> Mondays:
    """The league on the day before its first night."""
    return Mondays.open(cast, "Zoë", "Bo", "Cy", nights=4)


def lines_by_name(mondays: Mondays, *, with_running: bool = False) -> dict[str, SeasonLine]:
    [table] = season_tables(mondays.season(with_running=with_running))
    return {line.player.name: line for line in table.lines}


def page_text(path: str = AT) -> str:
    answer = Client().get(path)
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def row_text(text: str, name: str) -> str:
    """A player's row of the table as plain text."""
    [found] = [
        line for line in re.findall(r"<tr id=.*?</tr>", text) if re.search(rf">{name}</span>", line)
    ]
    return " ".join(re.sub(r"<[^>]*>", " ", found).split())


# --- The table ----------------------------------------------------------------------------


def test_the_newest_night_is_next_to_the_total(mondays: Mondays) -> None:
    mondays.play(1, ("Zoë", "Bo", 8, 0))
    mondays.play(2, ("Zoë", "Bo", 5, 3))

    assert row_text(page_text(), "Zoë") == "1 Zoë 13 5 8 2"


def test_every_kind_of_staying_away_has_its_mark(mondays: Mondays) -> None:
    mondays.play(1, ("Zoë", "Bo", 8, 0), ("Gus", "Bo", 8, 0))
    Answer.objects.create(
        night=mondays.night(1), player=mondays.player("Cy"), reply="out", is_excused=True
    )
    mondays.enrol("Gus", first=2)
    mondays.enrol("Eve", first=2)
    Night.objects.filter(pk=mondays.night(2).pk).update(is_cancelled=True)
    mondays.play(3, ("Zoë", "Bo", 6, 2))

    marks = {
        name: [cell.mark for cell in reversed(line.cells)]
        for name, line in lines_by_name(mondays).items()
    }
    cancelled = NightMark.CANCELLED
    assert marks == {
        "Zoë": [NightMark.PLAYED, cancelled, NightMark.PLAYED],
        "Bo": [NightMark.PLAYED, cancelled, NightMark.PLAYED],
        "Cy": [NightMark.EXCUSED, cancelled, NightMark.ABSENT],
        "Gus": [NightMark.GUEST, cancelled, NightMark.ABSENT],
        "Eve": [NightMark.NOT_A_MEMBER, cancelled, NightMark.ABSENT],
    }
    text = page_text()
    for word in ("excused", "absent", "guest", "cancelled", "not yet a member"):
        assert word in text
    own = page_text(f"{AT}players/{mondays.player('Cy').pk}/")
    assert all(f">{word}</td>" in own for word in ("excused", "absent", "cancelled"))
    assert "guest" not in own


def test_a_score_that_does_not_count_is_struck_through(cast: Cast) -> None:
    best = replace(NIGHTS, counting=BestScores(1))
    mondays = Mondays.open(cast, "Zoë", "Bo", scheme=best)
    mondays.play(1, ("Zoë", "Bo", 5, 3))
    mondays.play(2, ("Zoë", "Bo", 8, 0))

    text = page_text()
    assert "<s>5</s>" in text
    assert "<s>8</s>" not in text
    assert row_text(text, "Zoë") == "1 Zoë 8 8 5 2"
    assert "Your best night of 3 counts." in text


def test_who_climbed_since_the_night_before(mondays: Mondays) -> None:
    mondays.play(1, ("Zoë", "Bo", 5, 3))
    assert lines_by_name(mondays)["Zoë"].moved is None

    mondays.play(2, ("Bo", "Zoë", 8, 0))

    moved = {name: line.moved for name, line in lines_by_name(mondays).items()}
    assert moved == {"Bo": 1, "Zoë": -1, "Cy": 0}


def test_the_line_is_below_all_who_share_the_last_place_above_it(cast: Cast) -> None:
    scheme = replace(NIGHTS, ties=())
    mondays = Mondays.open(cast, "Zoë", "Bo", "Cy", scheme=scheme)
    League.objects.update(line_after=1)
    mondays.league.refresh_from_db()
    mondays.play(1, ("Zoë", "Bo", 4, 4))

    below = [name for name, line in lines_by_name(mondays).items() if line.is_first_below]
    assert below == ["Cy"]
    assert "The first place" in page_text()


def test_without_a_line_no_one_is_below_it(mondays: Mondays) -> None:
    mondays.play(1, ("Zoë", "Bo", 8, 0))

    assert not any(line.is_first_below for line in lines_by_name(mondays).values())


def test_a_tap_shows_the_reason_for_a_place(mondays: Mondays) -> None:
    mondays.play(1, ("Zoë", "Bo", 8, 0))

    assert "First with 8 points from 1 night." in page_text()


def test_before_the_first_night_there_is_no_table(mondays: Mondays) -> None:
    text = page_text()

    assert "<table" not in text
    assert text.index("Next night") < text.index("Nights</h2>")
    Night.objects.update(is_cancelled=True)
    text = page_text()
    assert "No table yet" in text
    assert '<div class="tiles not-printed">' not in text, "nothing is next, and no one leads"
    first = mondays.night(1).pk
    assert f'<a href="{AT}nights/{first}/">Night 1</a>' in text
    assert "Mon 5 Oct 2026" in text


# --- After any night, and at present -------------------------------------------------------


def test_the_table_after_an_earlier_night(mondays: Mondays) -> None:
    mondays.play(1, ("Zoë", "Bo", 5, 3))
    mondays.play(2, ("Bo", "Zoë", 8, 0))

    assert row_text(page_text(f"{AT}?after=1"), "Bo").startswith("2 Bo 3")
    assert row_text(page_text(), "Bo").startswith("1 1 Bo 11")


@pytest.mark.parametrize("asked", ["0", "3", "99999", "x", "", "-1", "²"])
def test_a_night_that_is_not_over_shows_the_table_now(mondays: Mondays, asked: str) -> None:
    mondays.play(1, ("Zoë", "Bo", 5, 3))

    assert row_text(page_text(f"{AT}?after={asked}"), "Zoë").startswith("1 Zoë 5")


def test_a_running_night_counts_provisionally(mondays: Mondays) -> None:
    mondays.play(1, ("Zoë", "Bo", 5, 3))
    mondays.play(2, ("Bo", "Zoë", 8, 0), state=Event.State.RUNNING)

    text = page_text()
    assert "With night 2 so far · provisional" in text
    assert "After 1 of" not in text
    [line] = re.findall(r'<p class="up-next">.*?</p>', text)
    words = " ".join(re.sub("<[^>]*>", " ", line).split())
    assert words == "On now: Monday 2 Next: Mon 19 Oct, 19:30"
    assert text.index(line) < text.index("<caption")
    assert row_text(text, "Bo").startswith("1 1 Bo 11")
    assert row_text(page_text(f"{AT}?after=1"), "Bo").startswith("2 Bo 3")


def test_beside_the_table_are_the_next_night_the_leader_and_the_last_winner(
    mondays: Mondays,
) -> None:
    def beside(path: str = AT) -> list[str]:
        tiles = page_text(path).partition('<div class="tiles not-printed">')[2].partition("</div>")
        found = re.findall(r"<p.*?</p>", tiles[0])
        return [" ".join(re.sub("<[^>]*>", " ", each).split()) for each in found]

    assert beside() == ["Next night Mon 5 Oct, 19:30"]
    mondays.play(1, ("Zoë", "Bo", 5, 3))
    mondays.play(2, ("Bo", "Zoë", 8, 0), state=Event.State.RUNNING)
    assert beside()[1:] == ["In the lead · 6 ahead Bo", "Winner · Night 1 Zoë"]
    assert beside(f"{AT}?after=1") == []


def test_the_table_of_a_season_marks_its_leader_once_there_is_one(mondays: Mondays) -> None:
    mondays.play(1, ("Zoë", "Bo", 0, 0), state=Event.State.RUNNING)
    assert 'class="step"' not in page_text()

    mondays.play(2, ("Bo", "Zoë", 8, 0))
    text = page_text()
    assert text.count('class="step"') == 1
    assert row_text(text, "Bo").startswith("1 ")


def test_at_a_running_night_only_players_who_are_not_in_it_are_absent(mondays: Mondays) -> None:
    """Zoë waits for her first result at a board, Cy stays at home."""
    mondays.play(1, ("Zoë", "Bo", 5, 3), ("Bo", "Cy", 6, 2))
    event = mondays.play(2, ("Bo", "Gus", 8, 0), state=Event.State.RUNNING)
    EntryPlayer.objects.create(
        entry=event.entries.create(), event=event, player=mondays.player("Zoë")
    )

    text = page_text()
    assert row_text(text, "Zoë") == "2 Zoë 5 5 1"
    assert row_text(text, "Cy").endswith("– 2 1")
    zoe = mondays.player("Zoë")
    assert "absent" not in page_text(f"{AT}players/{zoe.pk}/")
    event.entries.filter(players=zoe).update(state="withdrawn")
    assert "absent" in page_text(f"{AT}players/{zoe.pk}/")


@pytest.mark.long
def test_the_season_is_finished_after_its_last_night(mondays: Mondays) -> None:
    for number in (1, 2, 3):
        mondays.play(number, ("Zoë", "Bo", 8, 0))
    assert FINAL not in page_text()

    mondays.play(4, ("Zoë", "Bo", 8, 0))

    assert FINAL in page_text()


def test_the_card_of_a_running_night_counts_no_nights_and_is_first(mondays: Mondays) -> None:
    mondays.play(1, ("Zoë", "Bo", 5, 3))
    mondays.play(2, ("Bo", "Zoë", 8, 0), state=Event.State.RUNNING)

    text = page_text("/leagues/")
    assert re.search('In the lead:</span> Bo</span> <b class="number">11</b>', text)
    assert "After 1 of 4 nights" not in text


# --- With handicap --------------------------------------------------------------------------


def test_the_handicap_table_is_shown_beside_the_other(mondays: Mondays) -> None:
    """Bo's handicap of that night is five points in every game."""
    event = mondays.play(1, ("Zoë", "Bo", 5, 3))
    event.handicaps = {mondays.player("Bo").pk: "5"}
    event.save(update_fields=["handicaps"])
    League.objects.update(handicap=to_dict(Handicap(base=Fraction(8))))

    assert row_text(page_text(), "Zoë").startswith("1 Zoë 5")
    assert row_text(page_text(f"{AT}?handicap=1"), "Bo").startswith("1 Bo 8")


# --- What if --------------------------------------------------------------------------------


def test_what_if_the_next_night_ends_like_this(mondays: Mondays) -> None:
    """So far a first place has paid five points, a second place three."""
    mondays.play(1, ("Zoë", "Bo", 5, 3))
    bo, zoe = (mondays.player(name).pk for name in ("Bo", "Zoë"))

    text = page_text(f"{AT}what-if/?order={bo}&order={zoe}")

    assert "Not a result" in text
    assert row_text(text, "Bo").split()[-4:] == ["8", "5", "3", "2"]
    assert row_text(text, "Zoë").split()[-4:] == ["8", "3", "5", "2"]
    assert mondays.totals() == {"Zoë": 5, "Bo": 3, "Cy": 0}


def test_an_order_with_a_place_left_blank_can_be_started_again(mondays: Mondays) -> None:
    mondays.play(1, ("Zoë", "Bo", 5, 3))

    chosen = f"order={mondays.player('Bo').pk}&order=&order="
    assert "Start again" in page_text(f"{AT}what-if/?{chosen}")
    assert "Start again" not in page_text(f"{AT}what-if/")


@pytest.mark.parametrize("order", ["", "x", "999999999", "1&order=1", "..", "9" * 500])
def test_nonsense_is_no_order(mondays: Mondays, order: str) -> None:
    mondays.play(1, ("Zoë", "Bo", 5, 3))

    assert Client().get(f"{AT}what-if/?order={order}").status_code == 200


def test_without_a_night_to_come_there_is_nothing_to_try(mondays: Mondays) -> None:
    Night.objects.update(is_cancelled=True)

    assert "No upcoming nights" in page_text(f"{AT}what-if/")


# --- A player's season ----------------------------------------------------------------------


def test_what_the_next_night_must_bring(mondays: Mondays) -> None:
    mondays.play(1, ("Zoë", "Bo", 6, 2))
    bo = mondays.player("Bo").pk

    text = page_text(f"{AT}players/{bo}/")

    assert "Second with 2 points from 1 night." in text
    assert "More than 4 points would pass Zoë" in text


def test_a_leader_reads_what_split_the_tie_and_nothing_that_the_figures_tell(cast: Cast) -> None:
    mondays = Mondays.open(cast, "Zoë", "Bo", "Al")
    mondays.play(1, ("Zoë", "Bo", 6, 2), ("Zoë", "Al", 6, 2))
    page = f"{AT}players/{mondays.player('Zoë').pk}/"
    assert "First with" not in page_text(page)

    mondays.play(2, ("Bo", "Zoë", 5, 3), ("Bo", "Al", 8, 0))

    [zoe, bo, _al] = mondays.season().rows
    assert zoe.decision or bo.decision
    assert "First on " in page_text(f"{AT}players/{zoe.player}/")


def test_before_the_first_night_no_player_has_a_place(mondays: Mondays) -> None:
    address = f"{AT}players/{mondays.player('Bo').pk}/"
    text = page_text(address)
    assert "<dt>Place</dt><dd>–</dd>" in text
    assert "Place 1" not in text
    assert "Shares first" not in text

    mondays.play(1, ("Zoë", "Cy", 8, 0))
    assert "<dt>Place</dt><dd>2=</dd>" in page_text(address)


def test_a_player_outside_the_league_has_no_page_in_it(mondays: Mondays) -> None:
    gus = mondays.player("Gus").pk

    assert Client().get(f"{AT}players/{gus}/").status_code == 404


# --- Who sees it ----------------------------------------------------------------------------


def test_a_private_league_is_the_organisers_own(cast: Cast, mondays: Mondays) -> None:
    League.objects.update(visibility="private")

    assert Client().get(AT).status_code == 404
    assert cast.browser_of("ben").get(AT).status_code == 404
    assert cast.browser_of("ann").get(AT).status_code == 200
    assert "Mondays" not in page_text("/leagues/")


def test_the_front_page_shows_who_leads_and_what_is_next(mondays: Mondays) -> None:
    mondays.play(1, ("Zoë", "Bo", 5, 3))

    text = page_text("/")
    assert re.search("In the lead:</span> Zoë</span>.*After 1 of 4 nights", text)
    assert "Mon 12 Oct" in text


def test_a_league_that_is_over_leaves_the_front_page(mondays: Mondays) -> None:
    for number in (1, 2, 3, 4):
        mondays.play(number, ("Zoë", "Bo", 5, 3))

    assert "After 4 of 4 nights" not in page_text("/")
    assert "After 4 of 4 nights" in page_text("/leagues/")


def test_a_crowd_in_first_place_is_not_named(mondays: Mondays) -> None:
    mondays.enrol("Di")
    mondays.play(1, ("Zoë", "Bo", 4, 4), ("Cy", "Di", 4, 4))

    [card] = league_cards(League.objects.all())
    assert card.leaders == ()


def test_the_front_page_shows_who_comes(mondays: Mondays) -> None:
    League.objects.update(most=12)
    for name, reply in (("Zoë", "in"), ("Bo", "late"), ("Cy", "maybe")):
        Answer.objects.create(night=mondays.night(4), player=mondays.player(name), reply=reply)
    Night.objects.exclude(pk=mondays.night(4).pk).update(is_cancelled=True)

    words = " ".join(re.sub(r"<[^>]*>", " ", page_text("/")).split())
    assert "2 in · room for 10 · 1 maybe" in words


def test_a_leader_who_is_merged_or_renamed_has_the_new_name_on_the_card(mondays: Mondays) -> None:
    by, di = mondays.cast.who("ann"), mondays.player("Di")
    mondays.play(1, ("Zoë", "Bo", 5, 3))
    adjust_points(
        by=by, league=mondays.league, player=mondays.player("Cy"), points=99, reason="keys"
    )
    assert leaders_on_the_card() == "Cy"

    plan = plan_merge(di, mondays.player("Cy"))
    merge_players(by=by, plan=plan, seen=mark_of(state_of_plan(plan)))
    assert leaders_on_the_card() == "Di"

    change_player(by=by, player=di, other_names=(), facts={"name": "Diana"})
    assert leaders_on_the_card() == "Diana"

    undo(by=by, action=Action.objects.get(verb="merge_players"))
    assert leaders_on_the_card() == "Cy"


def leaders_on_the_card() -> str:
    [card] = league_cards(League.objects.all())
    assert isinstance(card, LeagueCard)
    return card.leaders[0].who


def test_a_night_that_was_not_held_is_not_the_next(mondays: Mondays) -> None:
    with time_machine.travel("2026-10-14T12:00:00Z"):
        coming = mondays.season().next

    assert coming is not None
    assert coming.number == 3


# --- What is certain, and what may still come ---------------------------------------------------


def test_the_places_that_can_still_come(cast: Cast) -> None:
    """A night pays 10, 5 and 1. One night remains: Zoë's 30 points are out of reach, and Bo's 15
    can't
    be reached by Cy with 3; Di, who was never there, may still pass Cy.
    """
    scheme = Scheme(Listed((10, 5, 1)))
    mondays = Mondays.open(cast, "Zoë", "Bo", "Cy", "Di", nights=4, scheme=scheme)
    for number in (1, 2, 3):
        mondays.play(number, ("Zoë", "Bo", 8, 0), ("Zoë", "Cy", 8, 0), ("Bo", "Cy", 6, 2))

    found = lines_by_name(mondays)
    assert [name for name, line in found.items() if line.clinched] == ["Zoë"]
    assert found["Bo"].places is None
    assert found["Cy"].places == PlaceRange(3, 4)
    text = page_text()
    assert text.count("First place is certain") == 1
    assert "Can still finish in places 3 to 4." in text


def test_before_the_first_night_everything_can_happen(mondays: Mondays) -> None:
    found = lines_by_name(mondays).values()

    assert all(line.places is None and not line.clinched for line in found)


def test_before_the_first_night_not_even_the_only_member_is_certain_of_a_place(cast: Cast) -> None:
    [alone] = lines_by_name(Mondays.open(cast, "Zoë")).values()

    assert not alone.clinched


def test_a_cancelled_night_to_come_is_no_column_yet(mondays: Mondays) -> None:
    mondays.play(1, ("Zoë", "Bo", 8, 0))
    Night.objects.filter(pk=mondays.night(3).pk).update(is_cancelled=True)

    [table] = season_tables(mondays.season())
    assert [night.number for night in table.nights] == [1]


def test_who_is_tied_need_not_be_passed(cast: Cast) -> None:
    scheme = replace(NIGHTS, ties=())
    mondays = Mondays.open(cast, "Zoë", "Bo", "Cy", scheme=scheme)
    mondays.play(1, ("Zoë", "Bo", 4, 4), ("Cy", "Zoë", 2, 0))

    season = mondays.season()
    with time_machine.travel("2026-10-06T12:00:00Z"):
        bo = player_in_league(season, mondays.player("Bo").pk)
        cy = player_in_league(season, mondays.player("Cy").pk)
    assert bo is not None
    assert bo.passing == ()
    assert cy is not None
    assert sorted(each.name for each in cy.passing) == ["Bo", "Zoë"]


def test_the_slider_ends_at_the_night_of_the_table(cast: Cast) -> None:
    """The second of three nights is cancelled, and the third is on."""
    mondays = Mondays.open(cast, "Zoë", "Bo")
    mondays.play(1, ("Zoë", "Bo", 5, 3))
    Night.objects.filter(pk=mondays.night(2).pk).update(is_cancelled=True)
    mondays.play(3, ("Bo", "Zoë", 5, 3), state=Event.State.RUNNING)
    page = page_text(AT)
    assert "With night 3 so far" in page
    text = Client().get(AT).text
    [slider] = re.findall('<input id="after".*?>', text, re.DOTALL)
    assert re.search('max="3"', slider)
    assert '<output for="after">3</output>' in text
    assert "After night 1" in page_text(f"{AT}?after=2")
