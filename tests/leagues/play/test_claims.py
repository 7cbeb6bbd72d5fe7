"""Claims of a round: in words, and compared with what the card has."""

from typing import Any

import pytest

from leagues.models import Round
from leagues.reads.play.card import differing_fields
from leagues.reads.play.claims import round_score
from leagues.reads.play.result_text import claim_in_words
from leagues.reads.play.typed_cards import read_line
from scoring import FORMATS, score_round


@pytest.mark.parametrize(
    ("claim", "words"),
    [
        ({}, "not played"),
        ({"points": [2, 0]}, "2–0"),
        ({"points": [2, 0], "twenties": [None, None]}, "2–0"),
        ({"points": [2, 0], "twenties": [3, None]}, "2–0, 20s 3–?"),
        ({"score": [65, 40], "twenties": [3, 1]}, "65–40, 20s 3–1"),
        ({"points": None}, "…"),
    ],
)
def test_a_claim_in_words(claim: dict[str, Any], words: str) -> None:
    assert claim_in_words(claim) == words


KNOWN = Round(points=[2, 0], score=[65, 40], twenties=[2, 1])
RESULT_ONLY = Round(points=[2, 0])


@pytest.mark.parametrize(
    ("kept", "typed", "differs"),
    [
        (KNOWN, "65 40 2 1", ()),
        (KNOWN, "2-0", ()),
        (KNOWN, "2-0 ? 1", ()),
        (KNOWN, "0-2", ("points",)),
        (KNOWN, "40 65", ("points", "score")),
        (KNOWN, "70 40", ("score",)),
        (KNOWN, "2-0 2 2", ("twenties",)),
        (RESULT_ONLY, "2-0", ()),
        (RESULT_ONLY, "65 40", ("score",)),
        (RESULT_ONLY, "2-0 ? 1", ("twenties",)),
    ],
)
def test_what_is_not_typed_differs_in_nothing(
    kept: Round, typed: str, differs: tuple[str, ...]
) -> None:
    rule = FORMATS["four-rounds"].rule

    assert differing_fields(kept, score_round(rule, round_score(read_line(typed, rule)))) == differs
