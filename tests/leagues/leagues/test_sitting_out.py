"""A bye drawn by lot counts as the average of the player's other games that night."""

from dataclasses import replace
from fractions import Fraction

from django.test import Client

from leagues import reads
from leagues.actions.leagues.nights import tonight
from leagues.actions.leagues.settings import change_league
from leagues.actions.log.undo import undo
from leagues.models import Action, Event, League, Match, Player
from leagues.reads.leagues.night_format import Evening
from leagues.reads.leagues.table.night_results import forget_results
from leagues.reads.leagues.table.season import scheme_of
from leagues.reads.tables.tables import TableLine
from scoring.season import NIGHTS, EveryScore, SeasonTie, SittingOut
from tests.cast import Cast
from tests.leagues.leagues.mondays import Mondays
from tests.leagues.leagues.tonights import (
    drawn_event,
    finish_round,
    played_event,
    sat_out,
    set_boards,
)
from tests.scenes import scene

FIVE = ("Eve", "Flo", "Gus", "Hal", "Ida")
AVERAGED = replace(NIGHTS, counting=EveryScore(), ties=(SeasonTie.WINS,))
CLEAN_WIN = replace(AVERAGED, sitting_out=SittingOut.CLEAN_WIN)


@scene
def mondays(cast: Cast) -> Mondays:
    """Five players and three games, so three byes. Seat A always wins 8–2."""
    mondays = Mondays.open(cast, *FIVE, nights=2, scheme=AVERAGED)
    set_boards(mondays, 2)
    League.objects.update(evening=Evening(games=3).to_dict())
    mondays.league.refresh_from_db()
    return mondays


def start_night(mondays: Mondays) -> Event:
    event = drawn_event(mondays, 1, *FIVE)
    tonight.start_night(by=mondays.cast.who("ann"), night=mondays.night(1))
    event.refresh_from_db()
    return event


def lines_by_name(event: Event) -> dict[str, TableLine]:
    [table] = reads.tables_of(event.stages.get())
    return {line.entry.people[0].name: line for line in table.lines}


def points_played(event: Event, name: str) -> list[int]:
    """The points of a player's games."""
    games = Match.objects.filter(event=event, ending="played")
    of = games.filter(sides__players__name=name)
    return list(of.values_list("sides__points", flat=True))


def totals_by_name(mondays: Mondays) -> dict[str, Fraction]:
    names = dict(Player.objects.values_list("pk", "name"))
    return {names[r.player]: Fraction(r.tour_points) for r in mondays.season().rows}


def test_a_night_pays_the_average_for_a_game_sat_out(mondays: Mondays) -> None:
    event = played_event(mondays, 1, *FIVE)
    out = sat_out(event)
    found = lines_by_name(event)

    assert len(out) == 3
    for name, total in totals_by_name(mondays).items():
        made = points_played(event, name)
        assert len(made) == 3 - out[name]
        assert total == Fraction(sum(made), len(made)) * 3
        line = found[name]
        assert (line.row.games, line.row.due) == (len(made), 3)
        assert line.points.made == sum(made)
        assert line.points.counted == total
        assert line.won + line.tied + line.lost == len(line.form) == len(made)


def test_the_table_made_from_stored_results_is_the_table_that_was_shown(mondays: Mondays) -> None:
    event = played_event(mondays, 1, *FIVE)
    [name, *_] = sat_out(event)
    game = event.matches.filter(ending="played", sides__players__name=name)[0]
    game.sides.filter(players__name=name).update(points=7)
    event.touch()
    shown = totals_by_name(mondays)
    forget_results()

    assert any(total.denominator > 1 for total in shown.values())
    assert totals_by_name(mondays) == shown  # read from the rows that were stored


def test_a_corrected_result_moves_the_average(mondays: Mondays) -> None:
    event = played_event(mondays, 1, *FIVE)
    [name, *_] = sat_out(event)
    game = Match.objects.filter(event=event, ending="played", sides__players__name=name)[0]
    side = game.sides.get(players__name=name)
    before = totals_by_name(mondays)[name]
    side.points += 1
    side.save()
    event.touch()

    assert totals_by_name(mondays)[name] == before + Fraction(3, 2)


