"""Fixtures of all tests."""

import gc
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as site_settings
from django.core.signals import setting_changed
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder
from django.dispatch import receiver
from django.middleware import csrf
from django.test import RequestFactory, override_settings
from django.utils.translation import deactivate
from hypothesis import settings as hypothesis_settings
from pytest_django import DjangoDbBlocker

from leagues.backup.earlier import known_migrations
from leagues.catalogues import compile_catalogues
from leagues.dates import Region, set_region
from tests.function_caches import Cache, clear_caches, function_caches
from tests.postgres import shared_postgres
from tests.processor_time import QUICK_EXAMPLES, ProcessorTime
from tests.scenes import GROUND
from tests.served import copy_of, first_start
from tests.site.managed import run_command
from tests.statements import Noting, needless_tests

# These machines are shared: how long an example takes says nothing about the code.
hypothesis_settings.register_profile("shared", deadline=None)
hypothesis_settings.register_profile("quick", deadline=None, max_examples=QUICK_EXAMPLES)
hypothesis_settings.load_profile("shared")

# What a run has loaded stays loaded: to look for garbage in it again and again cost a tenth.
gc.set_threshold(20_000, 50, 100)

# Tokens of forms are random: in letters that no name has, none of them ever holds a "Bo".
csrf.CSRF_ALLOWED_CHARS = "qz"

ROWS = {"db", "transactional_db"}
# Browsers, and sites that are killed, can miss a moment on a busy machine. Not for all tests: the
# plugin's questions to its server delay each of them by up to 40 ms.
TRIED_TWICE = ("tests/browser/", "tests/faults/")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rows", action="store_true", help="only the tests that use the database")
    parser.addoption("--note-statements", metavar="FILE", help="see tests/statements.py")
    parser.addoption(
        "--send-all-of", metavar="FILE", action="append", help="see tests/statements.py"
    )


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):
        compile_catalogues()
    config.pluginmanager.register(ProcessorTime(config))
    if file := config.getoption("--note-statements"):
        config.pluginmanager.register(Noting(config, file))


@pytest.hookimpl(trylast=True)  # Hypothesis has marked its tests by then
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        if item.nodeid.startswith(TRIED_TWICE):
            item.add_marker(pytest.mark.flaky(reruns=1))
        if item.get_closest_marker("hypothesis"):
            # What it reaches is luck, and lines are counted a hundred times for it.
            item.add_marker(pytest.mark.no_cover)
    if config.getoption("--rows"):
        # What uses no rows says the same whichever database there is.
        leave_out(config, items, {item for item in items if not uses_rows(item)})
    if files := config.getoption("--send-all-of"):
        leave_out(config, items, needless_tests(files, items))


def leave_out(config: pytest.Config, items: list[pytest.Item], without: set[pytest.Item]) -> None:
    config.hook.pytest_deselected(items=[item for item in items if item in without])
    items[:] = [item for item in items if item not in without]


def uses_rows(item: pytest.Item) -> bool:
    return item.get_closest_marker("django_db") is not None or not ROWS.isdisjoint(
        getattr(item, "fixturenames", ())
    )


@pytest.fixture(scope="session")
def caches() -> list[Cache]:
    return function_caches()


@pytest.fixture(autouse=True)
def no_cache_hides_lines(request: pytest.FixtureRequest, caches: list[Cache]) -> Iterator[None]:
    """Clear function caches after a test marked ``no_cover``.

    A later test, whose lines are counted, would not run the lines of a cached function.
    """
    yield
    if request.node.get_closest_marker("no_cover"):
        clear_caches(caches)


@receiver(setting_changed)
def read_catalogues_again(*, setting: str, **about: object) -> None:
    if setting in {"LOCALE_PATHS", "LANGUAGES"}:
        clear_caches(function_caches())


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> None:
    """Record every migration as applied: the tables were made from the models."""
    site_settings.MIGRATION_MODULES = {}  # which were left out to make the tables
    with django_db_blocker.unblock():
        recorder = MigrationRecorder(connection)
        recorder.ensure_schema()
        for app, name in known_migrations():
            recorder.record_applied(app, name)


@pytest.fixture(scope="session", autouse=True)
def settings_of_tests() -> Iterator[None]:
    """The settings of every test, unless it sets others."""
    plain = "django.contrib.staticfiles.storage.StaticFilesStorage"
    storages = {**site_settings.STORAGES, "staticfiles": {"BACKEND": plain}}
    with override_settings(
        PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"],  # quick
        PUSH=False,  # no push messages are sent
        SECURE_SSL_REDIRECT=False,
        STORAGES=storages,  # pages are rendered without collecting assets first
        WHITENOISE_AUTOREFRESH=True,
    ):
        yield


@pytest.fixture(scope="session")
def shared_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that all processes of a run share."""
    here = tmp_path_factory.getbasetemp()
    return here.parent if "PYTEST_XDIST_WORKER" in os.environ else here


@pytest.fixture(scope="session")
def club(shared_folder: Path) -> Path:
    """The data folder of the demo club, to be copied."""
    return first_start(shared_folder / "demo", demo=True)


@pytest.fixture(scope="session")
def bare(shared_folder: Path) -> Path:
    """The data folder of a site that is not set up, to be copied."""
    return first_start(shared_folder / "bare", demo=False)


@pytest.fixture(scope="session")
def backup(club: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A backup of the demo club."""
    data_dir = copy_of(club, tmp_path_factory.mktemp("backed-up"))
    return Path(run_command(data_dir, "back_up").strip())


@pytest.fixture(scope="session")
def club_on_postgresql(
    backup: Path, shared_folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    """The demo club restored on PostgreSQL: to be read, or copied with ``copy_in_postgres``."""
    folder = tmp_path_factory.mktemp("restored-there")

    def restore(url: str) -> None:
        run_command(folder, "restore", str(backup), DATABASE_URL=url)

    with shared_postgres(shared_folder / "postgresql", "demo", restore) as url:
        yield url


@pytest.fixture(autouse=True)
def ask_as_browsers_do(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Send ``Accept-Language`` with every test request, as browsers do.

    Without it, each request would query the club for its language.
    """
    if "three_languages" in request.fixturenames:
        return
    factory: Any = RequestFactory
    plain = factory._base_environ

    def environ(self: RequestFactory, **more: Any) -> dict[str, Any]:
        return {"HTTP_ACCEPT_LANGUAGE": "en", **plain(self, **more)}

    monkeypatch.setattr(factory, "_base_environ", environ)


@pytest.fixture(autouse=True)
def in_the_language_of_the_site() -> None:
    """Start each test without a language and with British dates: a request leaves its own behind."""
    set_region(Region.BRITAIN)
    deactivate()


@pytest.fixture(autouse=True)
def dice_are_loaded(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give an event without a seed the same random numbers in every run of a test."""
    GROUND.begin(request.node.nodeid)
    monkeypatch.setattr("leagues.actions.events.seed.token_bytes", GROUND.dice)
