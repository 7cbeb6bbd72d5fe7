"""Results written in portions: shown all at once, and removed if the import was interrupted."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import OperationalError, transaction
from django.db.transaction import Atomic
from django.utils import timezone

from leagues.actions.data import import_portions
from leagues.actions.data.import_events import make_event
from leagues.actions.data.import_portions import CUT_OFF, Portions, take_back_cut_off
from leagues.actions.data.results_files import MOST_FILES, keep_file, throw_away
from leagues.actions.events.events import free_slug, restore_event
from leagues.actions.people.people import bin_player, restore_player
from leagues.actions.refusal import Refused
from leagues.models import Event, Player, ResultsFile
from tests.cast import Cast
from tests.leagues.data.test_bring_in import NIGHTS, all_rows, come_in, file_of

pytestmark = pytest.mark.django_db


class CutOff(BaseException):
    """The end of a killed process. As a ``BaseException`` it skips the handling of errors."""


@pytest.fixture
def file(cast: Cast) -> ResultsFile:
    return file_of(cast, NIGHTS)


@pytest.fixture
def each_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make every write a portion."""
    monkeypatch.setattr(import_portions, "PORTION", -1)


@pytest.fixture
def at_the_second(monkeypatch: pytest.MonkeyPatch) -> Callable[[Any], None]:
    """A function that arranges a call just before the import makes its second event."""

    def arrange(do: Callable[[], object]) -> None:
        calls: list[object] = []

        def make(*facts: Any) -> Event:
            calls.append(facts)
            if len(calls) == 2:
                do()
            return make_event(*facts)

        monkeypatch.setattr("leagues.actions.data.import_results.make_event", make)

    return arrange


def raise_cut_off() -> None:
    raise CutOff


@pytest.fixture
def cut_off(
    cast: Cast,
    file: ResultsFile,
    each_its_own: None,
    at_the_second: Callable[[Any], None],
    monkeypatch: pytest.MonkeyPatch,
) -> ResultsFile:
    """A file with one event written when the process was killed."""
    with monkeypatch.context() as killed:
        killed.setattr(Portions, "__exit__", lambda *_: None)
        at_the_second(raise_cut_off)
        with pytest.raises(CutOff):
            come_in(cast, file)
    file.refresh_from_db()
    return file


def players_and_events(cast: Cast) -> tuple[int, int]:
    events = Event.objects.present().of(cast.club)
    return events.count(), Player.objects.present().count()


