"""The phone's JavaScript rules agree with the Python rules: the same matches, played by both."""

import json
import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from leagues.reads.phones.report_merge import Spoken
from leagues.reads.play.claims import round_score
from leagues.reads.play.round_names import round_word
from scoring.errors import ScoreError
from scoring.matches import (
    BY_SHEET,
    FORMATS,
    BestOf,
    MatchFormat,
    SingleGame,
    match_state,
    to_dict,
    with_decider,
)
from scoring.matches.state import NOT_POINTS, MatchState
from scoring.outcome import Owed
from scoring.presets import PRESETS, SINGLES
from scoring.rules import GameRule
from scoring.score import score_as_recorded, score_round
from scoring.shooting import Shooter
from scoring.sides import BySeat, Seat
from tests.node import run_node

EACH = 60  # matches of every format
SHEETS: dict[str, MatchFormat] = {
    **FORMATS,
    **{name: SingleGame(preset.rule) for name, preset in PRESETS.items()},
    **{
        f"{name} of {sheet}": follows(PRESETS[sheet].rule)
        for name, follows in BY_SHEET.items()
        for sheet in ("conventional-singles", "workshop-rounds-doubles")
    },
    "one against two": SingleGame(
        PRESETS["classic-twelve-two-against-one"].rule.between(BySeat(1, 2))
    ),
    "best-of-3, then one round": with_decider(BestOf(3, SINGLES)),
    "quinte-of-pairs": FORMATS["quinte"].on(PRESETS["tournament-doubles"].rule),
}


MODULES = Path(settings.BASE_DIR) / "static/js/play"
# None is what both sides say of what is not there.
PROGRAM = """
    import {{ readFileSync }} from "node:fs";
    import * as match from "{at}/match.js";
    import * as rules from "{at}/rules.js";
    import * as view from "{at}/view.js";
    const given = JSON.parse(readFileSync(0, "utf8"));
    const answer = (() => {{ {script} }})();
    console.log(JSON.stringify(answer, (_, value) => value ?? null));
"""


def ask_modules(script: str, given: Any) -> Any:
    """Run a script with the phone's modules, in the Node.js that comes with Playwright."""
    program = PROGRAM.format(at=MODULES.as_uri(), script=script)
    ran = run_node("--input-type=module", "--eval", program, given=json.dumps(given))
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)


Points = BySeat[int]
Steps = list[dict[str, Any]]


@cache
def possible_points(rule: GameRule) -> tuple[list[Points], list[Points]]:
    """What a round can pay, and what it pays where all sides are tied."""
    found = sorted(rule.pays.possible(rule.sides, rule.discs), key=tuple)
    return found, [points for points in found if len(set(points)) == 1]


def a_round(dice: random.Random, rule: GameRule, owed: Owed) -> Points:
    """A random round, often tied, as ties are the hard cases of the rules."""
    if owed in NOT_POINTS:
        most = 12 if owed is Owed.SHOOT_OUT else 1
        made = dice.randrange(most)
        ahead = dice.randrange(-1, rule.sides)
        return BySeat(*(made + (seat == ahead) for seat in range(rule.sides)))
    found, level = possible_points(rule)
    choices = level if dice.random() < 0.4 else found
    return choices[dice.randrange(len(choices))]


def play_random_match(
    dice: random.Random, match_format: MatchFormat
) -> tuple[dict[str, Any], Steps]:
    """A random match: what a phone is given of it, and the facts by the rules after each step."""
    opening = Seat(dice.randrange(match_format.rule.sides))
    rounds: list[Points] = []
    at = match_state(match_format, rounds, opening)
    steps = [facts_for_phone(at)]
    while at.next and len(rounds) < 30:
        rounds.append(a_round(dice, match_format.rule, at.next.owed))
        at = match_state(match_format, rounds, opening)
        steps.append(facts_for_phone(at))
    given = {
        "format": to_dict(match_format),
        "opening": opening,
        "rounds": [list(points) for points in rounds],
    }
    return given, steps


def facts_for_phone(at: MatchState) -> dict[str, Any]:
    """What a phone has to compute of a match, as the Python rules give it."""
    due, outcome = at.next, at.outcome
    return {
        "points": list(at.points),
        "result": list(at.result),
        "byGame": [list(game) for game in at.by_game],
        "next": due
        and [
            due.game,
            due.round,
            str(due.owed),
            *shooter_numbers(due.first),
            *shooter_numbers(due.hammer),
        ],
        "called": due and round_word(due.owed, at.in_games),
        "over": outcome and [outcome.winner, str(outcome.decided_by)],
    }


def shooter_numbers(shooter: Shooter) -> tuple[int, int]:
    return shooter.seat, shooter.player or 0


SAY = """
    return given.map(({format, opening, rounds}) =>
        Array.from({length: rounds.length + 1}, (_, n) => {
            const at = match.standing(format, rounds.slice(0, n), opening);
            const due = at.next;
            return {
                points: at.points,
                result: at.result,
                byGame: at.byGame,
                next: due && [due.game, due.number, due.owed, ...due.first, ...due.hammer],
                called: due && match.roundWord(due.owed, at.inGames),
                over: at.over && [at.over.winner, at.over.by],
            };
        }));
"""


@pytest.mark.long
def test_a_phone_leads_through_every_match_as_the_rules_do() -> None:
    dice = random.Random(20)
    played = [
        play_random_match(dice, match_format)
        for match_format in SHEETS.values()
        for _ in range(EACH)
    ]
    answers = ask_modules(SAY, [given for given, _ in played])

    assert len(played) > 2000
    for (given, steps), heard in zip(played, answers, strict=True):
        for number, (step, answer) in enumerate(zip(steps, heard, strict=True)):
            assert answer == step, f"{given} after {number} rounds"


def random_claim(dice: random.Random, rule: GameRule) -> dict[str, Any]:
    """A random claim, often an impossible one."""
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


def test_a_phone_counts_and_refuses_as_the_rules_do() -> None:
    dice = random.Random(15)
    given = [
        (preset.rule, random_claim(dice, preset.rule))
        for preset in PRESETS.values()
        for _ in range(120)
    ]
    answers = ask_modules(
        "return given.map(([rule, claim]) => ["
        "rules.fault(rule, claim) !== null, rules.scored(rule, claim)]);",
        [(rule.to_dict(), claim) for rule, claim in given],
    )

    refused = 0
    for (rule, claim), (is_wrong, numbers) in zip(given, answers, strict=True):
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


def test_a_phone_sees_the_differences_that_the_site_sees() -> None:
    dice = random.Random(65)
    rule = PRESETS["tournament-singles"].rule
    words: list[dict[str, Any]] = [
        {"points": [2, 0]},
        {"points": [2, 0], "twenties": [None, 1]},
        {"points": [0, 2], "twenties": [0, 1]},
        {"score": [65, 40], "twenties": [3, 1]},
        {"score": [65, 45], "twenties": [3, None]},
        {"discs": [[3, 0, 0, 1], [1, 1, 0, 1]]},
    ]
    pairs = [(dice.choice(words), dice.choice(words)) for _ in range(200)]
    answers = ask_modules(
        "return given[1].map(([one, two]) => view.differs("
        "rules.scored(given[0], one), rules.scored(given[0], two)));",
        [rule.to_dict(), pairs],
    )

    for (one, two), found in zip(pairs, answers, strict=True):
        spoken = (
            Spoken(claim, score_as_recorded(rule, round_score(claim))) for claim in (one, two)
        )
        first, second = spoken
        assert found == list(first.differs_from(second)), (one, two)
