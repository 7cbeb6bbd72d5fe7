"""A whole season of every other kind of dated matches, only through its pages."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from leagues.access.captain_links import captain_secret
from leagues.models import CaptainLink, Entry, Match
from tests.cast import Cast
from tests.leagues.leagues.box_leagues import names_in_boxes
from tests.leagues.leagues.coming_seasons import names_by_group
from tests.leagues.leagues.match_leagues import player_named
from tests.leagues.leagues.unplayed import at_noon
from tests.leagues.seasons.by_pages import SeasonByPages, find_player, follow_redirect

pytestmark = [pytest.mark.django_db, pytest.mark.long]
WEEKLY: dict[str, Any] = {"a_week": "2", "catch_up_every": "0", "days_late": "30"}


def with_results(season: SeasonByPages) -> None:
    """Allow results without rounds, where the set-up does not ask for it."""
    form = season.ann.get(f"{season.home}settings/matches/").context["form"]
    fields = {f.html_name: f.value() for f in form if f.value() not in (None, False)}
    season.desk("settings/matches/", **{**fields, "totals": "on"})


# --- Fixed pairs, twice -------------------------------------------------------------------


PAIRS = """First:
Ada & Abe
Bo & Bea
Cy & Con
Second:
Di & Dan
Ed & Eve
Flo & Fay
Gil & Gus"""


@pytest.mark.rare
def test_a_season_of_pairs_who_meet_twice(cast: Cast) -> None:
    player_named(cast, "Kit")
    with at_noon(9, 28):
        season = SeasonByPages.set_up(cast, "pairs", PAIRS, totals="on", legs="2", **WEEKLY)
    with at_noon(10, 20):  # Cy and Con play two of four and leave
        season.result("Ada", "Cy", "8-0")
        season.sits_in(season.match("Bo", "Cy"), "Bea", "Kit", "match")
        season.result("Kit", "Cy", "6-2")
        season.leaves(season.entry("Cy"), usual="forfeit")
        late = season.match("Ada", "Bo", 2)
        put_off = {"until": "2026-12-20", "reason": "moving house"}
        follow_redirect(season.post_act("Abe", late, "put-off", **put_off))
        season.result("Ada", "Bo", "5-3")
        season.result("Bea", "Abe", "4-4", nth=2)
        for one, other in (("Ed", "Flo"), ("Flo", "Gil"), ("Gil", "Ed")):
            season.result(one, other, "5-3")
            season.result(other, one, "5-3", nth=2)
        for other in ("Ed", "Flo", "Gil"):
            season.result("Di", other, "6-2")
            season.result("Dan", other, "6-2", nth=2)
        season.main_pages()
        assert season.table == [
            "First 1 Ada & Abe 23",  # 8, 6 without play, 5 and 4
            "First 2 Bo & Bea 19",
            "First 3 Cy & Con 2",
            "Second 1 Di & Dan 36",
            "Second 2 Ed & Eve 20",
            "Second 2 Flo & Fay 20",
            "Second 2 Gil & Gus 20",
        ]
        season.gives_awards()
        season.closes()
        then = season.next_season("Pairs again")
        stay = "Ada Abe Bo Bea Ed Eve Flo Fay Gil Gus"
        then.answer_invitation(*stay.split(), "Dan")
        then.answer_invitation("Di", answer="out")
        [question] = then.plan().questions
        assert question.wanted == 1
        fay = min(find_player("Flo").pk, find_player("Fay").pk)  # a pair's number
        then.begins(settled=[str(fay)])
        assert names_by_group(then.league) == {
            "First": "Ada & Abe Bo & Bea Flo & Fay",
            "Second": "Ed & Eve Gil & Gus",
        }
        then.main_pages()
        season.main_pages()


# --- Boxes --------------------------------------------------------------------------------


def test_a_season_of_boxes(cast: Cast) -> None:
    kit = player_named(cast, "Kit")
    with at_noon(9, 28):
        season = SeasonByPages.set_up(
            cast, "boxes", "Ada\nBo\nCy\nDi\nEd\nFlo", size="3", weeks="2", games="2"
        )
        with_results(season)
    with at_noon(10, 14):
        season.plays(("Ada", "Bo", "5-3"), ("Ada", "Cy", "6-2"))
        season.plays(("Di", "Ed", "5-3"), ("Ed", "Flo", "5-3"), ("Flo", "Di", "5-3"))
        follow_redirect(season.post_act("Bo", season.match("Bo", "Cy"), "claim"))
        follow_redirect(season.post_act("Cy", season.match("Bo", "Cy"), "deny", answer="I was."))
        season.main_pages()
        season.decides(season.match("Bo", "Cy"), "give", winner="")
    with at_noon(10, 20):
        shown = season.ann.get(f"{season.home}period/").context["form"]
        assert [q.wanted for q in shown.questions] == [1]
        flo = season.entry("Flo").pk
        fields = {"seen": shown["seen"].value(), "settled": [flo], "joining": [kit.pk]}
        season.desk("period/", **fields, begin="1")
        assert names_in_boxes(season.league) == ["AdaBoFlo", "CyDiEdKit"]
        season.result("Ada", "Flo", "6-2")
        season.leaves(season.entry("Bo"), usual="annul")
        assert season.match("Ada", "Bo").ending == "totals"  # in the period before
        for name in ("Cy", "Ed", "Kit"):
            season.result("Di", name, "6-2", nth=0)  # the last they have
    with at_noon(12, 20):
        season.time_passes()
        assert season.table == [
            "Box 1 1 Ada 6",
            "Box 1 2 Flo 2",
            "Box 1 3 Bo 0",
            "Box 2 1 Di 18",
            "Box 2 2 Cy 2",  # one match of three is too little to project
            "Box 2 2 Ed 2",
            "Box 2 2 Kit 2",
        ]
        season.closes()
        then = season.next_season("Boxes again")
        then.answer_invitation("Ada", "Flo", "Cy", "Ed", "Kit")
        then.answer_invitation("Di", answer="out")
        then.begins()
        assert names_in_boxes(then.league) == ["AdaFloCyEdKit"]  # too few for two
        then.main_pages()
        season.main_pages()


# --- A ladder -----------------------------------------------------------------------------


def order_of(season: SeasonByPages) -> str:
    return " ".join(line.split(" ")[1] for line in season.table)


def challenge_player(season: SeasonByPages, one: str, other: str) -> Match:
    address = f"{season.own(one)}leagues/{season.league.slug}/challenge/"
    follow_redirect(Client().post(address, {"entry": season.entry(other).pk}))
    return season.matches(one, other)[-1]


@pytest.mark.rare
def test_a_season_of_a_ladder(cast: Cast) -> None:
    kit = player_named(cast, "Kit")
    with at_noon(9, 28):
        season = SeasonByPages.set_up(cast, "ladder", "Ada\nBo\nCy\nDi\nEd")
        with_results(season)
    with at_noon(10, 6):
        challenge_player(season, "Ed", "Bo")
        challenge_player(season, "Di", "Cy")
        season.result("Ed", "Bo", "5-3")
        assert order_of(season) == "Ada Ed Bo Cy Di"
    with at_noon(10, 7):
        season.desk("people/enrol/", player=[kit.pk], kind="member", first="")
        assert order_of(season) == "Ada Ed Bo Cy Di Kit"
        challenge_player(season, "Kit", "Bo")
        refused = challenge_player(season, "Ed", "Ada")
        season.decides(refused, "withdraw")
        season.pages()
    with at_noon(10, 25):  # Cy and Bo let their fourteen days pass
        season.time_passes()
        assert order_of(season) == "Ada Ed Kit Bo Di Cy"
        season.leaves(season.entry("Bo"), usual="forfeit")
        assert order_of(season) == "Ada Ed Kit Di Cy"
        challenge_player(season, "Kit", "Ada")
        season.result("Ada", "Kit", "4-4")
        season.sits_in(challenge_player(season, "Di", "Kit"), "Kit", "Bo", "match")
        season.result("Di", "Bo", "8-0")
        assert order_of(season) == "Ada Ed Di Kit Cy"
        season.main_pages()
        season.closes()
        then = season.next_season("Ladder again")
        then.answer_invitation("Ed", "Di", "Kit", "Cy")
        then.answer_invitation("Ada", answer="out")
        then.begins(new="Lou")
        assert order_of(then) == "Ed Di Kit Cy Lou"
        then.main_pages()
        season.main_pages()
        assert order_of(season) == "Ada Ed Di Kit Cy"


# --- In one's own time --------------------------------------------------------------------


def arrange_match(season: SeasonByPages, one: str, other: str) -> Match:
    address = f"{season.own(one)}leagues/{season.league.slug}/play/"
    follow_redirect(Client().post(address, {"entry": season.entry(other).pk}))
    return season.matches(one, other)[-1]


@pytest.mark.rare
def test_a_season_in_ones_own_time(cast: Cast) -> None:
    kit = player_named(cast, "Kit")
    text = "First:\nAda\nBo\nCy\nSecond:\nDi\nEd\nFlo\nGil"
    with at_noon(9, 28):
        season = SeasonByPages.set_up(cast, "own-time", text)
        with_results(season)
    with at_noon(10, 6):
        for one, other in (("Ada", "Bo"), ("Bo", "Cy")):
            arrange_match(season, one, other)
        season.result("Ada", "Bo", "6-2")
        fields = {"player": [kit.pk], "kind": "member", "division": "Second"}
        season.desk("people/enrol/", first="", **fields)
        for one, other in (("Ed", "Flo"), ("Flo", "Gil"), ("Gil", "Ed")):
            arrange_match(season, one, other)
            season.result(one, other, "5-3")
        arrange_match(season, "Di", "Kit")
        season.sits_in(season.match("Di", "Kit"), "Kit", "Lou", "match")
        season.main_pages()
    with at_noon(10, 16):
        follow_redirect(season.post_act("Bo", season.match("Bo", "Cy"), "claim"))
        season.decides(season.match("Bo", "Cy"), "give", winner="")
        season.result("Di", "Lou", "8-0")
    with at_noon(10, 20):  # the next two weeks
        for other in ("Ed", "Flo"):
            arrange_match(season, "Di", other)
            season.result("Di", other, "6-2")
        arrange_match(season, "Kit", "Gil")
    with at_noon(11, 4):  # neither asked for a date
        season.time_passes()
        assert season.match("Kit", "Gil").ending == "annulled"
        arrange_match(season, "Di", "Gil")
        season.result("Di", "Gil", "6-2")
        season.leaves(season.entry("Kit"), usual="forfeit")
        assert season.table == [
            "First 1 Ada 12",  # 6 in one match, the others have two
            "First 2 Bo 2",
            "First 3 Cy 0",
            "Second 1 Di 26",
            "Second 2 Ed 40/3",  # 10 in three matches, Di has four
            "Second 2 Flo 40/3",
            "Second 2 Gil 40/3",
            "Second 5 Kit 0",
        ]
        season.closes()
        then = season.next_season("Own time again")
        then.answer_invitation("Ada", "Bo", "Cy", "Ed", "Flo", "Gil")
        then.answer_invitation("Di", answer="out")
        [question] = then.plan().questions
        assert question.wanted == 1
        then.begins(settled=[str(find_player("Gil").pk)])
        assert names_by_group(then.league) == {"First": "Ada Bo Gil", "Second": "Cy Ed Flo"}
        then.main_pages()
        season.main_pages()


# --- Games to 100, in series --------------------------------------------------------------


def test_a_season_of_series(cast: Cast) -> None:
    player_named(cast, "Kit")
    with at_noon(9, 28):
        season = SeasonByPages.set_up(
            cast, "series", "Ada\nBo\nCy\nDi", games="2", catch_up_every="0"
        )
    with at_noon(10, 20):
        season.result("Ada", "Bo", "100-80")
        season.result("Bo", "Ada", "100-95", nth=2)
        season.leaves(season.entry("Di"), usual="annul")
        for match in season.matches("Ada", "Cy"):
            follow_redirect(season.post_act("Ada", match, "claim"))
            follow_redirect(season.post_act("Cy", match, "admit"))
        season.sits_in(season.match("Bo", "Cy"), "Cy", "Kit", "match")
        season.result("Kit", "Bo", "100-70")
        season.decides(season.match("Bo", "Cy"), "give", winner="")
        season.main_pages()
        assert season.table == [
            "1 Ada 8",  # one of two against Bo, two without play, and that series
            "2 Bo 2",
            "3 Cy 2",
            "4 Di 0",
        ]
        season.closes()
        then = season.next_season("Series again")
        then.answer_invitation("Ada", "Cy")
        then.answer_invitation("Bo", answer="out")
        then.begins(new="Lou")
        assert names_by_group(then.league) == {"": "Ada Cy Lou"}
        then.main_pages()
        season.main_pages()


# --- Club teams ---------------------------------------------------------------------------


SQUADS = "Mill 1: Ada, Bo\nMill 2: Cy, Con\nLake: Di, Dan\nPark: Ed, Eve"


class Captains:
    """The captains of the teams, each with the link that the desk made for them."""

    def __init__(self, season: SeasonByPages) -> None:
        self.season, self.address = season, dict[str, str]()
        for team in Entry.objects.filter(event=season.league.event_id).exclude(name=""):
            season.desk(f"teams/{team.pk}/captain/", act="offer")
            link = CaptainLink.objects.get(pk=team.pk)
            key = [link.pk, captain_secret(link)]
            self.address[team.name] = reverse("captain", args=key)

    def meeting(self, one: str, other: str) -> Match:
        found = Match.objects.filter(event=self.season.league.event_id)
        found = found.filter(sides__entries__name=one)
        return found.get(sides__entries__name=other)

    def names(self, team: str, other: str, *people: str) -> None:
        meeting = self.meeting(team, other)
        fields: dict[str, Any] = {"meeting": meeting.pk}
        for at, name in enumerate(people):
            key = self.season.entry(name).pk if name else 0
            fields[f"m{meeting.pk}-place-{at}-0"] = key
        follow_redirect(Client().post(self.address[team], fields))


@pytest.mark.rare
def test_a_season_of_teams(cast: Cast) -> None:
    with at_noon(9, 28):
        season = SeasonByPages.set_up(
            cast, "teams", SQUADS, singles="2", pairs="0", legs="1", stand_ins="1"
        )
        captains = Captains(season)
    with at_noon(10, 1):
        captains.names("Mill 1", "Lake", "Ada", "Bo")
        captains.names("Lake", "Mill 1", "Di", "Dan")
        captains.names("Mill 1", "Park", "Ada", "")  # no player for the second board
        captains.names("Park", "Mill 1", "Ed", "Eve")
        captains.names("Mill 2", "Lake", "Bo", "Con")  # Bo is a substitute
        captains.names("Lake", "Mill 2", "Di", "Dan")
        captains.names("Mill 2", "Park", "Cy", "Con")  # Park has no line-up
        season.plays(("Ada", "Di", "5-3"), ("Bo", "Dan", "6-2"), ("Ada", "Ed", "6-2"))
        season.plays(("Bo", "Di", "5-3"), ("Con", "Dan", "3-5"))
        lake = Entry.objects.get(event=season.league.event, name="Lake")
        season.leaves(lake, usual="forfeit")
        season.pages()
    with at_noon(12, 20):  # neither team has a line-up for Mill 1 against Mill 2
        season.time_passes()
        assert captains.meeting("Mill 1", "Mill 2").ending == "forfeit"
        silent = captains.meeting("Mill 2", "Park")
        seat = silent.sides.get(entries__name="Mill 2").seat
        season.decides(silent, "give", winner=str(seat))
        ended = ["1 Park 4", "2 Mill 2 3", "3 Mill 1 2", "4 Lake 1"]
        assert season.table == ended
        season.closes()
        season.main_pages()
        for address in captains.address.values():
            assert Client().get(address).status_code == 200
        assert season.table == ended
