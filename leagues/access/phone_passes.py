"""Passes: how a phone gets access to a match without an account.

A pass contains the way in, its credential, one match and one seat, and is signed, so it isn't
stored. Secrets of labels and match codes are likewise derived from the site's key, so there
are none to steal from the database.
"""

from __future__ import annotations

import hmac
from dataclasses import dataclass, replace
from enum import Enum

from django.core.signing import BadSignature, Signer
from django.db import models
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext_lazy as _

from leagues.models import Board, Match

SIGNER = Signer(salt="leagues.passes", sep=".")
SECRET_LETTERS = 20


class WayIn(models.TextChoices):
    """How a phone got access to the entry page."""

    LABEL = "label", _("The label on the board")
    LINK = "link", _("Personal link")
    CODE = "code", _("The match code")
    ACCOUNT = "account", _("Their account")
    KIOSK = "kiosk", _("The tablet at the board")


class Chose(Enum):
    """The values of ``Pass.at`` that aren't a seat."""

    UNCHOSEN = "x"
    EVERYBODY = "b"
    """A single phone that scores for all sides."""


@dataclass(frozen=True)
class Pass:
    """Access to one match, with the way in and the seat."""

    way: WayIn
    credential: int
    match: int
    at: int | Chose = Chose.UNCHOSEN
    label: int = 0
    """The number of the scanned label; a newer label voids the pass."""

    @property
    def seat(self) -> int | None:
        """The side that the pass reports for. None before a side is chosen, and for all sides."""
        return self.at if isinstance(self.at, int) else None

    @property
    def has_chosen(self) -> bool:
        return self.at is not Chose.UNCHOSEN

    def choosing(self, at: int | Chose) -> Pass:
        return replace(self, at=at)

    def on(self, match: Match | None) -> Pass:
        """Return a pass for another match, such as the next one at the board."""
        everybody = self.way is WayIn.KIOSK
        return replace(
            self,
            match=match.pk if match else 0,
            at=Chose.EVERYBODY if everybody else Chose.UNCHOSEN,
        )

    @property
    def plain(self) -> str:
        """The content of the pass as text. It proves nothing without its signature."""
        at = self.at.value if isinstance(self.at, Chose) else self.at
        facts = (self.way.value, self.credential, self.match, at, self.label)
        return "-".join(map(str, facts))

    @property
    def signed(self) -> str:
        """The signed pass, for use in addresses."""
        return SIGNER.sign(self.plain)

    @property
    def key(self) -> str:
        """The key with which a phone signs a hand-over. It can't be derived from the hand-over."""
        return salted_hmac("leagues.hand-over", self.plain, algorithm="sha256").hexdigest()


def open_pass(signed: str) -> Pass | None:
    """Return the pass of a signed text. None if the signature is invalid."""
    try:
        return read_plain(SIGNER.unsign(signed))
    except (BadSignature, UnicodeError):
        return None


def read_plain(plain: str) -> Pass | None:
    """Parse the text of a pass without checking a signature. None if it is malformed."""
    try:
        way, credential, match, at, label = plain.split("-")
        return Pass(WayIn(way), int(credential), int(match), _parse_at(at), int(label))
    except ValueError:
        return None


def _parse_at(text: str) -> int | Chose:
    return int(text) if text.isdecimal() else Chose(text)


# --- Labels ---------------------------------------------------------------------------


def label_secret(board: Board, number: int | None = None) -> str:
    """Return the secret of a board's label. Incrementing ``label_number`` changes it."""
    known = f"{board.pk}/{number or board.label_number}"
    digest = salted_hmac("leagues.label", known, algorithm="sha256").hexdigest()
    return digest[:SECRET_LETTERS]


def is_label_of(board: Board, secret: str) -> bool:
    return constant_time_compare(secret, label_secret(board))


def was_label_of(board: Board, secret: str) -> bool:
    """True if this was the secret of one of the board's earlier labels."""
    return any(
        constant_time_compare(secret, label_secret(board, number))
        for number in range(1, board.label_number)
    )


# --- Match codes ----------------------------------------------------------------------

LETTERS = "23456789ACDEFGHJKMNPQRTUVWXY"
LOOK_ALIKES = str.maketrans({"B": "8", "S": "5", "Z": "2"})
CODE_LENGTH = 6
HALF: int = len(LETTERS) ** (CODE_LENGTH // 2)


def code_of(match: Match) -> str:
    """Return the match code: six letters and digits.

    It encrypts the match's ID with the site's key (a Feistel network), so codes are unique and
    other codes can't be guessed from one.
    """
    left, right = divmod(match.pk % HALF**2, HALF)
    for turn in range(4):
        left, right = right, (left + _mix_half(turn, right)) % HALF
    return _spell_half(left) + _spell_half(right)


def code_in_two(match: Match) -> str:
    """Return the code as it is printed and read aloud: "K7M 4QX"."""
    code, half = code_of(match), CODE_LENGTH // 2
    return f"{code[:half]} {code[half:]}"


def match_of_code(typed: str) -> int | None:
    """Return the match ID of a typed code, whether that match exists or not.

    None if it is no code.
    """
    code = "".join(c for c in typed.upper().translate(LOOK_ALIKES) if c.isalnum())
    if len(code) != CODE_LENGTH or not set(code) <= set(LETTERS):
        return None
    left, right = _read_half(code[: CODE_LENGTH // 2]), _read_half(code[CODE_LENGTH // 2 :])
    for turn in reversed(range(4)):
        left, right = (right - _mix_half(turn, left)) % HALF, left
    return left * HALF + right


def _mix_half(turn: int, half: int) -> int:
    digest: bytes = salted_hmac("leagues.code", f"{turn}/{half}", algorithm="sha256").digest()
    return int.from_bytes(digest[:8])


def _spell_half(half: int) -> str:
    text = ""
    for _place in range(CODE_LENGTH // 2):
        half, letter = divmod(half, len(LETTERS))
        text = LETTERS[letter] + text
    return text


def _read_half(text: str) -> int:
    half = 0
    for letter in text:
        half = half * len(LETTERS) + LETTERS.index(letter)
    return half


# --- Hand-overs -----------------------------------------------------------------------


def is_signed(pass_: Pass, text: str, signature: str) -> bool:
    """True if the text was signed by a phone with this pass."""
    ours = hmac.new(pass_.key.encode(), text.encode(), "sha256").hexdigest()
    return constant_time_compare(ours, signature)
