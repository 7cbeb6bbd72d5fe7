"""Finals are seeded by the table at one moment, and never reseeded."""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from leagues.actions.leagues.season.closing import close_league
from leagues.actions.leagues.season.finals import make_finals, take_finals_back
from leagues.actions.leagues.settings import open_league
from leagues.actions.log.undo import undo
from leagues.actions.refusal import Refused
from leagues.models import (
    Action,
    Entry,
    Event,
    League,
    MatchSide,
    Pool,
    PoolEntry,
    SeasonFinals,
    SentNews,
)
from leagues.reads.leagues.end.awards import award_choices
from leagues.reads.leagues.end.closing import open_questions
from leagues.reads.leagues.end.finals import finals_now
from leagues.reads.leagues.end.honours import (
    all_time,
    all_time_lines,
    season_honours,
    tournaments_over,
)
from leagues.reads.leagues.pages.leaders import league_in_short
from leagues.reads.leagues.pages.news import club_news
from leagues.reads.leagues.table.table_lines import league_lines
from leagues.reads.screens.certificates import certificates_of_league
from leagues.stages.finals_cut import FinalsRule
from scoring.season import NIGHTS, AwardKind
from tests.cast import Cast, Page
from tests.leagues.data.test_downloads import csv_rows
from tests.leagues.entries.people_in import publish_match
from tests.leagues.leagues.evenings import TORONTO
from tests.leagues.leagues.match_leagues import matches_in_order, open_matches
from tests.leagues.leagues.mondays import Mondays
from tests.leagues.leagues.tonights import win_match
from tests.scenes import scene

pytestmark = pytest.mark.django_db
START = datetime(2026, 12, 7, 19, 30, tzinfo=TORONTO)


@scene
def mondays(cast: Cast) -> Mondays:
    """Zoë 14, Bo 9, Al 4 points after two of three nights."""
    mondays = Mondays.open(cast, "Zoë", "Bo", "Al")
    mondays.play(1, ("Zoë", "Bo", 6, 2), ("Al", "Bo", 4, 4))
    mondays.play(2, ("Zoë", "Bo", 8, 3))
    return mondays


def make_season_finals(mondays: Mondays, top: int = 2, **more: Any) -> SeasonFinals:
    return make_finals(
        by=mondays.cast.who("ann"),
        league=mondays.league,
        rule=FinalsRule(top),
        facts={"name": "Finals night", "starts_at": START},
        **more,
    )


def seeds_of(event: Event) -> list[tuple[int | None, str]]:
    entries = Entry.objects.filter(event=event).named().order_by("seed")
    return [(entry.seed, str(entry.people[0])) for entry in entries]


def correct_first_night(mondays: Mondays) -> None:
    """Correct the first night: Al gets more points."""
    side = MatchSide.objects.get(match__event=mondays.night(1).events.get(), seat=0, points=4)
    MatchSide.objects.filter(pk=side.pk).update(points=16)
    side.match.event.touch()


def test_the_first_of_the_table_are_in_by_their_places(mondays: Mondays) -> None:
    finals = make_season_finals(mondays)

    assert seeds_of(finals.event) == [(1, "Zoë"), (2, "Bo")]
    assert finals.event.stages.get().format == "knockout"
    assert finals.event.night is None


def test_who_declines_is_replaced(mondays: Mondays) -> None:
    finals = make_season_finals(mondays, declined=[mondays.player("Bo").pk])

    assert seeds_of(finals.event) == [(1, "Zoë"), (2, "Al")]


def test_who_came_to_too_few_nights_is_in_no_finals(mondays: Mondays) -> None:
    mondays.league.scheme = replace(NIGHTS, minimum_nights=2).to_dict()
    mondays.league.save(update_fields=["scheme"])

    assert seeds_of(make_season_finals(mondays, top=3).event) == [(1, "Zoë"), (2, "Bo")]


