"""Rows that are written once."""

import pytest

from leagues.models import Action, RoundReport
from leagues.models.log import Unchangeable
from tests.leagues.site.model_rows import World, report

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("kind", ["action", "report"])
def test_what_was_said_is_neither_changed_nor_deleted(kind: str, world: World) -> None:
    said: Action | RoundReport
    if kind == "action":
        said = Action.objects.create(club=world.club, verb="draw")
    else:
        said = report(world)
    rows = type(said)._default_manager.filter(pk=said.pk)

    for rewrite in (said.save, said.delete, rows.delete, lambda: rows.update(pk=99)):
        with pytest.raises(Unchangeable):
            rewrite()
    assert rows.count() == 1
