"""Totals such as "5–3, 20s 6–4" for a match: reported, confirmed, contested, decided."""

from dataclasses import replace
from uuid import UUID, uuid4

import pytest
import time_machine
from django.test import Client

from leagues.access.roles import Who
from leagues.actions.log.undo import undo
from leagues.actions.phones.totals import enter_totals
from leagues.actions.refusal import Refused
from leagues.forms.phones.totals import TotalsForm
from leagues.models import Action, DatedMatch, League, Match, TotalsReport
from leagues.reads import tables_of
from leagues.reads.people.results import outcome_of
from leagues.reads.play.typed_cards import Totals
from leagues.stages.match_league import MatchLeague
from scoring.presets import PRESETS
from scoring.results import WonOrLost
from scoring.sides import BySeat
from tests.cast import Cast
from tests.leagues.leagues.match_leagues import matches_in_order, open_matches
from tests.leagues.leagues.test_match_league_pages import toronto_time
from tests.scenes import scene

RULE = MatchLeague(catch_up_every=2, totals=True)
FIVE_THREE = Totals(BySeat(5, 3), BySeat(6, 4))


@scene(made=toronto_time(1), now=toronto_time(6))
def league(cast: Cast) -> League:
    return open_matches(cast, matches=RULE)


@pytest.fixture
def match(league: League) -> Match:
    return matches_in_order(league)[0]


def report_totals(match: Match, seat: int | None, totals: Totals, key: UUID | None = None) -> None:
    player = None if seat is None else match.sides.get(seat=seat).players.get()
    enter_totals(by=Who(player=player), match=match, key=key or uuid4(), totals=totals, seat=seat)
    match.refresh_from_db()


def is_contested(match: Match) -> bool:
    return DatedMatch.objects.get(match=match).is_contested


def results_of(match: Match) -> list[tuple[int, int | None, bool]]:
    return [
        (side.points, side.twenties, side.confirmed_at is not None)
        for side in match.sides.order_by("seat")
    ]


def test_the_first_side_to_speak_is_believed_and_the_table_moves(
    league: League, match: Match
) -> None:
    report_totals(match, 1, FIVE_THREE)
    assert (match.state, match.ending, match.winner) == ("finished", "totals", 0)
    assert results_of(match) == [(5, 6, False), (3, 4, True)]
    assert league.event is not None
    [table] = tables_of(league.event.stages.get())
    made = {line.row.points: (line.went, line.row.games) for line in table.lines}
    assert made[5] == ("1–0–0", 1)
    assert made[3] == ("0–0–1", 1)


def test_the_other_side_confirms_by_saying_the_same(match: Match) -> None:
    report_totals(match, 0, FIVE_THREE)
    report_totals(match, 1, FIVE_THREE)
    assert results_of(match) == [(5, 6, True), (3, 4, True)]
    assert not is_contested(match)
    assert TotalsReport.objects.count() == 2


def test_a_differing_report_is_contested_and_the_first_one_counts(match: Match) -> None:
    report_totals(match, 0, FIVE_THREE)
    report_totals(match, 1, Totals(BySeat(4, 4)))
    assert is_contested(match)
    assert results_of(match) == [(5, 6, True), (3, 4, False)]
    report_totals(match, 1, FIVE_THREE)  # they gave in
    assert not is_contested(match)
    assert results_of(match)[1][2]


def test_a_side_mends_its_own_word_while_the_other_is_silent(match: Match) -> None:
    report_totals(match, 0, FIVE_THREE)
    report_totals(match, 0, Totals(BySeat(3, 5)))
    assert match.winner == 1
    assert results_of(match) == [(3, None, True), (5, None, False)]
    report_totals(match, 0, Totals(BySeat(4, 4)))
    assert match.winner is None


