"""The demo: a club to believe in, and the same one again from the same seed."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from datetime import date, datetime
from io import StringIO
from random import Random
from typing import Any

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import models, transaction
from django.test import Client
from pytest_django.plugin import DjangoDbBlocker

from leagues import bridge, demo
from leagues.demo.shots import shoot
from leagues.models import (
    Club,
    Event,
    Match,
    MatchSide,
    PersonalLink,
    Player,
    Round,
    RoundReport,
    Surface,
    User,
)
from scoring.presets import PRESETS
from scoring.sides import BySeat, Seat

TODAY = date(2026, 11, 21)
SECRETS = {(User, "password"), (PersonalLink, "token_hash")}
NUMBERS_IN_THE_LOG = {"entry": "entry", "player": "player"}


@pytest.fixture(scope="module")
def built(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[demo.Demo]:
    """One demo for all the facts below; nothing of it stays."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield demo.build("facts", TODAY)
        transaction.set_rollback(True)


# --- The same seed, the same club ----------------------------------------------------------


def written_down() -> str:
    """Every row as JSON, with ordinals for primary keys, and without times and secrets."""
    everything = {
        model._meta.model_name or "": list(model._base_manager.order_by("pk"))
        for model in apps.get_app_config("leagues").get_models(
            include_auto_created=True
        )
    }
    ordinals = {
        name: {row.pk: at for at, row in enumerate(rows)}
        for name, rows in everything.items()
    }
    return json.dumps(
        {
            name: in_order([line_of(row, ordinals) for row in rows], rows)
            for name, rows in everything.items()
        },
        default=str,
    )


def in_order(
    lines: list[dict[str, Any]], rows: list[models.Model]
) -> list[dict[str, Any]]:
    """A set of boards is a set: what ties two rows together comes in any order."""
    is_a_set = bool(rows) and rows[0]._meta.auto_created
    return sorted(lines, key=str) if is_a_set else lines


def line_of(row: models.Model, ordinals: dict[str, dict[Any, int]]) -> dict[str, Any]:
    line = {}
    for field in row._meta.concrete_fields:
        value = getattr(row, field.attname)
        if isinstance(value, date | datetime) or (type(row), field.name) in SECRETS:
            continue
        if field.primary_key:
            continue
        if isinstance(field, models.ForeignKey) and value is not None:
            value = ordinals[field.related_model._meta.model_name or ""][value]
        if field.name == "said":
            value = {
                word: ordinals[word][told] if word in NUMBERS_IN_THE_LOG else told
                for word, told in value.items()
            }
        line[field.name] = value
    return line


def club_of(seed: str, today: date) -> str:
    with transaction.atomic():
        demo.build(seed, today)
        written = written_down()
        transaction.set_rollback(True)
    return written


@pytest.mark.django_db
def test_the_same_seed_gives_the_same_club_on_another_day() -> None:
    assert club_of("maple", TODAY) == club_of("maple", date(2026, 11, 24))


@pytest.mark.django_db
def test_another_seed_gives_another_club() -> None:
    assert club_of("maple", TODAY) != club_of("birch", TODAY)


# --- Who is there -------------------------------------------------------------------------------


def test_sixty_people_such_as_a_club_has(built: demo.Demo) -> None:
    people = list(Player.objects.present())
    surnames = Counter(player.family_name for player in people)

    assert len(people) == 60
    assert sum(player.is_guest for player in people) == 3
    assert [p.shown_on(Surface.WEB) for p in people if p.is_minor] == [
        "Leo B.",
        "Maya O.",
    ]
    assert surnames["Smith"] == surnames["Martin"] == 3
    assert [p.name for p in people if not p.family_name] == ["Suharto"]
    assert "van der Berg" in surnames
    assert max(len(player.name) for player in people) > 40
    assert any(not player.name.isascii() for player in people)


def test_somebody_goes_by_an_alias(built: demo.Demo) -> None:
    rosalind = Player.objects.get(name="Rosalind Achterberg")

    assert rosalind.shown_on(Surface.WEB) == "Ditch Rose"
    assert rosalind.shown_on(Surface.WALL) == "Ditch Rose"


# --- What is going on ---------------------------------------------------------------------------


def test_the_league_is_in_the_middle_of_its_season(built: demo.Demo) -> None:
    league = Event.objects.get(slug="weekly-league")
    played = league.matches.filter(ending="played")
    nights = league.stages.get().pairing_rounds
    now = datetime.combine(TODAY, datetime.min.time(), league.tzinfo)

    assert league.state == Event.State.RUNNING
    assert league.matches.filter(ending="walkover").count() == 1
    assert (
        league.matches.filter(pairing_round__starts_at__lt=now).unfinished().count()
        == 1
    )
    assert nights.filter(starts_at__lt=now).count() == 10
    assert nights.filter(starts_at__gt=now).count() == 7
    assert played.count() == 10 * 9 - 2


