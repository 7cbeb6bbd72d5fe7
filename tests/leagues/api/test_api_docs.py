"""The examples in docs/api.md are the real responses of a club with this night."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.test import Client

from tests.cast import Cast
from tests.leagues.leagues.mondays import Mondays
from tests.leagues.play.desk_hall import NOON

PAGE = Path(__file__).parents[3] / "docs/api.md"
EXAMPLE = re.compile(r"```\nGET (\S+)\n```\n\n```json\n(.*?)```", re.DOTALL)


def examples() -> list[tuple[str, str]]:
    return EXAMPLE.findall(PAGE.read_text())


def without_keys(value: Any) -> Any:
    """The value with fixed keys, as primary keys differ between databases."""
    text = re.sub(r"/nights/\d+/", "/nights/7/", json.dumps(value))
    text = re.sub(r'"monday-1-\d+"', '"monday-1"', text)
    return json.loads(re.sub(r'"id": \d+', '"id": 7', text))


@pytest.mark.django_db
@pytest.mark.parametrize(("path", "answer"), examples())
def test_an_example_is_what_is_answered(cast: Cast, path: str, answer: str) -> None:
    with time_machine.travel(NOON, tick=False):
        mondays = Mondays.open(cast, "Ann Smith", "Ben Ito", nights=2)
        mondays.play(1, ("Ann Smith", "Ben Ito", 6, 2))
        asked = Client().get(path.replace("https://club.example", ""))

    received = json.loads(
        asked.content.decode().replace("http://testserver", "https://club.example")
    )
    assert without_keys(received) == without_keys(json.loads(answer)), json.dumps(
        received, indent=2
    )


def test_there_are_examples() -> None:
    assert len(examples()) == 3