def test_the_desk_decides_for_both(match: Match) -> None:
    report_totals(match, 0, FIVE_THREE)
    report_totals(match, 1, Totals(BySeat(4, 4)))
    report_totals(match, None, Totals(BySeat(6, 2)))
    assert results_of(match) == [(6, None, True), (2, None, True)]
    assert not is_contested(match)


def test_silence_confirms_after_the_hours_of_the_league(match: Match) -> None:
    with time_machine.travel(toronto_time(6)):
        report_totals(match, 0, FIVE_THREE)
    with time_machine.travel(toronto_time(9, 11)):
        report_totals(match, 1, Totals(BySeat(4, 4)))
    assert is_contested(match)
    with (
        time_machine.travel(toronto_time(9, 13)),
        pytest.raises(Refused, match="contested it in time"),
    ):
        report_totals(match, 1, FIVE_THREE)


def test_the_same_key_twice_is_one_report(match: Match) -> None:
    key = uuid4()
    report_totals(match, 0, FIVE_THREE, key)
    report_totals(match, 0, Totals(BySeat(0, 8)), key)
    assert results_of(match)[0][0] == 5
    assert TotalsReport.objects.count() == 1


def test_an_undo_brings_back_what_stood_before(cast: Cast, match: Match) -> None:
    report_totals(match, 0, FIVE_THREE)
    report_totals(match, None, Totals(BySeat(6, 2)))
    second, first = Action.objects.filter(verb="enter_totals").order_by("-pk")
    with pytest.raises(Refused):
        undo(by=cast.who("ann"), action=first)
    undo(by=cast.who("ann"), action=second)
    match.refresh_from_db()
    assert results_of(match) == [(5, 6, True), (3, 4, False)]
    undo(by=cast.who("ann"), action=first)
    match.refresh_from_db()
    assert (match.state, match.ending, match.winner) == ("planned", "", None)
    assert results_of(match) == [(0, None, False), (0, None, False)]


@pytest.mark.parametrize(
    ("totals", "why"),
    [
        (Totals(BySeat(5, 4)), "the points of both sides must add up to 8"),
        (Totals(BySeat(5, 3), BySeat(99, 0)), "20s of a side must be from 0 to "),
    ],
)
def test_what_no_game_comes_to_is_refused(match: Match, totals: Totals, why: str) -> None:
    with pytest.raises(Refused, match=why):
        report_totals(match, 0, totals)
    assert not TotalsReport.objects.exists()


def test_where_every_round_is_entered_only_the_desk_enters_totals(
    league: League, match: Match
) -> None:
    kept = replace(RULE, totals=False).to_dict()
    League.objects.filter(pk=league.pk).update(matches=kept)
    with pytest.raises(Refused, match="every round is entered"):
        report_totals(match, 0, FIVE_THREE)
    report_totals(match, None, FIVE_THREE)
    assert match.ending == "totals"


def test_a_match_with_rounds_or_without_a_league_takes_no_totals(cast: Cast, match: Match) -> None:
    match.rounds.create(game=1, number=1, first=0, points=[2, 0])
    with pytest.raises(Refused, match="rounds of this match have been entered"):
        report_totals(match, 0, FIVE_THREE)
    match.rounds.all().delete()
    match.dated.delete()
    with pytest.raises(Refused, match="not only its result"):
        report_totals(match, 0, FIVE_THREE)


# --- From the own page ------------------------------------------------------------------


def cats_match(league: League, cast: Cast) -> Match:
    assert league.event is not None
    return league.event.matches.get(sides__players=cast.cat_plays)


@scene(made=toronto_time(1), now=toronto_time(6))
def cats(cast: Cast) -> League:
    names = (cast.ben_plays.name, cast.cat_plays.name)
    return open_matches(cast, {"": names}, matches=RULE)


