"""Two servers send each webhook once; if one is killed while sending, it is sent again."""

import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.examples import rare_but
from tests.faults.test_kill import environment_of
from tests.postgres import copy_in_postgres
from tests.served import ROOT, copy_of
from tests.webhook_receiver import HOST, Got, Receiver, webhook_receiver

pytestmark = pytest.mark.long

MANY = 12  # as many are queued


class Servers:
    """Servers of one site, each a separate process."""

    def __init__(self, folder: Path, **more: str) -> None:
        self.environment = environment_of(folder) | {"WEBHOOK_HOSTS": HOST} | more

    def run(self, *words: object) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "tests.faults.telling", *map(str, words)]
        return subprocess.Popen(
            command, cwd=ROOT, env=self.environment, stdout=subprocess.PIPE, text=True
        )

    def done(self, *words: object) -> None:
        process = self.run(*words)
        process.communicate()
        assert process.returncode == 0


def received_names(receiver: Receiver) -> Counter[str]:
    return Counter(each.payload["data"]["players"][0]["name"] for each in receiver.got)


def test_killed_in_the_middle_another_server_tells_it_again_under_the_same_key(
    bare: Path, tmp_path: Path
) -> None:
    servers = Servers(copy_of(bare, tmp_path))
    with webhook_receiver() as receiver:
        taken: list[Got] = []

        def kill_after_the_third(got: Got) -> int:
            taken.append(got)
            if len(taken) == 3:
                first.send_signal(signal.SIGKILL)
                first.wait()
            return 204

        receiver.answer = kill_after_the_third
        first = servers.run("queue", receiver.address, "send", 0)
        secret, _ = first.communicate()
        assert first.returncode == -signal.SIGKILL
        assert len(taken) == 3

        receiver.got.clear()
        servers.done("send", 11)  # when its claim has ended

    again = {each.key: each for each in receiver.got}
    assert len(receiver.got) == len(again) == MANY - 2
    assert again[taken[2].key].body == taken[2].body, "at least once, told apart by its key"
    assert not {taken[0].key, taken[1].key} & again.keys()
    assert taken[0].is_signed_with(secret)


@pytest.mark.parametrize("database", rare_but(["sqlite", "postgresql"], "sqlite"))
def test_two_servers_never_both_tell_the_same(
    bare: Path, tmp_path: Path, database: str, request: pytest.FixtureRequest
) -> None:
    if database == "sqlite":
        tell_by_two(Servers(copy_of(bare, tmp_path)))
        return
    there = request.getfixturevalue("club_on_postgresql")
    with copy_in_postgres(there, "telling") as url:
        tell_by_two(Servers(tmp_path, DATABASE_URL=url, SECRET_KEY="of both"))


def tell_by_two(servers: Servers) -> None:
    with webhook_receiver() as receiver:
        servers.done("queue", receiver.address)
        both = [servers.run("send", 0) for _ in range(2)]
        for each in both:
            each.communicate()
        assert [each.returncode for each in both] == [0, 0]
    assert received_names(receiver) == Counter(f"P{number}" for number in range(MANY))
    assert len({each.key for each in receiver.got}) == MANY
