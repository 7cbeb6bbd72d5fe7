"""Sixteen phones at as many matches, over real connections, each with the code of its card."""

from __future__ import annotations

import json
import socket
import time
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import count
from uuid import uuid4

from benchmarks.hall import EVENT, port_of

PHONES = 16
PATIENCE = 60.0
CLAIMS = ({"points": [2, 0], "twenties": [1, 0]}, {"points": [0, 2], "twenties": [0, 3]})


SAFE = b'{"kept": true}'
NOT_TAKEN = b'"took": "refused"'
TAKEN = b'"took": '
END = b"0\r\n\r\n"


def heard(got: bytes) -> tuple[bool, bool]:
    """Whether the site has said that a report is safe, and whether it has said everything.

    Who need not queue is told both at once.
    """
    if SAFE in got:
        return True, got.endswith(END)
    top, _, told = got.partition(b"\r\n\r\n")
    length = top.lower().partition(b"content-length:")[2].split()
    is_whole = bool(length) and len(told) >= int(length[0])
    return is_whole, is_whole


def is_taken(got: bytes) -> bool:
    return TAKEN in got and NOT_TAKEN not in got


@dataclass
class Phone:
    """One phone that scores for both sides; it changes its mind for ever."""

    match: int
    address: str
    game: int
    number: int
    line: socket.socket
    device: str = field(default_factory=lambda: str(uuid4()))
    turns: count[int] = field(default_factory=count)

    def report(self) -> tuple[float, float]:
        """Send one report of the round; milliseconds until it is safe, and until it counts."""
        request = self.request()
        begun = time.perf_counter()
        safe, got = self.send(request)
        took = time.perf_counter() - begun
        assert is_taken(got), got
        return (safe - begun) * 1000, took * 1000

    def request(self) -> bytes:
        said = {
            "key": str(uuid4()),
            "game": self.game,
            "number": self.number,
            "claim": CLAIMS[next(self.turns) % 2],
            "made_at": datetime.now(UTC).isoformat(),  # noqa: TID251
        }
        # By hand: a library would take more of this machine than some of the site does.
        data = json.dumps({"device": self.device, "reports": [said]}).encode()
        head = (
            f"POST {self.address} HTTP/1.1\r\nHost: localhost\r\n"
            "Accept: application/x-ndjson, application/json\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n\r\n"
        )
        return head.encode() + data

    def send(self, request: bytes) -> tuple[float, bytes]:
        """When it was safe, and all that was said."""
        self.line.sendall(request)
        got, safe, is_done = b"", 0.0, False
        while not is_done:
            got += self.line.recv(1 << 16)
            is_safe, is_done = heard(got)
            safe = safe or (time.perf_counter() if is_safe else 0.0)
        return safe, got


def phones(url: str) -> list[Phone]:
    """Each at a match of its own that is being played."""
    import django

    django.setup()
    from django.utils import timezone

    from leagues.access.phone_passes import Chose, Pass, WayIn
    from leagues.models import Event, Match
    from leagues.reads import match_format_of, match_state

    Event.objects.filter(slug=EVENT).update(trust=Event.Trust.FIRST)
    open_ones = Match.objects.filter(event__slug=EVENT).exclude(state=Match.State.FINISHED)
    found = []
    for match in open_ones.select_related("pairing_round__stage__event")[:PHONES]:
        rules = match_format_of(match.pairing_round.stage)
        due = match_state(rules, list(match.rounds.all()), match.first).next
        if due is None:
            continue
        Match.objects.filter(pk=match.pk).update(
            state=Match.State.PLAYING, started_at=timezone.now(), board=None
        )
        way = Pass(WayIn.CODE, match.pk, match.pk, Chose.EVERYBODY)
        found.append(
            Phone(
                match.pk,
                f"/play/{way.signed}/reports/",
                due.game,
                due.round,
                socket.create_connection(("127.0.0.1", port_of(url)), PATIENCE),
            )
        )
    return found


def play_anew(hands: list[Phone]) -> None:
    """Tear up what was said of these rounds. Nobody corrects one thirty times, and each word
    that is kept of a round is read with the next."""
    from leagues.models import Match, Round, RoundReport

    for each in hands:
        Match.objects.filter(pk=each.match).update(
            state=Match.State.PLAYING, ending="", winner=None, finished_at=None
        )
        which = {"match": each.match, "game": each.game, "number": each.number}
        for rows in (RoundReport, Round):
            found = rows._default_manager.filter(**which)
            found._raw_delete(found.db)