def test_a_correction_is_reported_and_changes_no_seed(mondays: Mondays) -> None:
    finals = make_season_finals(mondays)
    assert not finals_now(mondays.league)[0].has_moved

    correct_first_night(mondays)

    [now] = finals_now(mondays.league)
    assert (now.has_moved, now.missing, now.surplus) == (True, ("Al",), ("Bo",))
    assert seeds_of(finals.event) == [(1, "Zoë"), (2, "Bo")]
    ann: Page = mondays.cast.browser_of("ann")
    assert "The seeds haven’t changed" in ann.get("/desk/leagues/mondays/end/").text


def test_another_order_of_the_same_people_is_reported_too(mondays: Mondays) -> None:
    make_season_finals(mondays, top=3)
    correct_first_night(mondays)

    [now] = finals_now(mondays.league)
    assert (now.has_moved, now.missing, now.surplus) == (True, (), ())


def test_finals_that_count_are_a_night_that_pays_once(mondays: Mondays) -> None:
    finals = make_season_finals(mondays, counts=True)
    night = finals.event.night
    assert night
    assert (night.always_counts, night.on, night.name) == (True, START.date(), "Finals night")

    score_finals(finals.event)
    before = {"Zoë": 14, "Bo": 9, "Al": 4}
    assert mondays.totals() == {**before, "Zoë": 22, "Bo": 9}
    assert not finals_now(mondays.league)[0].has_moved


def test_finals_that_are_over_have_moved_the_table_and_are_no_warning(mondays: Mondays) -> None:
    finals = make_season_finals(mondays, counts=True)
    score_finals(finals.event, winner=2)

    assert mondays.totals() == {"Bo": 17, "Zoë": 14, "Al": 4}
    assert not finals_now(mondays.league)[0].has_moved


def score_finals(event: Event, winner: int = 1) -> None:
    """Finish the finals; the seed ``winner`` wins 8–0."""
    one, other = sorted(Entry.objects.filter(event=event), key=lambda entry: entry.seed != winner)
    event.stages.all().delete()
    publish_match(event, one, other, points=[8, 0])
    pool = Pool.objects.create(stage=event.stages.get(), number=1)
    PoolEntry.objects.bulk_create(
        PoolEntry(pool=pool, stage=pool.stage, entry=entry, seed=seed)
        for seed, entry in enumerate((one, other), 1)
    )
    Event.objects.filter(pk=event.pk).update(state=Event.State.FINISHED)
    event.touch()


def test_the_winner_of_the_finals_is_suggested_for_an_award(mondays: Mondays) -> None:
    def winners() -> list[tuple[str, str]]:
        found = [c for c in award_choices(mondays.league) if "finals" in c.named]
        return [(each.player.name, str(each.award.figures_text)) for each in found]

    finals = make_season_finals(mondays, counts=True)
    assert winners() == []

    score_finals(finals.event)
    assert winners() == [("Zoë", "started as seed 1")]


def test_no_one_is_champion_before_the_finals_are_played(mondays: Mondays) -> None:
    def champions() -> list[str]:
        return [
            each.player.name
            for each in award_choices(mondays.league)
            if each.award.kind == AwardKind.CHAMPION
        ]

    assert champions() == ["Zoë"]
    finals = make_season_finals(mondays)
    assert champions() == []

    score_finals(finals.event, winner=2)
    assert champions() == ["Bo"]
    named = [each.named for each in award_choices(mondays.league)]
    assert "Winner of the finals" not in named, "Bo is the champion by them already"


def test_finals_that_pay_points_leave_the_title_to_the_table(mondays: Mondays) -> None:
    finals = make_season_finals(mondays, counts=True)
    score_finals(finals.event)
    close_league(by=mondays.cast.who("ann"), league=mondays.league)

    [season] = season_honours([mondays.league])
    assert (season.champions, season.deciding) == ([("", "Zoë")], {})


