"""The noted statements, which ``.ci/run`` sends to PostgreSQL, are the site's, not the tests'."""

import pytest
from django.db import DatabaseError, transaction
from django.db.models.sql.compiler import SQLCompiler

from leagues.actions.club.members import remove_member
from leagues.models import Membership, Player
from leagues.reads.people.name_matches import register_of
from tests.cast import Cast
from tests.leagues.conftest import refusing_locks_outside
from tests.statements import note_statements

pytestmark = pytest.mark.django_db


def test_what_a_test_looks_for_itself_is_not_noted(cast: Cast) -> None:
    noted: list[str] = []
    with note_statements(noted.append):
        assert Player.objects.filter(club=cast.club, name="Ben Ito").exists()
        assert noted == []
        register_of(cast.club)
    assert noted


def test_what_the_site_asks_for_the_sake_of_a_test_is_noted(cast: Cast) -> None:
    noted: list[str] = []
    browser = cast.browser_of("ann")
    with note_statements(noted.append):
        browser.get("/desk/people/")
    assert len(set(noted)) > 3


def test_whatever_is_refused_is_noted(cast: Cast) -> None:
    noted: list[str] = []
    with note_statements(noted.append), pytest.raises(DatabaseError), transaction.atomic():
        Player.objects.filter(pk=cast.ben_plays.pk).update(name=None)
    assert noted


def test_a_lock_of_the_site_is_noted(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.statements.digest_of", lambda sql, more: f"{more} {sql}")
    helper = Membership.objects.get(user=cast.sam)
    noted: list[str] = []
    with note_statements(noted.append):
        # Each test comes with the check of its locks, after the notes have begun.
        checked = refusing_locks_outside(SQLCompiler.as_sql)
        monkeypatch.setattr(SQLCompiler, "as_sql", checked)
        remove_member(by=cast.who("olga"), membership=helper)
    assert any(each.startswith("FOR UPDATE") for each in noted)
