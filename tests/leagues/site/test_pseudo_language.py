"""No page has untranslated texts or loses a placeholder, in a pseudo-language."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import pytest
from django.test import Client

from leagues.actions.events.events import add_stage
from leagues.pairing.bracket import fill_slots
from leagues.pairing.double_knockout import double_knockout
from leagues.pairing.knockout import Placing, knockout_bracket
from leagues.pairing.page_playoff import PAGE
from leagues.pairing.two_against_one import refuse_one_kind
from leagues.pairing.values import NoPairing, Why
from leagues.say import say, say_all, say_why
from leagues.stages.entry_sources import TopOfPools
from leagues.stages.event_templates import SHAPES
from leagues.stages.pairing_ways import Knockout, SomeGames
from leagues.stages.pairing_ways import PagePlayoff as PagePlayOff
from scoring.errors import RuleError, ScoreError
from scoring.game_end import FixedRounds
from scoring.matches import FORMATS
from scoring.payouts import PlacePoints
from scoring.presets import PRESETS
from scoring.rules_card import OPTIONS, rules_card
from scoring.score import ByDiscs, ByResult, ByTotals, Zones, score_round
from scoring.sides import BySeat
from scoring.text import Count, Gap, Joined, Listing, Ordinal, Text
from scoring.tiebreaks import STEPS
from scoring.tiebreaks import SkipReason as Skipped
from tests.cast import Cast
from tests.leagues.play.desk_hall import open_hall
from tests.leagues.site.fragments import whole_pages
from tests.leagues.tables.test_public_standings import play_games
from tests.pseudo import (
    catalogue,
    in_accents,
    left_in_english,
    left_on,
    texts_of,
    texts_on,
    walk_pages,
    words_of_rows,
)

__all__ = ["catalogue", "in_accents"]  # fixtures of other files

STANDINGS = "/events/westport-open/standings/"


def test_texts_say_themselves_in_english() -> None:
    text = Text(
        "{place}: {names}, {games}, {share}",
        place=Ordinal(22),
        names=Listing(("Ann", "Ben", Text("nobody else"))),
        games=Count("{n} game", "{n} games", 1),
        share=Fraction(39, 2),
    )

    assert say(text) == str(text) == "22nd: Ann, Ben and nobody else, 1 game, 19½"


@pytest.mark.long
@pytest.mark.usefixtures("in_accents")
def test_ordinals_lists_counts_and_parts_follow_the_language() -> None:
    assert say(Ordinal(3)) == "ţĥííŕđ"
    assert say(Ordinal(22)) == "22ñđ"
    assert say(Count("{n} game", "{n} games", 2)) == "2 ĝááɱééš"
    assert say(Listing(("Ann", "Ben", "Cy"))) == "Ann, Ben ááñđ Cy"
    assert say(Listing(("Ann", "Ben"), Joined.COMMA)) == "Ann, Ben"


@pytest.mark.long
@pytest.mark.usefixtures("in_accents")
def test_a_table_gives_its_reasons_in_the_language(cast: Cast) -> None:
    hall = open_hall(cast, names=["Ann A", "Ben B", "Cy C", "Di D"])
    play_games(hall, (1, 2, 8), (3, 4, 8))
    play_games(hall, (1, 3, 3), (2, 4, 5))

    page = Client().get(STANDINGS).content.decode()

    assert "Ţĥííŕđ" in page or "ţĥííŕđ" in page
    assert left_in_english(texts_of(page), words_of_rows()) == []


# --- Every page -------------------------------------------------------------------------

NO_LINK_LEADS_TO = tuple(f"/overlay/westport-open/{which}/" for which in ("boards/1", "matches/5"))


@pytest.mark.long
@pytest.mark.usefixtures("in_accents")
@pytest.mark.parametrize("who", ["stranger", "olga"])
def test_no_page_within_reach_stays_english(cast: Cast, who: str) -> None:
    """Of an event being played, page by page along its links."""
    hall = open_hall(cast, names=["Ann A", "Ben B", "Cy C", "Di D"], entries=5)
    add_stage(by=hall.by, event=hall.event, name="Final", way=Knockout(), takes=TopOfPools(2))
    play_games(hall, (1, 2, 8), (3, 4, 8))
    play_games(hall, (1, 3, 3), (2, 4, 5))
    hall.publish((1, 4), (2, 3), byes=[5])
    browser = cast.browser_of(who)

    pages, whole = {}, []
    for path, answer in walk_pages(browser, *NO_LINK_LEADS_TO):
        pages[path] = texts_on(answer)
        whole += whole_pages(browser, path, answer)

    assert not (left := left_on(pages)), left
    assert not whole, "\n".join(whole)


# --- What is said only now and then -----------------------------------------------------


def every_text() -> list[Gap]:
    """All texts of the rules, the pairing and the stages, besides tables."""
    options, steps = OPTIONS.values(), STEPS.values()
    slots = [
        (bracket, slot)
        for bracket in (knockout_bracket(16, Placing.ALL), double_knockout(8), PAGE)
        for slot in bracket.slots
    ]
    return [
        *(text for sheet in PRESETS.values() for text in (sheet.title, sheet.text)),
        *(text for sheet in PRESETS.values() for text in rules_card(sheet.rule)),
        *(text for each in options for text in (each.title, each.topic, each.text)),
        *(text for each in FORMATS.values() for text in each.sentences),
        *(text for shape in SHAPES.values() for text in (shape.title, shape.text)),
        *(step.label for step in steps),
        *(skipped.value for skipped in Skipped),
        *(text for _, slot in slots for text in (slot.label, slot.heading or "")),
        *(text for bracket, slot in slots for text in map(bracket.describe, slot.sources)),
    ]


def everything_refused() -> Iterator[Exception]:
    tournament = PRESETS["tournament-singles"].rule
    for wrong in (
        lambda: score_round(tournament, ByResult(BySeat(2, 2), BySeat(9, -1))),
        lambda: score_round(tournament, ByTotals(BySeat(7, 200), BySeat(1, 8))),
        lambda: score_round(tournament, ByDiscs(BySeat(Zones(fives=9), Zones(tens=-1)))),
        lambda: FixedRounds(0),
        lambda: PlacePoints((5, 4, 2)),
        lambda: replace(tournament, discs=99),
        lambda: rules_card(tournament, list(OPTIONS.values())),
        lambda: SomeGames(0),
        lambda: refuse_one_kind([1, 2], {1: 2, 2: 2}),
        lambda: PagePlayOff().bracket(7),
    ):
        with pytest.raises((ScoreError, RuleError, NoPairing)) as refused:
            wrong()
        yield refused.value


@pytest.mark.long
@pytest.mark.usefixtures("in_accents")
def test_no_text_of_the_rules_stays_english() -> None:
    names = tuple(OPTIONS)  # a rule is named as it is written in a file
    known = {word for name in names for word in re.findall("[a-z]+", name)}

    assert left_in_english(say_all(every_text())) == []
    assert left_in_english(map(say_why, everything_refused()), known) == []


@pytest.mark.long
@pytest.mark.usefixtures("in_accents")
def test_the_reason_for_a_pairing_is_in_the_language() -> None:
    """What they came as is said in it too, after it was kept in a row."""
    final = fill_slots(knockout_bracket(4), [1, 2, 3, 4], {"SF1": 1, "SF2": 2})["F"].pairing
    assert final is not None
    kept = json.loads(json.dumps(final.why.as_data))

    reason = replace(final, why=Why.from_data(kept)).because(1, {1: "Ann", 2: "Ben"}.__getitem__)

    assert left_in_english([say(reason)], {"Ben"}) == []
