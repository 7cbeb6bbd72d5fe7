"""Read uploaded workbooks and pictures in a child process with limited time and memory.

A file of 11 kB can unpack to gigabytes or keep a decoder busy for minutes, and a worker never
frees such memory. The child returns JSON and bytes, never pickles: a malicious picture may have
taken it over.
"""

import gc
import json
import logging
import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from leagues.files import spreadsheet, uploaded_picture
from leagues.files.spreadsheet import Unreadable, UnreadableFile
from leagues.files.uploaded_picture import BadPicture, MadePicture, UnreadablePicture

MEMORY = 512 * 2**20  # bytes of address space; 99,000 rows of 20 cells take 270 MB
PROCESSOR_TIME = 60  # seconds; the same rows take 14
PATIENCE = 180  # seconds until the parent gives up
REFUSED, OVER_LIMIT = 3, 4
FOLDER = Path(__file__).resolve().parents[2]

log = logging.getLogger(__name__)


class OverLimit(Exception):
    """The child needed too much time or memory, or it crashed."""


class RefusedFile(Exception):
    """The child refused the file; the message is the name of the reason."""


def read_results(name: str, data: bytes) -> bytes:
    """Return a results file as ``spreadsheet.pack`` does. Only workbooks need the child process."""
    if len(data) > spreadsheet.MOST_BYTES or not data.startswith(spreadsheet.ZIP):
        return spreadsheet.pack(spreadsheet.read_content(name, data))
    try:
        return _run_child("results", name, data)
    except RefusedFile as refused:
        raise UnreadableFile(Unreadable[str(refused)]) from refused
    except OverLimit as over:
        raise UnreadableFile(Unreadable.TOO_LARGE) from over


def make_logo(content: bytes) -> MadePicture:
    return _make_picture("logo", content)


def make_photo(content: bytes) -> MadePicture:
    return _make_picture("photo", content)


def _make_picture(job: str, content: bytes) -> MadePicture:
    if len(content) > uploaded_picture.MOST_BYTES:
        raise UnreadablePicture(BadPicture.TOO_LARGE)
    try:
        head, _, data = _run_child(job, "", content).partition(b"\n")
    except RefusedFile as refused:
        raise UnreadablePicture(BadPicture[str(refused)]) from refused
    except OverLimit as over:
        raise UnreadablePicture(BadPicture.BROKEN) from over
    media_type, width, height = json.loads(head)
    return MadePicture(data, media_type, width, height)


def _run_child(job: str, name: str, data: bytes) -> bytes:
    try:
        done = subprocess.run(  # noqa: S603
            [*(sys.executable, "-m", __name__, job, name), f"{MEMORY} {PROCESSOR_TIME}"],
            cwd=FOLDER,
            input=data,
            capture_output=True,
            timeout=PATIENCE,
            check=False,
        )
    except subprocess.TimeoutExpired as late:
        raise OverLimit from late
    if done.returncode == REFUSED:
        raise RefusedFile(done.stdout.decode())
    if done.returncode:
        log.warning(
            "reading an uploaded file (%s) ended with %s: %s",
            *(job, done.returncode, done.stderr.decode(errors="replace")[-500:]),
        )
        raise OverLimit
    return done.stdout


# --- In the child ---------------------------------------------------------------------


def _set_limits(memory: int, processor_time: int) -> None:
    gc.disable()  # the process is too short to need it
    if os.name == "nt":  # which has neither of these limits
        return
    import resource

    os.nice(10)  # phones have priority
    for what, most in (
        (resource.RLIMIT_AS, memory),
        (resource.RLIMIT_CPU, processor_time),
        (resource.RLIMIT_CORE, 0),
    ):
        with suppress(ValueError, OSError):  # macOS can't limit the address space
            resource.setrlimit(what, (most, most))


def _read_results(name: str, data: bytes) -> bytes:
    sys.modules["numpy"] = None  # type: ignore[assignment] # openpyxl does without, in half the memory
    return spreadsheet.pack(spreadsheet.read_content(name, data))


def _picture_job(make: Callable[[bytes], MadePicture]) -> Callable[[str, bytes], bytes]:
    def job(_name: str, data: bytes) -> bytes:
        made = make(data)
        head = json.dumps([made.media_type, made.width, made.height])
        return head.encode() + b"\n" + made.data

    return job


JOBS = {
    "results": _read_results,
    "logo": _picture_job(uploaded_picture.make_logo),
    "photo": _picture_job(uploaded_picture.make_photo),
}


def _main(job: str, name: str, limits: str) -> int:
    _set_limits(*map(int, limits.split()))
    try:
        made = JOBS[job](name, sys.stdin.buffer.read())
    except (UnreadableFile, UnreadablePicture) as refused:
        sys.stdout.write(refused.why.name)
        return REFUSED
    except MemoryError:
        return OVER_LIMIT
    sys.stdout.buffer.write(made)
    return 0


if __name__ == "__main__":
    sys.exit(_main(*sys.argv[1:]))
