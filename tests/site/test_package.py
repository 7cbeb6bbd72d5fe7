"""The package holds everything that a site needs, and works outside of this project."""

import os
import subprocess
import sys
import sysconfig
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from django.conf import settings

from tests.served import ROOT, Site, copy_of, free_port, get_page, start_with

pytestmark = pytest.mark.long


@dataclass
class Installed:
    """An environment that holds the package, and the folder where the system keeps data."""

    folder: Path
    site: Site | None = None

    @property
    def data_dir(self) -> Path:
        return self.folder / "data" / "twenties"

    @property
    def command(self) -> str:
        return str(self.folder / "env" / "bin" / "twenties")

    @property
    def environment(self) -> dict[str, str]:
        kept = {"PATH": os.environ["PATH"], "HOME": str(self.folder)}
        return {**kept, "XDG_DATA_HOME": str(self.folder / "data")}

    def run(self, *words: str) -> str:
        done = subprocess.run(
            [self.command, *words],
            cwd=self.folder,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel"]
    subprocess.run([*build, "--directory", str(folder)], cwd=ROOT, check=True)
    [made] = folder.glob("*.whl")
    return made


@pytest.fixture(scope="module")
def installed(
    wheel: Path, club: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Installed]:
    """The running package, with the demo club. Libraries are this environment's, so that nothing
    is fetched."""
    here = Installed(tmp_path_factory.mktemp("installed"))
    uv = [sys.executable, "-m", "uv"]
    python = here.folder / "env" / "bin" / "python"
    subprocess.run([*uv, "venv", "--python", sys.executable, str(here.folder / "env")], check=True)
    install = [*uv, "pip", "install", "--offline", "--no-deps", "--python", str(python), str(wheel)]
    subprocess.run(install, check=True)
    [packages] = (here.folder / "env").glob("lib/python*/site-packages")
    (packages / "libraries.pth").write_text(sysconfig.get_path("purelib"))
    copy_of(club, here.data_dir)
    port = free_port()
    here.site = start_with(
        {**here.environment, "DATA_DIR": str(here.data_dir), "PORT": str(port), "WORKERS": "1"},
        [here.command],
        here.folder,
    )
    yield here
    here.site.stop()


def test_the_package_opens_the_demo_club(installed: Installed) -> None:
    assert installed.site
    assert "Millrace Crokinole Club" in get_page(installed.site.url)
    assert get_page(f"{installed.site.url}/healthz") == "fine"


def test_data_are_in_the_folder_of_the_system_and_a_backup_is_restored(
    installed: Installed,
) -> None:
    """Unless ``DATA_DIR`` names another."""
    made = Path(installed.run("backup").strip())

    assert made.parent == installed.data_dir / "backups"
    other = installed.folder / "restored"
    assert "Restored" in installed.run("restore", str(made), f"DATA_DIR={other}")
    assert (other / "twenties.sqlite3").exists()


def test_every_file_of_the_site_is_in_the_package(wheel: Path) -> None:
    packed = set(zipfile.ZipFile(wheel).namelist())

    for folder, into in (
        ("templates", "crokinole_site/"),
        ("static", "crokinole_site/"),
        ("crokinole_site", ""),
        ("leagues", ""),
        ("scoring", ""),
    ):
        for file in (ROOT / folder).rglob("*"):
            if file.is_file() and file.suffix != ".pyc":
                assert f"{into}{file.relative_to(ROOT)}" in packed
    catalogues = {name for name in packed if name.endswith(".mo")}
    assert len(catalogues) == len(settings.LOCALE_PATHS) * (len(settings.LANGUAGES) - 1)
