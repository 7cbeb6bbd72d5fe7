"""A phone without a network judges as the rules do: the same matches, played on both."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest
from playwright.sync_api import Page

from leagues.bridge.rules.claims import round_score
from scoring.errors import ScoreError
from scoring.matches import FORMATS, MatchFormat, SingleGame, state, to_dict
from scoring.matches.state import NOT_POINTS, MatchState
from scoring.outcome import Owed
from scoring.presets import PRESETS
from scoring.rules import GameRule
from scoring.score import score_round
from scoring.sides import BySeat, Seat
from tests.served import Site

EACH = 60  # matches of every format
SHEETS: dict[str, MatchFormat] = {
    **FORMATS,
    **{name: SingleGame(preset.rule) for name, preset in PRESETS.items()},
    "quinte-of-pairs": FORMATS["quinte"].on(PRESETS["tournament-doubles"].rule),
}


@pytest.fixture
def tool(page: Page, site: Site) -> Page:
    """A page that has the phone's rules at hand."""
    page.goto(f"{site.url}/play/")
    return page


def ask(page: Page, site: Site, script: str, given: Any) -> Any:
    rules, match = (f"{site.url}/static/js/play/{n}.js" for n in ("rules", "match"))
    return page.evaluate(
        f"async given => {{ const rules = await import({rules!r});"
        f"const match = await import({match!r}); {script} }}",
        given,
    )


Points = BySeat[int]
Steps = list[dict[str, Any]]


@cache
def possible(rule: GameRule) -> tuple[list[Points], list[Points]]:
    """What a round can pay, and what it pays where all are level."""
    found = sorted(rule.pays.possible(rule.sides, rule.discs), key=tuple)
    return found, [points for points in found if len(set(points)) == 1]


def a_round(dice: random.Random, rule: GameRule, owed: Owed) -> Points:
    """Level rounds often, as they are where rules get hard."""
    if owed in NOT_POINTS:
        most = 12 if owed is Owed.SHOOT_OUT else 1
        made = dice.randrange(most)
        ahead = dice.randrange(-1, rule.sides)
        return BySeat(*(made + (seat == ahead) for seat in range(rule.sides)))
    found, level = possible(rule)
    choices = level if dice.random() < 0.4 else found
    return choices[dice.randrange(len(choices))]


def play(
    dice: random.Random, match_format: MatchFormat
) -> tuple[dict[str, Any], Steps]:
    """A match at random: what a phone is given of it, and what the rules say at each step."""
    opening = Seat(dice.randrange(match_format.rule.sides))
    rounds: list[Points] = []
    at = state(match_format, rounds, opening)
    steps = [told(at)]
    while at.next and len(rounds) < 30:
        rounds.append(a_round(dice, match_format.rule, at.next.owed))
        at = state(match_format, rounds, opening)
        steps.append(told(at))
    given = {
        "format": to_dict(match_format),
        "opening": opening,
        "rounds": [list(points) for points in rounds],
    }
    return given, steps


def told(at: MatchState) -> dict[str, Any]:
    """What a phone has to know, as the rules say it."""
    due, outcome = at.next, at.outcome
    return {
        "points": list(at.points),
        "next": due
        and [due.game, due.round, str(due.owed), due.first.seat, due.first.player or 0],
        "over": outcome and [outcome.winner, str(outcome.decided_by)],
    }


SAY = """
    return given.map(({format, opening, rounds}) =>
        Array.from({length: rounds.length + 1}, (_, n) => {
            const at = match.standing(format, rounds.slice(0, n), opening);
            const due = at.next;
            return {
                points: at.points,
                next: due && [due.game, due.number, due.owed, ...due.first],
                over: at.over && [at.over.winner, at.over.by],
            };
        }));
"""


def test_a_phone_leads_through_every_match_as_the_rules_do(
    tool: Page, site: Site
) -> None:
    dice = random.Random(20)
    played = [
        play(dice, match_format)
        for match_format in SHEETS.values()
        for _ in range(EACH)
    ]
    said = ask(tool, site, SAY, [given for given, _ in played])

    assert len(played) > 2000
    for (given, steps), heard in zip(played, said, strict=True):
        for number, (step, answer) in enumerate(zip(steps, heard, strict=True)):
            assert answer == step, f"{given} after {number} rounds"


def claims(dice: random.Random, rule: GameRule) -> dict[str, Any]:
    """Numbers people might enter, a good part of them impossible."""
    seats = range(rule.sides)
    few = rule.discs // 2 + 1
    match dice.randrange(3):
        case 0:
            zones = [[dice.randrange(few) for _ in range(4)] for _ in seats]
            return {"discs": zones}
        case 1:
            made = [dice.randrange(rule.discs + 2) for _ in seats]
            score = [20 * n + 5 * dice.randrange(-1, 3 * few) for n in made]
            return {"score": [max(0, s) for s in score], "twenties": made}
    points = sorted(rule.pays.possible(rule.sides, rule.discs), key=tuple)
    return {
        "points": list(points[dice.randrange(len(points))]),
        "twenties": [dice.randrange(rule.discs + 2) for _ in seats],
    }


def test_a_phone_counts_and_refuses_as_the_rules_do(tool: Page, site: Site) -> None:
    dice = random.Random(15)
    given = [
        (preset.rule, claims(dice, preset.rule))
        for preset in PRESETS.values()
        for _ in range(120)
    ]
    said = ask(
        tool,
        site,
        "return given.map(([rule, claim]) => ["
        "rules.fault(rule, claim) !== null, rules.scored(rule, claim)]);",
        [(rule.to_dict(), claim) for rule, claim in given],
    )

    refused = 0
    for (rule, claim), (is_wrong, numbers) in zip(given, said, strict=True):
        try:
            counted = score_round(rule, round_score(claim))
        except ScoreError:
            refused += 1
            assert is_wrong, f"{rule} cannot be {claim}"
            continue
        assert not is_wrong, f"{rule} may be {claim}"
        assert numbers["points"] == list(counted.points)
        assert numbers["twenties"] == list(counted.twenties)
        assert numbers["score"] == (counted.score and list(counted.score))
    assert 0.2 < refused / len(given) < 0.8