def test_the_news_and_a_shared_link_name_the_champion_of_the_finals(mondays: Mondays) -> None:
    finals = make_season_finals(mondays)
    score_finals(finals.event, winner=2)
    league = mondays.league
    close_league(by=mondays.cast.who("ann"), league=league)

    news = {each.title: each.text for each in club_news(league.club, timezone.now())}
    assert news["Mondays is finished"] == "Champion: Bo"
    short = league_in_short(league, league_lines(league))
    assert short.endswith(" · Champion: Bo")


@pytest.mark.long
def test_who_wins_the_finals_is_the_champion_on_every_page(mondays: Mondays) -> None:
    finals = make_season_finals(mondays)
    score_finals(finals.event, winner=2)
    league = mondays.league
    close_league(by=mondays.cast.who("ann"), league=league)

    [season] = season_honours([league])
    assert season.champions == [("", "Bo")]
    assert [str(row.people[0]) for row in season.table_firsts] == ["Zoë"]
    titles = {each.player.name: each.row.titles for each in all_time_lines(all_time(league.club))}
    assert (titles["Bo"], titles["Zoë"]) == (1, 0)
    papers = [(each.who, each.what) for each in certificates_of_league(league)]
    assert papers[0] == ("Bo", "Champion")
    assert ("Zoë", "First in the table") in papers
    stranger: Page = mondays.cast.browser_of("stranger")
    file = [
        (row["Place"], row["Award"], row["Name"], row["Figures"])
        for row in csv_rows("/files/honours.csv")
    ]
    assert file[-1] == ("", "Champion", "Bo", "Finals night")
    assert [row[:3] for row in file[:2]] == [("1", "", "Zoë"), ("2", "", "Bo")]
    closed = stranger.get("/leagues/mondays/").text
    assert closed.index("Bo", closed.index('class="podium"')) < closed.index(
        "Zoë", closed.index('class="podium"')
    )
    for address in ("/leagues/mondays/", "/honours/", "/leagues/mondays/yearbook/"):
        shown = " ".join(stranger.get(address).text.split())
        assert "First in the table: Zoë" in shown, address
        assert "Finals night" in shown, address
    over = " ".join(stranger.get("/leagues/").text.split())
    assert "Bo" in over[over.index("Past seasons") :]
    own = " ".join(stranger.get(mondays.player("Bo").get_absolute_url()).text.split())
    assert "<b>Champion</b>" in own


def test_finals_on_a_night_of_another_league_are_among_the_tournaments(mondays: Mondays) -> None:
    finals = make_season_finals(mondays)
    score_finals(finals.event)
    tour = open_league(by=mondays.cast.who("ann"), club=mondays.cast.club, name="Tour", kind="tour")
    night = tour.nights.create(on=START.date(), at=START.time())
    Event.objects.filter(pk=finals.event.pk).update(night=night)

    assert finals.event in tournaments_over(mondays.cast.club)


def test_one_player_makes_no_finals(mondays: Mondays) -> None:
    others = [mondays.player(name).pk for name in ("Bo", "Al")]
    with pytest.raises(Refused, match="at least two"):
        make_season_finals(mondays, declined=others)


def test_finals_are_undone_until_they_have_begun(mondays: Mondays) -> None:
    finals = make_season_finals(mondays)
    undo(by=mondays.cast.who("ann"), action=Action.objects.get(verb="make_finals"))

    finals.event.refresh_from_db()
    assert finals.event.binned_at
    assert finals_now(mondays.league) == []


def test_unfinished_finals_are_reported_before_the_season_is_closed(mondays: Mondays) -> None:
    def is_reported() -> bool:
        return "Finals night isn’t finished." in open_questions(mondays.league)

    event = make_season_finals(mondays).event
    assert is_reported()
    Event.objects.filter(pk=event.pk).update(state=Event.State.FINISHED)
    assert not is_reported()
    Event.objects.filter(pk=event.pk).update(state="planned", binned_at=START)
    assert not is_reported()