def test_a_game_sat_out_counts_once_its_round_is_on(mondays: Mondays) -> None:
    event = start_night(mondays)
    out = {
        match.sides.get().players.get().name: match.pairing_round.number
        for match in event.matches.filter(ending="bye")
    }
    assert all(not line.row.sat_out.games for line in lines_by_name(event).values())
    for number in (1, 2, 3):
        finish_round(event, number)
        event.touch()
        for name, line in lines_by_name(event).items():
            assert line.row.sat_out.games == (out.get(name, 9) <= number)


def test_who_has_not_played_yet_counts_as_the_average_of_the_field(mondays: Mondays) -> None:
    event = start_night(mondays)
    finish_round(event, 1)
    event.touch()
    first = event.matches.get(ending="bye", pairing_round__number=1)
    line = lines_by_name(event)[first.sides.get().players.get().name]

    assert (line.points.made, line.points.counted, line.row.games) == (0, 5, 0)


def test_a_running_league_keeps_its_clean_win(mondays: Mondays) -> None:
    """Its scheme was stored before there was a setting for byes."""
    kept = AVERAGED.to_dict()
    del kept["sitting_out"]
    League.objects.update(scheme=kept)
    mondays.league.refresh_from_db()
    event = played_event(mondays, 1, *FIVE)

    assert scheme_of(mondays.league).sitting_out is SittingOut.CLEAN_WIN
    for name, total in totals_by_name(mondays).items():
        assert total == sum(points_played(event, name)) + 8 * sat_out(event)[name]


def test_the_setting_holds_for_nights_played_before_and_can_be_undone(mondays: Mondays) -> None:
    by = mondays.cast.who("ann")
    event = played_event(mondays, 1, *FIVE)
    averaged, at = totals_by_name(mondays), lines_by_name(event)
    change_league(by=by, league=mondays.league, facts={"scheme": CLEAN_WIN.to_dict()})
    for name, total in totals_by_name(mondays).items():
        assert total == sum(points_played(event, name)) + 8 * sat_out(event)[name]
        assert lines_by_name(event)[name].points.made == total
    undo(by=by, action=Action.objects.get(verb="change_league"))
    mondays.league.refresh_from_db()

    assert totals_by_name(mondays) == averaged
    assert {n: li.points for n, li in lines_by_name(event).items()} == {
        n: li.points for n, li in at.items()
    }


def test_a_tournament_that_counts_for_a_night_keeps_its_own_bye(mondays: Mondays) -> None:
    event = played_event(mondays, 1, *FIVE)
    Event.objects.update(kind=Event.Kind.TOURNAMENT)
    event.refresh_from_db()

    for name, line in lines_by_name(event).items():
        assert line.points.made == sum(points_played(event, name)) + 8 * sat_out(event)[name]


def test_who_is_stood_up_by_a_leaver_gets_the_average(mondays: Mondays) -> None:
    event = start_night(mondays)
    finish_round(event, 1)
    finish_round(event, 2)
    left = event.matches.unfinished()[0]
    gone, stays = (side.entries.get() for side in left.sides.all())
    type(gone).objects.filter(pk=gone.pk).update(state="withdrawn")
    Match.objects.filter(pk=left.pk).update(state="finished", ending="withdrawn")
    event.touch()
    found = {line.entry.pk: line for line in reads.tables_of(event.stages.get())[0].lines}

    assert found[stays.pk].row.sat_out.games >= 1
    assert found[gone.pk].row.sat_out.points == found[gone.pk].row.sat_out.games * (
        found[gone.pk].row.made.points / Fraction(found[gone.pk].row.games)
    )


def test_the_night_and_the_event_say_what_the_game_counts_as(mondays: Mondays) -> None:
    event = played_event(mondays, 1, *FIVE)
    [name, *others] = sat_out(event)
    made = points_played(event, name)
    value = sum(made) // len(made)
    night = mondays.night(1)
    page = Client().get(f"/leagues/{mondays.league.slug}/nights/{night.pk}/")
    text = " ".join(page.content.decode().split())
    assert f"a bye that counts as {value}" in text
    assert text.count("a bye that counts as") == 1 + len(others), "those on the podium too"
    page = Client().get(f"/events/{event.slug}/standings/")
    text = " ".join(page.content.decode().split())
    assert (
        f"Sat out 1 game, which counts as the average of the games played: {value} points." in text
    )
