"""Kill a backup or a restore at its first step on the disk, at its second, and so on.

It runs as a separate process in the folder of a bare site:  killed back_up | killed restore FILE
For each step it prints what was there afterwards, once a start had finished what was begun.
"""

import os
import shutil
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import mkdtemp

import django

django.setup()

from django.conf import settings  # noqa: E402
from django.db import connection  # noqa: E402

from leagues.backup.archive import check_archive, tables_of, unpack_archive  # noqa: E402
from leagues.backup.make import make_backup  # noqa: E402
from leagues.backup.placing import DATABASE, finish_restore  # noqa: E402
from leagues.backup.restore import restore_backup  # noqa: E402

STEPS = {"open", "os.rename", "os.remove", "os.mkdir", "os.rmdir", "sqlite3.connect"}
MOST = 200


def die_at(step: int, folder: Path) -> None:
    """Kill this process just before its ``step``-th change of the disk."""
    seen = 0

    def count(event: str, args: tuple[object, ...]) -> None:
        nonlocal seen
        if event in STEPS and args and str(folder) in str(args[0]):
            seen += 1
            if seen == step:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(count)


def is_killed(act: Callable[[], object], step: int, folder: Path) -> bool:
    """Run ``act`` in a child process that dies at this step; whether it came that far."""
    connection.close()
    child = os.fork()
    if not child:
        if step:
            die_at(step, folder)
        try:
            act()
        except BaseException:
            sys.excepthook(*sys.exc_info())
            os._exit(1)
        os._exit(0)
    state = os.waitpid(child, 0)[1]
    if os.WIFSIGNALED(state):
        return True
    assert os.WEXITSTATUS(state) == 0
    return False


def until_it_is_done(act: Callable[[], object], folder: Path) -> Iterator[int]:
    for step in range(1, MOST):
        if not is_killed(act, step, folder):
            return
        yield step


def back_up_killed() -> Iterator[str]:
    data_dir = Path(settings.DATA_DIR)
    backups, work = data_dir / "backups", Path(mkdtemp())
    rows = tables_of(data_dir / DATABASE)
    for _ in until_it_is_done(make_backup, data_dir):
        whole = [check_archive(file, work) for file in backups.glob("*.zip")]
        assert tables_of(data_dir / DATABASE) == rows
        for file in backups.glob("*.zip"):
            file.unlink()
        yield "whole" if whole else "nothing"
    assert [file.suffix for file in backups.iterdir()] == [".zip"], "what was left is gone"


def restore_killed(backup: Path) -> Iterator[str]:
    data_dir = Path(settings.DATA_DIR)
    wanted = Path(mkdtemp())
    manifest = unpack_archive(backup, wanted)

    def state() -> str:
        finish_restore(data_dir)  # as the next start does
        if not (data_dir / DATABASE).exists():
            return "nothing"
        assert tables_of(data_dir / DATABASE) == manifest.tables
        for name in manifest.files:
            assert (data_dir / name).read_bytes() == (wanted / name).read_bytes()
        return "whole"

    for _ in until_it_is_done(lambda: restore_backup(backup), data_dir):
        found = state()
        if found == "nothing":
            assert not is_killed(lambda: restore_backup(backup), 0, data_dir)
            assert state() == "whole", "it can be done again"
        left = [each.name for each in data_dir.iterdir() if "restor" in each.name]
        assert found == "whole" or left == []
        shutil.rmtree(data_dir)
        data_dir.mkdir()
        yield found


if __name__ == "__main__":
    _, what, *words = sys.argv
    steps = back_up_killed() if what == "back_up" else restore_killed(Path(words[0]))
    for each in steps:
        sys.stdout.write(f"{each}\n")
