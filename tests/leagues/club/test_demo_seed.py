"""The demo is the same for the same seed, and its command does not touch an existing club."""

import json
from datetime import date, datetime
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.apps import apps
from django.core.management import CommandError, call_command
from django.core.management.color import no_style
from django.db import connection, models, transaction
from django.test import Client
from pytest_django import Settings

from leagues import demo
from leagues.demo import Demo
from leagues.demo.cup import play_cup
from leagues.demo.password import FILE, kept_password, make_password
from leagues.demo.random_rounds import shoot_round
from leagues.models import Club, Event, PersonalLink, SentNews, User
from scoring.presets import PRESETS
from scoring.sides import BySeat, Seat

TODAY = date(2026, 11, 21)
SECRETS = {(User, "password"), (PersonalLink, "token_hash")}
DATED = {(SentNews, "key")}
"""Texts with a day in them."""
NUMBERS_IN_THE_LOG = {
    "entry": "entry",
    "player": "player",
    "league": "league",
    "night": "night",
    "enrolments": "enrolment",
}
NOT_COMPARED_IN_THE_LOG = {"first", "day", "rows"}
"""Dates, and rows that are compared on their own."""


# --- The same seed, the same club ----------------------------------------------------------


def written_down() -> str:
    """All rows as JSON, with ordinals for primary keys, and without times and secrets."""
    everything = {
        model._meta.model_name or "": list(model._base_manager.order_by("pk"))
        for model in apps.get_app_config("leagues").get_models(include_auto_created=True)
    }
    ordinals = {
        name: {row.pk: at for at, row in enumerate(rows)} for name, rows in everything.items()
    }
    return json.dumps(
        {
            name: in_order([line_of(row, ordinals) for row in rows], rows)
            for name, rows in everything.items()
        },
        default=str,
    )


def in_order(lines: list[dict[str, Any]], rows: list[models.Model]) -> list[dict[str, Any]]:
    """Sort the rows of many-to-many tables, as their order has no meaning."""
    is_a_set = bool(rows) and rows[0]._meta.auto_created
    return sorted(lines, key=str) if is_a_set else lines


def line_of(row: models.Model, ordinals: dict[str, dict[Any, int]]) -> dict[str, Any]:
    line = {}
    for field in row._meta.concrete_fields:
        value = getattr(row, field.attname)
        if isinstance(value, date | datetime) or (type(row), field.name) in SECRETS | DATED:
            continue
        if field.name == "calendar":
            continue
        if field.primary_key:
            continue
        if isinstance(field, models.ForeignKey) and value is not None:
            value = ordinals[field.related_model._meta.model_name or ""][value]
        if field.name == "details":
            value = {
                word: in_numbers(value_of_word, ordinals[NUMBERS_IN_THE_LOG[word]])
                if word in NUMBERS_IN_THE_LOG
                else value_of_word
                for word, value_of_word in value.items()
                if word not in NOT_COMPARED_IN_THE_LOG
            }
        line[field.name] = value
    return line


def in_numbers(keys: Any, ordinals: dict[Any, int]) -> Any:
    if isinstance(keys, list):
        return [ordinals[each] for each in keys]
    return ordinals[keys]


def number_rows_from_one() -> None:
    """Reset key sequences: the log has keys, and PostgreSQL doesn't roll sequences back."""
    here = list(apps.get_app_config("leagues").get_models())
    with connection.cursor() as cursor:
        for sql in connection.ops.sequence_reset_sql(no_style(), here):
            cursor.execute(sql)


def club_of(seed: str, today: date) -> str:
    with transaction.atomic():
        number_rows_from_one()
        demo.build_demo(seed, today, "a long one")
        written = written_down()
        transaction.set_rollback(True)
    return written


@pytest.mark.rare
@pytest.mark.long
@pytest.mark.django_db
def test_the_same_seed_gives_the_same_club_on_another_day() -> None:
    assert club_of("maple", TODAY) == club_of("maple", date(2026, 11, 24))


