"""Two servers, one PostgreSQL and a proxy: any server may be killed, and nothing is lost."""

import signal
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import psycopg
import pytest

from tests.faults.live_hall import Desk, Entered, get_page, open_desk, revision_on, watch_page
from tests.faults.proxied import CADDY, NGINX, caddy_config, nginx_config, run_caddy, run_nginx
from tests.postgres import copy_in_postgres
from tests.served import Site, free_port, start_site

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(
        NGINX is None and CADDY is None, reason="neither nginx nor Caddy is installed"
    ),
]
SHARED = {"SECRET_KEY": "of both", "PUSH_KEY": "of both", "WORKERS": "1"}


@pytest.fixture(scope="module")
def database(club_on_postgresql: str) -> Iterator[str]:
    with copy_in_postgres(club_on_postgresql, "two_servers") as url:
        yield url


@dataclass
class TwoServers:
    """A club's servers by name, the proxies in front, and a desk that writes beside them."""

    folder: Path
    database: str
    fronts: list[str]
    ports: dict[str, int]
    servers: dict[str, Site]

    def start(self, name: str) -> Site:
        folder = self.folder / name
        folder.mkdir(exist_ok=True)
        site = start_site(
            folder, demo=False, PORT=str(self.ports[name]), DATABASE_URL=self.database, **SHARED
        )
        self.servers[name] = site
        return site

    def kill(self, name: str) -> None:
        self.servers[name].stop(signal.SIGKILL)

    def shows(self, entered: Entered) -> None:
        """Assert that no front serves a page older than this round.

        The proxy keeps a page for a second at most, so open pages ask the site itself.
        """
        asked = f"/events/{entered.event}/standings/?fragment=live"
        for front in self.fronts * 4:
            status, _, page = get_page(front, asked, Cookie="sessionid=of-nobody")
            assert status == 200
            assert revision_on(page) >= entered.revision


@pytest.fixture(scope="module")
def both(database: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[TwoServers]:
    named = {name: free_port() for name in ("one", "other")}
    behind = [f"127.0.0.1:{port}" for port in named.values()]
    folder = tmp_path_factory.mktemp("servers")
    both = TwoServers(folder, database, [], named, {})
    with ExitStack() as stack:
        for name in named:
            stack.callback(both.start(name).stop)
        for program, configured, run in (
            (NGINX, nginx_config, run_nginx),
            (CADDY, caddy_config, run_caddy),
        ):
            if program:
                front = free_port()
                place = tmp_path_factory.mktemp("proxy")
                stack.enter_context(run(place, configured(front, behind), front))
                both.fronts.append(f"http://localhost:{front}")
        yield both
        for site in both.servers.values():
            site.stop()


@pytest.fixture(scope="module")
def hall(both: TwoServers) -> Iterator[Desk]:
    with open_desk(both.servers["one"], both.database) as opened:
        yield opened


def test_either_may_die_and_every_page_goes_on(both: TwoServers, hall: Desk) -> None:
    entered = hall.enter()
    with ExitStack() as pages:
        for url in (*both.fronts, *(site.url for site in both.servers.values())):
            page = pages.enter_context(watch_page(url, entered.revisions))
            page.receives(f"id: {entered.revision}")
            entered = hall.enter()
            page.receives(f"id: {entered.revision}")
        both.shows(entered)

    for name in ("one", "other"):
        with watch_page(both.servers[name].url, entered.revisions) as lost:
            lost.receives(f"id: {entered.revision}")
            both.kill(name)
            lost.ends()
        entered = hall.enter()
        both.shows(entered)
        for front in both.fronts:
            with watch_page(front, entered.revisions) as page:
                page.receives(f"id: {entered.revision}")
                entered = hall.enter()
                page.receives(f"id: {entered.revision}")
        both.start(name)
        with watch_page(both.servers[name].url, entered.revisions) as back:
            back.receives(f"id: {entered.revision}")
            entered = hall.enter()
            back.receives(f"id: {entered.revision}")
        both.shows(entered)


def test_a_server_that_lost_its_line_to_the_database_finds_it_again(
    both: TwoServers, hall: Desk
) -> None:
    entered = hall.enter()
    with ExitStack() as opened:
        pages = [
            opened.enter_context(watch_page(site.url, entered.revisions))
            for site in both.servers.values()
        ]
        for page in pages:
            page.receives(f"id: {entered.revision}")
        with psycopg.connect(both.database, autocommit=True) as server:
            server.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND query LIKE 'LISTEN%'"
            )
        entered = hall.enter()
        for page in pages:
            page.receives(f"id: {entered.revision}")
