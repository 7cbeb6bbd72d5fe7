"""Sixteen phones at as many matches, over real connections, each with the code of its card."""

from __future__ import annotations

import json
import socket
import time
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import count
from typing import Any
from uuid import uuid4

from benchmarks.hall import EVENT, port_of

PHONES = 16
PATIENCE = 60.0
CLAIMS = (
    {"points": [2, 0], "twenties": [1, 0]},
    {"points": [0, 2], "twenties": [0, 3]},
)


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

    def report(self) -> float:
        """Send one report of the round; milliseconds until it is acknowledged as kept."""
        said = {
            "key": str(uuid4()),
            "game": self.game,
            "number": self.number,
            "claim": CLAIMS[next(self.turns) % 2],
            "made_at": datetime.now(UTC).isoformat(),  # noqa: TID251
        }
        begun = time.perf_counter()
        status, told = self.send({"device": self.device, "reports": [said]})
        took = (time.perf_counter() - begun) * 1000
        assert status == 200, told
        assert told["results"][0]["took"] == "new", told["results"]
        return took

    def nonsense(self) -> None:
        """Send something that is refused, and writes nothing."""
        status, told = self.send({"device": self.device, "reports": []})
        assert status == 400, told

    def send(self, said: object) -> tuple[int, Any]:
        """By hand: a library would take more of this machine than some of the site does."""
        data = json.dumps(said).encode()
        head = (
            f"POST {self.address} HTTP/1.1\r\nHost: localhost\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\n\r\n"
        )
        self.line.sendall(head.encode() + data)
        got, told = b"", b""
        while b"\r\n\r\n" not in got:
            got += self.line.recv(1 << 16)
        top, _, told = got.partition(b"\r\n\r\n")
        length = int(top.lower().partition(b"content-length:")[2].split()[0])
        while len(told) < length:
            told += self.line.recv(1 << 16)
        return int(top.split()[1]), json.loads(told)


def phones(url: str) -> list[Phone]:
    """Each at a match of its own that is being played."""
    import django

    django.setup()
    from django.utils import timezone

    from leagues.bridge import match_format_of, match_state
    from leagues.models import Event, Match
    from leagues.passes import Chose, Pass, Way

    Event.objects.filter(slug=EVENT).update(trust=Event.Trust.FIRST)
    open_ones = Match.objects.filter(event__slug=EVENT).exclude(
        state=Match.State.FINISHED
    )
    found = []
    for match in open_ones.select_related("pairing_round__stage__event")[:PHONES]:
        rules = match_format_of(match.pairing_round.stage)
        due = match_state(rules, list(match.rounds.all()), match.first).next
        if due is None:
            continue
        Match.objects.filter(pk=match.pk).update(
            state=Match.State.PLAYING, started_at=timezone.now(), board=None
        )
        way = Pass(Way.CODE, match.pk, match.pk, Chose.EVERYBODY)
        found.append(
            Phone(
                match.pk,
                f"/play/{way.sealed}/reports/",
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
