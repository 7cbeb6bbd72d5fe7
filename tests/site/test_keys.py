"""The secret key that a site creates for itself."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from crokinole_site.data_folder import kept_secret


def test_the_secret_is_made_once_and_kept(tmp_path: Path) -> None:
    first = kept_secret(tmp_path / "secret-key")
    assert kept_secret(tmp_path / "secret-key") == first
    assert len(first) >= 50


def test_only_its_owner_may_read_it(tmp_path: Path) -> None:
    kept_secret(tmp_path / "secret-key")
    assert (tmp_path / "secret-key").stat().st_mode & 0o777 == 0o600


def test_many_who_start_at_once_agree_and_leave_nothing_behind(tmp_path: Path) -> None:
    with ThreadPoolExecutor(16) as starting:
        keys = set(starting.map(kept_secret, [tmp_path / "secret-key"] * 64))
    assert len(keys) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["secret-key"]