@pytest.mark.long
def test_cat_taps_a_result_and_ben_confirms_it(cast: Cast, cats: League) -> None:
    match = cats_match(cats, cast)
    path = f"/me/{cast.cats_token}/matches/{match.pk}/"
    made = {"my_twenties": "6", "their_twenties": "4"}
    typed = {"key": str(uuid4()), "picked": "5-3", **made}
    assert Client().post(f"{path}totals/", typed)["Location"] == path
    assert "The other side hasn’t confirmed it yet." in Client().get(path).content.decode()
    seat = match.sides.get(players=cast.cat_plays).seat
    mine, theirs = (results_of(match)[at] for at in (seat, 1 - seat))
    assert (mine, theirs) == ((5, 6, True), (3, 4, False))

    ben = cast.browser_of("ben")
    [own] = ben.get("/me/").context["leagues"]
    assert [each.match for each in own.to_confirm] == [match]
    page = ben.get(f"/me/matches/{match.pk}/")
    assert page.context["totals"].initial["picked"] == "3-5"
    assert b"Confirm the result" in page.content
    filled = {k: str(v) for k, v in page.context["totals"].initial.items()}
    ben.post(f"/me/matches/{match.pk}/totals/", filled | {"key": str(uuid4())})
    assert [confirmed for *_made, confirmed in results_of(match)] == [True, True]
    assert ben.get("/me/").context["leagues"][0].to_confirm == ()
    assert b"Both sides have confirmed it." in Client().get(path).content


def test_missing_or_wrong_totals_are_refused_and_stay_in_the_form(cast: Cast, cats: League) -> None:
    match = cats_match(cats, cast)
    path = f"/me/{cast.cats_token}/matches/{match.pk}/totals/"
    page = Client().post(path, {"key": str(uuid4()), "my_twenties": "6"})
    assert page.status_code == 422
    assert page.context["totals"].errors["picked"] == ["Tap the result."]
    typed = {"key": str(uuid4()), "picked": "5-3", "my_twenties": "6"}
    page = Client().post(path, typed)
    assert page.context["totals"].errors == {
        "their_twenties": ["Enter 20s for both sides or for neither."]
    }
    assert page.context["totals"]["my_twenties"].value() == "6"
    assert not TotalsReport.objects.exists()


def test_where_the_league_wants_rounds_there_is_no_such_form(cast: Cast, cats: League) -> None:
    League.objects.update(matches=replace(RULE, totals=False).to_dict())
    match = cats_match(cats, cast)
    path = f"/me/{cast.cats_token}/matches/{match.pk}/"
    assert Client().get(path).context["totals"] is None
    typed = {"key": str(uuid4()), "picked": "5-3"}
    assert Client().post(f"{path}totals/", typed).status_code == 404


def test_nothing_is_asked_once_the_result_is_confirmed(cast: Cast, cats: League) -> None:
    match = cats_match(cats, cast)
    report_totals(match, match.sides.get(players=cast.cat_plays).seat, FIVE_THREE)
    with time_machine.travel(toronto_time(10)):
        ben = cast.browser_of("ben")
        assert ben.get("/me/").context["leagues"][0].to_confirm == ()
        assert ben.get(f"/me/matches/{match.pk}/").context["totals"] is None


def test_a_game_to_100_is_typed() -> None:
    rule = PRESETS["conventional-singles"].rule
    typed = {"key": str(uuid4()), "mine": "85", "theirs": "105"}
    form = TotalsForm(typed, rule=rule, seat=1)
    assert form.is_valid(), form.errors
    assert form.totals == Totals(BySeat(105, 85))
    wrong = TotalsForm(typed | {"theirs": "95"}, rule=rule, seat=1)
    assert wrong.non_field_errors() == [
        "Not a possible result: one side must have 100 points in the end."
    ]


def test_a_career_counts_it_like_any_other_match(cast: Cast, cats: League) -> None:
    match = cats_match(cats, cast)
    report_totals(match, match.sides.get(players=cast.cat_plays).seat, Totals(BySeat(4, 4)))
    assert Client().get(cast.cat_plays.get_absolute_url()).status_code == 200
    assert outcome_of(match.winner, match.ending, 0) is WonOrLost.TIED