def test_finals_that_have_begun_stay(mondays: Mondays) -> None:
    finals = make_season_finals(mondays)
    Event.objects.filter(pk=finals.event.pk).update(state=Event.State.RUNNING)

    with pytest.raises(Refused, match="begun"):
        undo(by=mondays.cast.who("ann"), action=Action.objects.get(verb="make_finals"))
    with pytest.raises(Refused, match="begun"):
        take_finals_back(by=mondays.cast.who("ann"), finals=finals)


def test_no_one_hears_of_removed_finals(mondays: Mondays) -> None:
    finals = make_season_finals(mondays)
    with time_machine.travel(START - timedelta(days=9)):
        take_finals_back(by=mondays.cast.who("ann"), finals=finals)
    assert not SentNews.objects.exists()


def test_pairs_of_a_league_of_matches_go_in_as_pairs(cast: Cast) -> None:
    league = open_matches(
        cast, {"": ("Ann & Al", "Bea & Bo", "Cy & Cat", "Dan & Di")}, kind=League.Kind.PAIRS
    )
    for match in matches_in_order(league):
        win_match(match)
    finals = make_finals(
        by=cast.who("ann"),
        league=league,
        rule=FinalsRule(2),
        facts={"name": "Finals", "starts_at": START},
    )

    entries = Entry.objects.filter(event=finals.event).named()
    assert [len(entry.people) for entry in entries] == [2, 2]
    assert finals.event.sides == Event.Sides.DOUBLES
    with pytest.raises(Refused, match="no nights"):
        make_finals(
            by=cast.who("ann"),
            league=league,
            rule=FinalsRule(2),
            facts={"name": "Finals", "starts_at": START},
            counts=True,
        )


# --- Pages --------------------------------------------------------------------------------

END = "/desk/leagues/mondays/end/"
FORM = {"name": "Finals night", "on": "2026-12-07", "at": "19:30", "top": "2", "shape": "knockout"}


def test_who_plays_is_shown_before_the_finals_are_made(mondays: Mondays) -> None:
    ann: Page = mondays.cast.browser_of("ann")
    shown = ann.post(f"{END}finals/", FORM)
    assert shown.status_code == 200
    assert [line.name for line in shown.context_data["field"].seeds] == ["Zoë", "Bo"]
    assert not SeasonFinals.objects.exists()

    seen = shown.context_data["form"].data["seen"]
    assert ann.post(f"{END}finals/", FORM | {"make": "", "seen": seen}).url == END
    assert SeasonFinals.objects.count() == 1
    assert "Finals night" in ann.get(END).text


@pytest.mark.long
def test_a_secretary_is_linked_to_no_desk_that_only_the_crew_opens(mondays: Mondays) -> None:
    cast, event = mondays.cast, make_season_finals(mondays).event
    matches = open_matches(cast)
    assert matches.event is not None
    League.objects.update(secretary=cast.ben_plays)
    ben, ann = cast.browser_of("ben"), cast.browser_of("ann")
    home = f"/desk/leagues/{matches.slug}/"
    finals_desk, matches_desk = (
        f'href="{reverse("event_desk", args=[each.slug])}"' for each in (event, matches.event)
    )
    finals_page = f'href="{event.get_absolute_url()}"'

    assert finals_desk in ann.get(END).text
    assert matches_desk in ann.get(home).text
    assert finals_desk not in ben.get(END).text
    assert finals_page in ben.get(END).text
    assert matches_desk not in ben.get(home).text
    Event.objects.update(visibility=Event.Visibility.PRIVATE)
    private = ben.get(END).text
    assert event.name in private
    assert finals_page not in private


