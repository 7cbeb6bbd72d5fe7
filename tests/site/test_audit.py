"""Locked packages and images have no known advisory, and are renewed within nine months."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from tests import audit
from tests.audit import (
    Advisory,
    is_mended,
    list_faults,
    list_warnings,
    parse_report,
    read_answers,
    write_answers,
)


def test_nothing_that_is_locked_has_a_known_advisory() -> None:
    assert list(list_faults(read_answers())) == []


def test_every_package_and_every_image_is_looked_at() -> None:
    packages = dict(audit.locked_packages())
    assert packages.keys() > {"django", "pillow", "psycopg", "pytest", "django-allauth"}
    images = [audit.version_of(each)[0] for each in audit.pinned_images()]
    assert sorted(images) == ["caddy", "postgres", "python"]
    assert audit.version_of("python:3.11.18-slim-bookworm") == ("python", "3.11.18")


@pytest.mark.parametrize(
    ("pins", "images"),
    [([("pillow", "12.3.0")], []), ([], ["caddy:2.8.4-alpine"]), ([], ["postgres:15.8-bookworm"])],
)
def test_what_was_locked_in_2024_and_kept_by_a_bound_is_a_fault(
    pins: list[tuple[str, str]], images: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audit, "locked_packages", lambda: iter(pins))
    monkeypatch.setattr(audit, "pinned_images", lambda: iter(images))
    kept = replace(read_answers(), images=dict.fromkeys(images, read_answers().asked))

    found = list(list_faults(kept))
    assert len(found) >= 3
    assert all("CVE-20" in each and "mended in" in each for each in found)

    unlisted = list(list_faults(replace(kept, images={})))
    assert [each for each in unlisted if "has no date" in each] == [
        f"{image} has no date in advisories.json" for image in images
    ]


def test_an_advisory_is_mended_by_its_series_or_by_the_newest() -> None:
    mended_in = ("17.8", "16.12", "15.16")
    versions = ("17.7", "17.8", "16.13", "14.99", "18.0")
    assert [is_mended(each, mended_in) for each in versions] == [*(False, True, True, False, True)]
    assert not is_mended("1.0", ())


def test_one_that_cannot_be_mended_yet_is_accepted_with_a_reason_and_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(audit, "locked_packages", lambda: iter([("segno", "1.6.6")]))
    known = Advisory("CVE-2026-1", "segno", (), accepted="it draws our own text")
    kept = replace(read_answers(), advisories=(known,))

    assert list(list_faults(kept)) == []
    assert list(list_warnings(kept, kept.asked)) == [
        "segno 1.6.6 has CVE-2026-1, mended in no version; accepted: it draws our own text"
    ]


def test_a_pin_older_than_nine_months_is_shown() -> None:
    kept = read_answers()
    today = max(kept.asked, kept.locked, *kept.images.values())
    assert list(list_warnings(kept, today)) == []

    later = list(list_warnings(kept, today + timedelta(days=275)))
    assert len(later) == 2 + len(kept.images)
    assert later[0].startswith("the locks (make lock): last renewed on")


def test_a_package_without_an_answer_is_not_taken_for_sound() -> None:
    found, unanswered = parse_report(
        {
            "dependencies": [
                {"name": "django", "version": "5.2.19", "vulns": []},
                {"name": "segno", "skip_reason": "Dependency not found"},
                {
                    "name": "pillow",
                    "version": "12.3.0",
                    "vulns": [{"id": "CVE-2026-96639", "fix_versions": ["13.0.0"]}],
                },
            ]
        }
    )
    assert found == [Advisory("CVE-2026-96639", "pillow", ("13.0.0",))]
    assert unanswered == ["segno"]


def test_what_is_kept_is_read_as_it_was_written(tmp_path: Path) -> None:
    write_answers(read_answers(), tmp_path / "kept.json")
    assert read_answers(tmp_path / "kept.json") == read_answers()
    assert (tmp_path / "kept.json").read_text() == audit.KEPT.read_text()
