"""Sentences of the catalogues in which a word stands, for whoever gives another word for it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from leagues.words.put import GAPS, ClubWords, pattern_of
from leagues.words.said import own_sentences, plain_translation
from leagues.words.site_word import WordKey
from leagues.words.tables import table_of

READABLE = 45  # letters of a sentence that shows how a form is used, about
GAP = re.compile(r"%\((\w+)\)[a-z]|\{(\w+)\}")
TAG = re.compile(r"</?[A-Za-z][^<>]*>")
FILLED = {
    "number": "3",
    "n": "3",
    "first": "3",
    "games": "3",
    "minutes": "20",
    "stage": "A",
}

PREVIEWED = (
    "Game %(n)s",
    "Who won the round?",
    "Round {n}: entered",
    "After %(minutes)s minutes the game ends as it stands. Play the round to its end and enter it first.",
    "Screens and phones say who goes to which board. The first call starts the game.",
    "Matches are listed as soon as their game is published.",
    "Published game %(number)s of %(stage)s.",
    "No round has been reported yet.",
    "Nobody has reported a round of this match.",
    "A match is the best of {games} games.",
    "A night is worth the points earned in its games.",
    "Who wins the night?",
)
"""Of labels, of a phone, of the wall, of the log, of a reason: each said somewhere in the site."""


def preview(words: ClubWords) -> tuple[str, ...]:
    site = plain_translation(words.language)
    return tuple(
        readable(words.put(english, site.gettext(english))) for english in PREVIEWED
    )


def readable(sentence: str) -> str:
    """With something in its gaps, and without tags.

    >>> readable("<b>Game %(number)s</b> of %(stage)s: {names}")
    'Game 3 of A: …'
    """
    filled = GAP.sub(
        lambda gap: FILLED.get(gap[1] or gap[2], "…"), TAG.sub("", sentence)
    )
    return filled.replace("%%", "%").strip()


@cache
def examples(language: str) -> dict[tuple[WordKey, str], str]:
    """For each form the sentence with it that is read most easily."""
    found: dict[tuple[WordKey, str], Effort] = {}
    for key, form, effort in _uses(language):
        here = found.get((key, form))
        if here is None or effort < here:
            found[key, form] = effort
    return {where: effort[-1] for where, effort in found.items()}


Effort = tuple[bool, int, int, str]
"""A number that does not go with its noun is worst to read, then a gap, then a long sentence."""


def _effort(sentence: str, is_counted: bool) -> Effort:
    return is_counted, sentence.count("…"), abs(len(sentence) - READABLE), sentence


def _uses(language: str) -> Iterator[tuple[WordKey, str, Effort]]:
    table = table_of(language)
    pattern = pattern_of(table)
    if not table.words:
        return
    for each in own_sentences(language):
        asked = GAPS.sub(" ", each.english)
        for found in pattern.finditer(each.said):
            if form := found["form"] or found["joined"]:
                listed = table.as_listed(form)
                if word := table.meant(listed, asked):
                    effort = _effort(readable(each.said), each.is_counted)
                    yield word.key, listed, effort