@pytest.mark.parametrize(
    ("divisions", "asks"),
    [({"": ["Ann", "Bo", "Cy"]}, False), ({"First": ["Ann", "Bo"], "Second": ["Cy", "Di"]}, True)],
)
def test_with_divisions_the_form_asks_who_plays_the_finals(
    cast: Cast, divisions: dict[str, list[str]], asks: bool
) -> None:
    league = open_matches(cast, divisions)
    ann: Page = cast.browser_of("ann")

    form = ann.get(f"/desk/leagues/{league.slug}/end/finals/").context_data["form"]

    assert ("of" in form.fields) == asks


def test_who_does_not_play_changes_what_is_shown_and_makes_nothing(mondays: Mondays) -> None:
    ann: Page = mondays.cast.browser_of("ann")
    seen = ann.post(f"{END}finals/", FORM).context_data["form"].data["seen"]
    declined = {"make": "", "seen": seen, "declined": [mondays.player("Bo").pk]}

    shown = ann.post(f"{END}finals/", FORM | declined)

    assert [line.name for line in shown.context_data["field"].seeds] == ["Zoë", "Al"]
    assert not SeasonFinals.objects.exists()


def test_those_who_share_the_place_at_the_line_are_named(mondays: Mondays) -> None:
    mondays.enrol("Cy")
    mondays.play(3, ("Cy", "Al", 9, 5))

    page = mondays.cast.browser_of("ann").post(f"{END}finals/", FORM).text
    assert "are tied at the cut" in page


def test_awards_are_ticked_and_one_is_the_clubs_own(mondays: Mondays) -> None:
    ann: Page = mondays.cast.browser_of("ann")
    first = ann.get(f"{END}awards/").context_data["form"].choices[0]
    sent = {"given": [first.key], "title": "Best loser", "player": mondays.player("Al").pk}
    assert ann.post(f"{END}awards/", sent).url == END

    page = ann.get(END).text
    assert "Best loser" in page
    assert "Champion" in page
    kept = ann.get(f"{END}awards/").context_data["form"]
    ticked = kept["given"].value()
    assert ann.post(f"{END}awards/", {"given": ticked}).url == END
    assert mondays.league.awards.count() == 2
    public = mondays.cast.browser_of("stranger").get("/leagues/mondays/").text
    assert "Best loser" in public


@pytest.mark.long
def test_a_season_is_looked_at_closed_and_opened_again(mondays: Mondays) -> None:
    ann: Page = mondays.cast.browser_of("ann")
    shown = ann.get(f"{END}close/")
    assert "1 night hasn’t been played" in shown.text

    old = ann.post(f"{END}close/", {"seen": "old"})
    assert old.status_code == 422
    assert ann.post(f"{END}close/", {"seen": shown.context_data["mark"]}).url == END
    page = ann.get(END)
    assert page.context_data["may_reopen"]
    assert "closed" in mondays.cast.browser_of("stranger").get("/leagues/mondays/").text

    assert ann.post(f"{END}reopen/").url == END
    mondays.league.refresh_from_db()
    assert mondays.league.closed_at is None


def test_the_secretary_ends_the_season_too(mondays: Mondays) -> None:
    League.objects.update(secretary=mondays.cast.ben_plays)
    ben: Page = mondays.cast.browser_of("ben")
    mark = ben.get(f"{END}close/").context_data["mark"]

    assert ben.post(f"{END}close/", {"seen": mark}).url == END
    assert League.objects.get().closed_at


@pytest.mark.long
def test_every_page_of_a_closed_league_opens(mondays: Mondays) -> None:
    close_league(by=mondays.cast.who("ann"), league=mondays.league)
    ann: Page = mondays.cast.browser_of("ann")
    for path in ("", "end/", "end/awards/", "end/finals/", "end/close/", "people/"):
        assert ann.get(f"/desk/leagues/mondays/{path}").status_code == 200
    for path in ("", f"players/{mondays.player('Bo').pk}/", "what-if/"):
        assert ann.get(f"/leagues/mondays/{path}").status_code == 200
