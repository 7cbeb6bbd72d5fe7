"""The demo club has plausible data."""

from collections import Counter
from collections.abc import Iterator
from datetime import date, datetime
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from pytest_django.plugin import DjangoDbBlocker

from leagues import demo, reads
from leagues.access.languages import AMERICAN, language_of_club
from leagues.models import (
    Club,
    Event,
    League,
    Match,
    MatchSide,
    MeetingLineUp,
    Player,
    Round,
    RoundReport,
    Surface,
)
from leagues.reads.draw.published import made_again, published_draws
from leagues.reads.tables.clubs import club_standings

TODAY = date(2026, 11, 21)
ARRANGED = (League.Kind.LADDER, League.Kind.OWN_TIME)
"""Kinds of league without a draw: players arrange their own matches."""

# A mark for each test, because a database is made only for a run in which a test asks for one.
# Tests that build other clubs are in another file, as this demo would be in their way.
pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def built(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[demo.Demo]:
    """One demo for all tests of this module, rolled back at the end."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield demo.build_demo("facts", TODAY, "a long one")
        transaction.set_rollback(True)


# --- People -------------------------------------------------------------------------------------


def test_it_sends_no_messages(built: demo.Demo) -> None:
    assert built.player.club.is_silent


def test_sixty_people_such_as_a_club_has(built: demo.Demo) -> None:
    people = list(Player.objects.present().by_surname())
    surnames = Counter(player.family_name for player in people)

    assert len(people) == 60
    assert sum(player.is_guest for player in people) == 3
    assert [p.shown_on(Surface.WEB) for p in people if p.is_minor] == ["Leo B.", "Maya O."]
    assert surnames["Smith"] == surnames["Martin"] == 3
    assert [p.name for p in people if not p.family_name] == ["Suharto"]
    assert "van der Berg" in surnames
    assert max(len(player.name) for player in people) > 40
    assert any(not player.name.isascii() for player in people)


def test_a_player_has_an_alias(built: demo.Demo) -> None:
    rosalind = Player.objects.get(name="Rosalind Achterberg")

    assert rosalind.shown_on(Surface.WEB) == "Ditch Rose"
    assert rosalind.shown_on(Surface.WALL) == "Ditch Rose"


# --- Current events -----------------------------------------------------------------------------


def test_the_league_is_in_the_middle_of_its_season(built: demo.Demo) -> None:
    league = Event.objects.get(slug="weekly-league")
    played = league.matches.filter(ending="played")
    nights = league.stages.get().pairing_rounds
    now = datetime.combine(TODAY, datetime.min.time(), league.tzinfo)

    assert league.state == Event.State.RUNNING
    assert league.matches.filter(ending="walkover").count() == 1
    assert league.matches.filter(pairing_round__starts_at__lt=now).unfinished().count() == 1
    assert nights.filter(starts_at__lt=now).count() == 10
    assert nights.filter(starts_at__gt=now).count() == 7
    assert played.count() == 10 * 9 - 2


@pytest.mark.parametrize(
    ("slug", "played", "unfinished"),
    [("box-league", 8, 4), ("ladder", 1, 1), ("any-evening", 1, 1), ("team-league", 2, 5)],
)
def test_a_league_of_each_other_kind_is_on(
    built: demo.Demo, slug: str, played: int, unfinished: int
) -> None:
    league = League.objects.get(slug=slug)
    assert league.event is not None
    assert league.event.state == Event.State.RUNNING
    assert league.event.matches.filter(ending="played").count() == played
    assert league.event.matches.unfinished().count() == unfinished


def test_a_challenge_was_won_and_a_line_up_waits_for_the_other(built: demo.Demo) -> None:
    assert Match.objects.get(event__slug="ladder", ending="played").winner is not None
    assert MeetingLineUp.objects.filter(meeting__ending="").count() == 1


def test_four_clubs_met(built: demo.Demo) -> None:
    day = Event.objects.get(slug="inter-club-day")
    assert day.state == Event.State.FINISHED
    clubs = club_standings(day.stages.get())
    assert clubs is not None
    assert len(clubs.lines) == 4


def test_the_open_is_in_its_afternoon(built: demo.Demo) -> None:
    event = Event.objects.get(slug="millrace-open")
    morning, afternoon, playoffs = event.stages.all()
    assert morning.opened_at
    assert afternoon.opened_at
    assert morning.opened_at < afternoon.opened_at
    assert playoffs.opened_at is None
    rounds = Round.objects.filter(match__event=event)

    assert reads.tables_of(morning)[0].is_final
    assert [pool.name for pool in afternoon.pools.all()] == ["A", "B", "C", "D"]
    assert not playoffs.pools.exists()
    assert event.matches.filter(state="playing").count() > 8
    assert event.matches.filter(state="called").exists()
    assert rounds.filter(state=Round.State.REPORTED).exists()
    assert rounds.filter(state=Round.State.DISPUTED).exists()
    assert event.starts_at.astimezone(event.tzinfo).date() == TODAY


def test_the_cup_has_a_podium_and_a_best_shot(built: demo.Demo) -> None:
    cup = Event.objects.get(slug="harvest-cup")
    most = reads.twenties_champions(reads.play_of(cup.stages.all()[0]))

    assert cup.state == Event.State.FINISHED
    assert [placed.place for placed in reads.podium_of(cup)] == [1, 2, 3]
    assert [each.twenties for each in most if each.twenties > 50]


def test_some_places_of_the_league_are_shared(built: demo.Demo) -> None:
    [table] = reads.tables_of(Event.objects.get(slug="weekly-league").stages.get())
    places = [line.row.place for line in table.lines]

    assert len(set(places)) < len(places)


# --- Invariants, as of real data ---------------------------------------------------------------


def test_every_match_agrees_with_its_rounds(built: demo.Demo) -> None:
    matches = Match.objects.exclude(rounds=None).select_related("pairing_round__stage__event")
    for match in matches.prefetch_related("rounds", "sides"):
        match_format = reads.match_format_of(match.pairing_round.stage)
        at = reads.match_state(match_format, list(match.rounds.all()), match.first)
        sides = match.sides.all()

        assert (match.state == Match.State.FINISHED) == at.over
        assert match.winner == at.winner
        assert [side.points for side in sides] == list(at.points)
        assert [side.twenties for side in sides] == [
            sum(each.twenties[side.seat] for each in match.rounds.all()) for side in sides
        ]


def test_agreed_rounds_were_reported_alike_by_both_sides(built: demo.Demo) -> None:
    claims: dict[tuple[int, int, int], list[Any]] = {}
    for report in RoundReport.objects.filter(kind="claim"):
        which = report.match_id, report.game, report.number
        claims.setdefault(which, []).append(report.claim["points"])

    expected = {
        Round.State.AGREED: [2, 1],
        Round.State.REPORTED: [1, 1],
        Round.State.DISPUTED: [2, 2],
    }
    for each in Round.objects.filter(match__reports__kind="claim").distinct():
        points = claims[each.match_id, each.game, each.number]
        different = len({tuple(claim) for claim in points})
        assert [len(points), different] == expected[Round.State(each.state)]


def test_each_event_is_at_the_revision_its_log_tells(built: demo.Demo) -> None:
    for event in Event.objects.all():
        revisions = list(event.log.order_by("revision").values_list("revision", flat=True))

        assert revisions == list(range(1, event.revision + 1))


def test_its_draws_can_be_drawn_again(built: demo.Demo) -> None:
    """A visitor can see how a draw was made and repeat it."""
    for event in Event.objects.exclude(state=Event.State.PLANNED):
        found = published_draws(event)
        made = event.stages.filter(pairing_rounds__isnull=False).distinct()
        drawn = made.exclude(event__league__kind__in=ARRANGED).exclude(
            pairing_rounds__matches__team_board__isnull=False
        )
        by_dice = [s.name for s in drawn if not reads.has_bracket(s)]
        assert [draw.stage for draw in found] == by_dice
        assert all(each.is_same for draw in found for each in made_again(draw))


def test_no_one_sits_on_two_boards_of_one_pairing_round(built: demo.Demo) -> None:
    sat = MatchSide.objects.exclude(players=None)  # teams meet without sitting down
    seats = sat.values_list("match__pairing_round", "players")
    assert max(Counter(seats).values()) == 1


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/events/",
        "/players/",
        "/events/millrace-open/",
        "/events/millrace-open/standings/?stage=1",
        "/events/weekly-league/matches/",
        "/events/harvest-cup/bracket/",
        "/events/harvest-cup/matches/136/",
        "/events/lantern-doubles/",
        "/events/inter-club-day/standings/",
        "/leagues/",
        "/leagues/box-league/",
        "/leagues/ladder/",
        "/leagues/any-evening/",
        "/leagues/team-league/",
    ],
)
def test_its_pages_answer(built: demo.Demo, path: str) -> None:
    assert Client().get(path).status_code == 200


def test_the_printed_link_opens_a_players_page(built: demo.Demo) -> None:
    assert Client().get(f"/me/{built.token}/").status_code == 200


def test_walls_and_pictures_write_dates_as_in_canada(built: demo.Demo) -> None:
    assert language_of_club(Club.objects.get(is_home=True)) == AMERICAN
