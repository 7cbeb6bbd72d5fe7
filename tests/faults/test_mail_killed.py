"""Each mail is sent once, by two servers at once and when one is killed while sending."""

import signal
import sqlite3
import subprocess
import sys
import threading
from collections import Counter
from email.message import EmailMessage
from pathlib import Path

import pytest

from tests.faults.test_kill import environment_of
from tests.mail_server import OK, mail_server
from tests.served import PATIENCE, ROOT, copy_of

pytestmark = pytest.mark.long

MANY = 8


def test_killed_in_the_middle_of_a_mail_two_servers_send_the_rest_once(
    bare: Path, tmp_path: Path
) -> None:
    copy_of(bare, tmp_path)
    with mail_server() as server:
        url = {"EMAIL_URL": f"smtp://127.0.0.1:{server.port}"}

        def run(*words: object) -> subprocess.Popen[bytes]:
            command = [sys.executable, "-m", "tests.faults.mailing", *map(str, words)]
            return subprocess.Popen(command, cwd=ROOT, env=environment_of(tmp_path) | url)

        def kill_at_the_third(message: EmailMessage) -> str:
            if message["Subject"] != "2":
                return OK
            first.send_signal(signal.SIGKILL)
            return "451 Nobody is there any more"

        server.of_message = kill_at_the_third
        first = run("queue", MANY, "send", 0)
        assert first.wait() == -signal.SIGKILL
        assert [each["Subject"] for each in server.got] == ["0", "1"]

        both = threading.Barrier(2)

        def take_when_both_send(message: EmailMessage) -> str:
            if len(server.got) == 2:  # nothing since the first was killed
                both.wait(PATIENCE)
            return OK

        server.of_message = take_when_both_send
        others = [run("send", 11) for _ in range(2)]  # when its claim has ended
        assert [each.wait() for each in others] == [0, 0]

    assert Counter(each["Subject"] for each in server.got) == Counter(map(str, range(MANY)))
    with sqlite3.connect(tmp_path / "twenties.sqlite3") as rows:
        left = rows.execute(
            "SELECT COUNT(*) FROM leagues_mail WHERE state <> 'sent' OR claimed_by IS NOT NULL"
        )
        assert left.fetchone() == (0,)
