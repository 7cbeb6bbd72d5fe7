"""Garbage is collected in idle moments, and never while reports are in progress."""

import gc

import pytest

from crokinole_site.garbage import FEW, MANY, Garbage
from crokinole_site.report_activity import REPORTS


@pytest.fixture
def collected(monkeypatch: pytest.MonkeyPatch) -> list[None]:
    """One item for each full collection."""
    found = list[None]()
    monkeypatch.setattr(gc, "collect", lambda: found.append(None))
    return found


def looks(*requests: int) -> None:
    """Look once a second, at the numbers of requests so far."""
    garbage = Garbage()
    for each in requests:
        garbage.look(each)


@pytest.mark.parametrize(
    ("requests", "times"),
    [
        ((FEW, FEW), 1),
        ((FEW, FEW, FEW, FEW), 1),
        ((FEW - 1, FEW - 1), 0),
        ((FEW, FEW + 1, FEW + 2), 0),
        ((FEW, FEW, FEW + 1, FEW + 1), 1),
        ((FEW, FEW, 2 * FEW, 2 * FEW), 2),
        ((MANY,), 1),
        ((MANY - 1, MANY, MANY + 1), 1),
    ],
    ids=[
        *("an idle second", "many idle seconds", "too few requests", "no idle second"),
        *("too few since", "enough since", "many requests", "many in three seconds"),
    ],
)
def test_garbage_is_collected_after_few_requests_when_idle_and_after_many_at_once(
    collected: list[None], requests: tuple[int, ...], times: int
) -> None:
    looks(*requests)
    assert len(collected) == times


def test_garbage_waits_for_reports(collected: list[None]) -> None:
    with REPORTS.one():
        looks(MANY)
        assert not collected


def test_garbage_waits_for_reports_that_pages_no_longer_wait_for(collected: list[None]) -> None:
    with REPORTS.one():
        REPORTS.since[REPORTS.here] = 1.0
        assert not REPORTS.under_way()
        looks(MANY)
        assert not collected


def test_free_memory_goes_back_to_the_system_after_a_collection(
    collected: list[None], monkeypatch: pytest.MonkeyPatch
) -> None:
    collections = list[int]()
    trim = "crokinole_site.garbage.trim"
    monkeypatch.setattr(trim, lambda _: collections.append(len(collected)))

    looks(MANY - 1, MANY, MANY + 1)

    assert collections == [1]