def test_the_open_is_in_its_afternoon(built: demo.Demo) -> None:
    event = Event.objects.get(slug="millrace-open")
    morning, afternoon, playoffs = event.stages.all()
    rounds = Round.objects.filter(match__event=event)

    assert bridge.tables(morning)[0].is_final
    assert [pool.name for pool in afternoon.pools.all()] == ["A", "B", "C", "D"]
    assert not playoffs.pools.exists()
    assert event.matches.filter(state="playing").count() > 8
    assert event.matches.filter(state="called").exists()
    assert rounds.filter(state=Round.State.REPORTED).exists()
    assert rounds.filter(state=Round.State.DISPUTED).exists()
    assert event.starts_at.astimezone(event.tzinfo).date() == TODAY


def test_the_cup_has_a_podium_and_a_best_shot(built: demo.Demo) -> None:
    cup = Event.objects.get(slug="harvest-cup")
    most = bridge.twenties_champions(bridge.tables(cup.stages.all()[0]))

    assert cup.state == Event.State.FINISHED
    assert [placed.place for placed in bridge.podium(cup)] == [1, 2, 3]
    assert most is not None
    assert most[0] > 50


def test_some_places_of_the_league_are_shared(built: demo.Demo) -> None:
    [table] = bridge.tables(Event.objects.get(slug="weekly-league").stages.get())
    places = [line.row.place for line in table.lines]

    assert len(set(places)) < len(places)


# --- What must be true of it, as of anything real ----------------------------------------------


def test_every_match_stands_as_its_rounds_say(built: demo.Demo) -> None:
    matches = Match.objects.exclude(rounds=None).select_related(
        "pairing_round__stage__event"
    )
    for match in matches.prefetch_related("rounds", "sides"):
        match_format = bridge.match_format_of(match.pairing_round.stage)
        at = bridge.match_state(match_format, list(match.rounds.all()), match.first)
        sides = match.sides.all()

        assert (match.state == Match.State.FINISHED) == at.over
        assert match.winner == at.winner
        assert [side.points for side in sides] == list(at.points)
        assert [side.twenties for side in sides] == [
            sum(each.twenties[side.seat] for each in match.rounds.all())
            for side in sides
        ]


def test_agreed_rounds_were_said_alike_by_both_sides(built: demo.Demo) -> None:
    claims: dict[tuple[int, int, int], list[Any]] = {}
    for report in RoundReport.objects.filter(kind="claim"):
        which = report.match_id, report.game, report.number
        claims.setdefault(which, []).append(report.claim["points"])

    said = {
        Round.State.AGREED: [2, 1],
        Round.State.REPORTED: [1, 1],
        Round.State.DISPUTED: [2, 2],
    }
    for each in Round.objects.filter(match__reports__kind="claim").distinct():
        points = claims[each.match_id, each.game, each.number]
        different = len({tuple(claim) for claim in points})
        assert [len(points), different] == said[Round.State(each.state)]


def test_each_event_is_at_the_revision_its_log_tells(built: demo.Demo) -> None:
    for event in Event.objects.all():
        revisions = list(
            event.log.order_by("revision").values_list("revision", flat=True)
        )

        assert revisions == list(range(1, event.revision + 1))


def test_nobody_sits_on_two_boards_of_one_pairing_round(built: demo.Demo) -> None:
    seats = MatchSide.objects.values_list("match__pairing_round", "players")
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
    ],
)
def test_its_pages_answer(built: demo.Demo, path: str) -> None:
    assert Client().get(path).status_code == 200


def test_the_printed_link_opens_a_players_page(built: demo.Demo) -> None:
    assert Client().get(f"/me/{built.token}/").status_code == 200


# --- Rounds as they really come out -------------------------------------------------------------


def test_rounds_come_out_as_they_were_measured() -> None:
    """Of thousands of games: 6.3 % tied, the hammer wins 52.2 %, 1.67 20s a side and round."""
    dice = Random(20)
    rule = PRESETS["tournament-singles"].rule
    hammer_won = tied = twenties = 0
    for n in range(8000):
        first = Seat(n % 2)
        strength = BySeat(dice.gauss(0, 1), dice.gauss(0, 1))
        claim = shoot(rule, strength, first, dice)
        tied += claim["points"][0] == 1
        hammer_won += claim["points"][1 - first] == 2
        twenties += sum(claim["twenties"])

    assert tied / 8000 == pytest.approx(0.063, abs=0.01)
    assert hammer_won / 8000 == pytest.approx(0.522, abs=0.02)
    assert twenties / 16000 == pytest.approx(1.67, abs=0.1)


def test_the_stronger_win_more() -> None:
    dice = Random(20)
    rule = PRESETS["tournament-singles"].rule
    points = [
        shoot(rule, BySeat(1.0, -1.0), Seat(n % 2), dice)["points"] for n in range(1000)
    ]

    assert sum(a for a, _ in points) > 1.5 * sum(b for _, b in points)


# --- The command --------------------------------------------------------------------------------


@pytest.mark.django_db
def test_the_command_says_how_to_sign_in() -> None:
    said = StringIO()
    call_command("demo", today=TODAY, stdout=said)

    assert f"sign in as {demo.EMAIL}" in said.getvalue()
    assert Client().login(email=demo.EMAIL, password=demo.PASSWORD)


@pytest.mark.django_db
def test_the_command_leaves_a_club_alone() -> None:
    Club.objects.create(name="Ours", slug="ours", is_home=True)

    call_command("demo", "--if-empty")
    with pytest.raises(CommandError, match="lives here already"):
        call_command("demo")

    assert not Event.objects.exists()