def test_nothing_is_shown_before_all_of_it_is_written(
    cast: Cast, file: ResultsFile, each_its_own: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, found = players_and_events(cast), []
    commit = Portions.commit

    def commit_and_look(self: Portions) -> None:
        commit(self)
        found.append((players_and_events(cast), Event.objects.count()))

    monkeypatch.setattr(Portions, "commit", commit_and_look)

    action = come_in(cast, file)

    assert {counts for counts, _written in found} == {before}
    assert {written for _counts, written in found} >= {0, 1, 2, 3}
    assert players_and_events(cast) == (before[0] + 3, before[1] + 3)
    assert len(action.details["events"]) == 3
    assert not ResultsFile.objects.exists()


def test_what_fails_leaves_nothing_but_the_file(
    cast: Cast, file: ResultsFile, each_its_own: None, at_the_second: Callable[[Any], None]
) -> None:
    before = all_rows()
    at_the_second(raise_cut_off)

    with pytest.raises(CutOff):
        come_in(cast, file)

    assert all_rows() == before
    come_in(cast, file)
    assert Event.objects.present().count() == 3


def test_what_others_add_while_it_is_taken_back_stays(
    cast: Cast,
    file: ResultsFile,
    at_the_second: Callable[[Any], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """SQLite uses the keys of rolled-back rows for the next rows."""
    monkeypatch.setattr(import_portions, "PORTION", 600)
    remove = import_portions._remove_rows

    def add_and_remove(written: Any) -> None:
        Player.objects.create(club=cast.club, name="Ana Lima")
        remove(written)

    def fail_while_one_is_added() -> None:
        monkeypatch.setattr(import_portions, "_remove_rows", add_and_remove)
        raise_cut_off()

    at_the_second(fail_while_one_is_added)
    with pytest.raises(CutOff):
        come_in(cast, file)

    assert Player.objects.filter(name="Ana Lima").exists()
    assert ResultsFile.objects.get().writing_at is None


def test_an_error_after_the_last_transaction_removes_nothing(cast: Cast, file: ResultsFile) -> None:
    def show_all_and_fail() -> None:
        with Portions(file) as ours:
            ours.write([Player(club=cast.club, name="Luc Roy")])
            ours.commit()
            ours.show_all()
            raise_cut_off()

    with pytest.raises(CutOff):
        show_all_and_fail()

    assert Player.objects.present().filter(name="Luc Roy").exists()


def test_a_transaction_that_does_not_end_well_is_taken_back(
    cast: Cast, file: ResultsFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Failing(Atomic):
        def __exit__(self, *_: object) -> None:
            transaction.set_rollback(True)
            super().__exit__(None, None, None)
            raise OperationalError

    def commit_and_fail_to() -> None:
        with Portions(file) as ours:
            ours.write([Player(club=cast.club, name="Luc Roy")])
            ours.commit()
            ours._open = Failing(None, True, False)
            ours._open.__enter__()
            ours.commit()

    with pytest.raises(OperationalError):
        commit_and_fail_to()

    assert not Player.objects.filter(name="Luc Roy").exists()
    assert ResultsFile.objects.get().writing_at is None


def test_what_was_cut_off_is_taken_back_after_two_minutes(cast: Cast, cut_off: ResultsFile) -> None:
    assert Event.objects.count() == 1
    assert cut_off.writing_at is not None

    take_back_cut_off(now=cut_off.writing_at + CUT_OFF)
    assert Event.objects.count() == 1  # its process may still be alive

    take_back_cut_off(now=cut_off.writing_at + CUT_OFF + timedelta(seconds=1))
    assert Event.objects.count() == 0
    assert not Player.objects.filter(name="Luc Roy").exists()
    assert ResultsFile.objects.get(writing_at=None).written == {}


def test_what_was_cut_off_comes_in_whole_at_the_next_press(
    cast: Cast, cut_off: ResultsFile
) -> None:
    with pytest.raises(Refused, match="being imported right now"):
        come_in(cast, cut_off)

    ResultsFile.objects.update(writing_at=timezone.now() - 2 * CUT_OFF)
    come_in(cast, cut_off)

    assert Event.objects.count() == Event.objects.present().count() == 3
    assert Player.objects.filter(name="Luc Roy").count() == 1


def test_what_comes_in_is_in_nobodys_bin(cast: Cast, cut_off: ResultsFile) -> None:
    ann = cast.browser_of("ann")
    event, player = Event.objects.get(), Player.objects.get(name="Luc Roy")

    for page in ("/desk/events/?bin", "/desk/people/?bin"):
        shown = ann.get(page).content.decode()
        assert event.name not in shown
        assert player.name not in shown

    restore_event(by=cast.who("ann"), event=event)
    restore_player(by=cast.who("ann"), player=player)
    for row in (event, player):
        row.refresh_from_db()
        assert row.binned_at is not None


def test_an_import_that_was_taken_back_meanwhile_writes_no_more(
    cast: Cast, file: ResultsFile, each_its_own: None, at_the_second: Callable[[Any], None]
) -> None:
    before = all_rows()

    def take_back() -> None:
        take_back_cut_off(now=timezone.now() + 2 * CUT_OFF)

    at_the_second(take_back)
    with pytest.raises(Refused):
        come_in(cast, file)

    assert all_rows() == before


def test_an_event_whose_address_is_taken_meanwhile_gets_the_next_one(
    cast: Cast, file: ResultsFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken = list[str]()

    def find_and_lose(name: str) -> str:
        slug = free_slug(name)
        if not taken:
            taken.append(slug)
            facts = {"slug": slug, "rules": {}, "starts_at": timezone.now()}
            Event.objects.create(club=cast.club, name=name, **facts)
        return slug

    monkeypatch.setattr(import_portions, "free_slug", find_and_lose)
    come_in(cast, file)

    slugs = set(Event.objects.values_list("slug", flat=True))
    assert len(slugs) == 4
    assert {taken[0], f"{taken[0]}-2"} <= slugs


def test_who_was_removed_while_it_was_written_gets_no_results(
    cast: Cast, file: ResultsFile, each_its_own: None, at_the_second: Callable[[Any], None]
) -> None:
    at_the_second(lambda: bin_player(by=cast.who("ann"), player=cast.ben_plays))

    with pytest.raises(Refused, match="list of people has just changed"):
        come_in(cast, file)

    assert not Event.objects.exists()
    assert ResultsFile.objects.get().writing_at is None


def test_the_page_shows_which_file_is_being_imported(cast: Cast, cut_off: ResultsFile) -> None:
    page = cast.browser_of("ann").get("/desk/bring-in/").content.decode()

    assert page.count("Importing now") == 1


def test_a_file_that_is_being_brought_in_is_neither_thrown_away_nor_too_old(
    cast: Cast, cut_off: ResultsFile
) -> None:
    with pytest.raises(Refused, match="being imported right now"):
        throw_away(file=cut_off)

    ResultsFile.objects.update(made_at=timezone.now() - timedelta(days=30))
    for _ in range(MOST_FILES + 1):
        keep_file(by=cast.who("ann"), club=cast.club, name="More", content=b"")
    assert ResultsFile.objects.filter(pk=cut_off.pk).exists()
    assert ResultsFile.objects.count() == MOST_FILES + 1
