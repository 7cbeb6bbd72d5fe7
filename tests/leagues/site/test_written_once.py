"""Rows that are written once."""

import pytest

from leagues.models import Action, RoundReport
from leagues.models.log import Unchangeable
from tests.leagues.site.model_rows import World, make_report

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("kind", ["action", "report"])
def test_a_log_line_or_report_is_never_changed_or_deleted(kind: str, world: World) -> None:
    row: Action | RoundReport
    if kind == "action":
        row = Action.objects.create(club=world.club, verb="draw")
    else:
        row = make_report(world)
    rows = type(row)._default_manager.filter(pk=row.pk)

    for rewrite in (row.save, row.delete, rows.delete, lambda: rows.update(pk=99)):
        with pytest.raises(Unchangeable):
            rewrite()
    assert rows.count() == 1