def cup_of(seed: str) -> str:
    """The first part of a demo as JSON: its people, and last month's cup."""
    with transaction.atomic():
        number_rows_from_one()
        play_cup(demo.found_club(seed, TODAY, "a long one"))
        written = written_down()
        transaction.set_rollback(True)
    return written


@pytest.mark.long
@pytest.mark.django_db
def test_another_seed_gives_another_club() -> None:
    maple, again, birch = map(cup_of, ("maple", "maple", "birch"))

    assert maple == again != birch


# --- Rounds as they really come out -------------------------------------------------------------


def test_rounds_come_out_as_they_were_measured() -> None:
    """Measured in thousands of games: 6.3 % ties, 52.2 % wins with the hammer, 1.67 20s a
    side and round.
    """
    dice = Random(20)
    rule = PRESETS["tournament-singles"].rule
    hammer_won = tied = twenties = 0
    for n in range(8000):
        first = Seat(n % 2)
        strength = BySeat(dice.gauss(0, 1), dice.gauss(0, 1))
        claim = shoot_round(rule, strength, first, dice)
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
        shoot_round(rule, BySeat(1.0, -1.0), Seat(n % 2), dice)["points"] for n in range(1000)
    ]

    assert sum(a for a, _ in points) > 1.5 * sum(b for _, b in points)


# --- The command --------------------------------------------------------------------------------


@pytest.fixture
def nothing_played(monkeypatch: pytest.MonkeyPatch) -> None:
    """Skip the play of the demo, which does not change the command's output."""
    monkeypatch.setattr(demo, "play_present", lambda hall: Demo(hall.players[0], "xyz"))


@pytest.mark.django_db
@pytest.mark.usefixtures("nothing_played")
def test_the_command_shows_how_to_sign_in(settings: Settings, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path
    output = StringIO()
    call_command("demo", today=TODAY, stdout=output)

    assert f"sign in as {demo.EMAIL}" in output.getvalue()
    password = kept_password()
    assert f"password  {password}\n" in output.getvalue()
    assert Client().login(email=demo.EMAIL, password=password)


@pytest.mark.django_db
@pytest.mark.usefixtures("nothing_played")
def test_the_command_does_not_repeat_a_password_the_site_shows(
    settings: Settings, tmp_path: Path
) -> None:
    settings.DATA_DIR = tmp_path
    output = StringIO()
    call_command("demo", today=TODAY, stdout=output, verbosity=0)
    assert kept_password() not in output.getvalue()
    assert "their own page: /me/xyz/\n" in output.getvalue()


@pytest.mark.django_db
@pytest.mark.parametrize(("hour", "day"), [(1, 20), (7, 21)])
def test_a_demo_made_after_midnight_is_of_the_evening_before(
    hour: int, day: int, monkeypatch: pytest.MonkeyPatch, settings: Settings, tmp_path: Path
) -> None:
    """Its league's night would otherwise not be on."""
    settings.DATA_DIR = tmp_path
    days = []

    def look(hall: Any) -> Demo:
        days.append(hall.today)
        return Demo(hall.players[0], "xyz")

    monkeypatch.setattr(demo, "play_present", look)
    with time_machine.travel(datetime(2026, 11, 21, hour, tzinfo=ZoneInfo(demo.ZONE)), tick=False):
        call_command("demo", stdout=StringIO())

    assert days == [date(2026, 11, day)]


def test_every_demo_has_a_password_of_its_own(settings: Settings, tmp_path: Path) -> None:
    settings.DATA_DIR = tmp_path
    first, second = make_password(), make_password()

    assert first != second == kept_password()
    assert len(second.replace("-", "")) == 12
    mode = (settings.DATA_DIR / FILE).stat().st_mode & 0o777
    assert mode == 0o600, "nobody else on this machine reads it"


@pytest.mark.django_db
def test_the_command_leaves_a_club_alone() -> None:
    Club.objects.create(name="Ours", slug="ours", is_home=True)

    call_command("demo", "--if-empty")
    with pytest.raises(CommandError, match="lives here already"):
        call_command("demo")

    assert not Event.objects.exists()
