"""Phones in a hall, each with the pass it came in with."""

import json
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID, uuid4

from django.test import Client

from leagues.access.phone_passes import Chose, Pass, WayIn, label_secret, open_pass
from leagues.models import Board, Event, Match, Player, Round
from tests.cast import Cast, Page
from tests.leagues.play.desk_hall import DeskHall, open_hall

NAMES = ("Ann", "Ben", "Cat", "Dan")


@dataclass
class Phone:
    """One phone on the page of one match."""

    pass_: Pass
    device: UUID = field(default_factory=uuid4)
    browser: Client = field(default_factory=Client)

    @property
    def address(self) -> str:
        return f"/play/{self.pass_.signed}/"

    def looks(self, seen: str = "") -> Any:
        """The match's state as this phone gets it."""
        answer = self.asks(seen)
        assert answer.status_code == 200, answer.content
        return answer.json()

    def opens(self) -> Any:
        """The match's state on the page, with what the phone's pass leads to."""
        return self.browser.get(self.address).context["state"]

    def asks(self, seen: str = "") -> Page:
        about = {"device": str(self.device), "seen": seen}
        return self.browser.get(f"{self.address}state.json", about)

    def tells(self, verb: str, content: Any) -> Page:
        body = content if isinstance(content, bytes | str) else json.dumps(content)
        return self.browser.post(f"{self.address}{verb}/", body, content_type="application/json")

    def send_report(
        self, number: int, claim: Any, *, key: UUID | None = None, game: int = 1, **more: Any
    ) -> Any:
        """Report a round, and return what became of the report."""
        report = self.report(number, claim, key=key, game=game) | more
        answer = self.tells("reports", {"device": str(self.device), "reports": [report]})
        assert answer.status_code == 200, answer.content
        return answer.json()["results"][0]

    def report(
        self, number: int, claim: Any, *, key: UUID | None = None, game: int = 1
    ) -> dict[str, Any]:
        return {
            "key": str(key or uuid4()),
            "game": game,
            "number": number,
            "claim": claim_of(claim),
            "made_at": "2026-11-21T12:00:00Z",
        }

    def confirms(self, mark: str | None = None, **more: Any) -> Page:
        fields = {"device": str(self.device), "mark": mark or self.looks()["mark"]}
        return self.tells("confirm", fields | more)


def claim_of(written: Any) -> Any:
    """A claim from "2-0" or "2-0 3-1", the second with its 20s; a dictionary is used as is."""
    if not isinstance(written, str):
        return written
    result, *made = written.split()
    claim: dict[str, Any] = {"points": [int(n) for n in result.split("-")]}
    if made:
        claim["twenties"] = [None if n == "?" else int(n) for n in made[0].split("-")]
    return claim


@dataclass
class Hall:
    """Ann plays Ben on board 1, Cat plays Dan on board 2; everybody has been called."""

    desk: DeskHall

    @property
    def event(self) -> Event:
        self.desk.event.refresh_from_db()
        return self.desk.event

    @property
    def match(self) -> Match:
        return self.event.matches.select_related("board").get(number=1)

    @property
    def other_match(self) -> Match:
        return self.event.matches.select_related("board").get(number=2)

    def phone(self, at: int | Chose, match: Match | None = None) -> Phone:
        """A phone that scanned the label on the board of the first match."""
        match = match or self.match
        assert match.board
        return Phone(Pass(WayIn.LABEL, match.board.pk, match.pk, at, match.board.label_number))

    def trusts(self, trust: str, **facts: Any) -> None:
        Event.objects.filter(pk=self.desk.event.pk).update(trust=trust, **facts)

    def player(self, name: str) -> Player:
        return Player.objects.get(name=name)

    def round(self, number: int) -> Round:
        return self.match.rounds.get(game=1, number=number)

    @property
    def card(self) -> list[str]:
        """The rounds that count, such as "2-0 agreed"."""
        return [
            f"{'-'.join(map(str, each.points or ()))} {each.state}"
            for each in self.match.rounds.all()
        ]


def open_phones(cast: Cast, *, trust: str = "first", **facts: Any) -> Hall:
    desk = open_hall(cast, entries=4, boards=2, names=NAMES, **facts)
    desk.publish((1, 2), (3, 4))
    Match.objects.filter(event=desk.event).update(state=Match.State.CALLED)
    hall = Hall(desk)
    hall.trusts(trust)
    return hall


def scan_label(board: Board) -> Page:
    return Client().get(f"/b/{board.pk}-{label_secret(board)}/", follow=True)


def pass_in(page: Page) -> Pass:
    """The pass in the address that a page was redirected to."""
    pass_ = open_pass(page.redirect_chain[-1][0].split("/")[2])
    assert pass_ is not None
    return pass_


def board_one() -> Board:
    return Board.objects.get(number=1)
