"""Any match of any ready-made event is corrected into any state: the page answers with a result
or a reason, and the event's pages still open.
"""

from collections.abc import Collection
from random import Random
from uuid import uuid4

import pytest
from django.test import Client

from leagues.actions.results.corrections import Then
from leagues.models import Entry, Match, Team
from leagues.reads.advance.bracket_play import winner_of
from leagues.reads.play.card import card_mark
from leagues.reads.results.corrections import typed_line
from leagues.stages.event_templates import DECIDED, SHAPES
from leagues.stages.pairing_ways import Knockout
from leagues.stages.stage_plan import StagePlan
from tests.cast import Cast
from tests.examples import rare_but
from tests.leagues.days.hall import Hall
from tests.scenes import scene

SEED = 32
FIELD = {"championship": 16, "rotating-doubles": 8}
USUAL_FIELD = 7
PRESETS = {"rotating-doubles": "tournament-doubles", "at-a-board": "four-colours-8-6-4-2"}
CORRECTIONS = 6  # of each shape, and one of each match of a bracket
PAGES = (
    *("/events/{}/", "/events/{}/matches/", "/events/{}/numbers/"),
    *("/desk/events/{}/play/", "/desk/events/{}/draw/"),
)
CHANCES = "/events/{}/chances/"
FOLLOW = ("/events/{}/standings/", "/events/{}/bracket/", "/desk/events/{}/advance/")
NOT_IN_ALL = (200, 302, 404)


@scene
def cup(cast: Cast) -> Hall:
    """A knockout of four, played to its final."""
    return play_stages(
        Hall.open(cast.club, cast.who("ann"), 4),
        StagePlan(name="Cup", way=Knockout(), match_format=DECIDED),
    )


def play_stages(hall: Hall, *plans: StagePlan) -> Hall:
    hall.run(*hall.plan(plans))
    return hall


def test_a_semi_final_becomes_unfinished_after_the_other_finalist_has_won(
    cup: Hall, ann: Client
) -> None:
    champion = winner_of(match_in(cup, "F"))
    semi_finals = [match_in(cup, slot) for slot in ("SF1", "SF2")]
    [lost] = [each for each in semi_finals if winner_of(each) != champion]

    assert correct_match(ann, lost, lines_of(lost)[:-1]) == [200, 302]

    assert match_in(cup, lost.slot).state != Match.State.FINISHED
    can_be_read(ann, cup, "/events/{}/bracket/")


@pytest.mark.long
@pytest.mark.parametrize(  # a shoot-out has no cards
    "shape", rare_but(sorted(SHAPES.keys() - {"shoot-out"}), "swiss-night")
)
def test_any_match_of_a_ready_made_event_becomes_anything(
    shape: str, cast: Cast, ann: Client
) -> None:
    dice, entries = Random(f"{SEED} {shape}"), FIELD.get(shape, USUAL_FIELD)
    hall = Hall.open(
        cast.club,
        cast.who("ann"),
        entries,
        preset=PRESETS.get(shape, "tournament-singles"),
        sides=SHAPES[shape].sides,
    )
    seat_clubs(hall)
    play_stages(hall, *SHAPES[shape].stages(entries))
    matches = list(hall.event.matches.exclude(ending=Match.Ending.BYE))
    chosen = [each for each in matches if each.slot]
    chosen += dice.choices(matches, k=CORRECTIONS)
    dice.shuffle(chosen)
    for match in chosen:
        now = match_in(hall, match.number)
        then = dice.choice(list(Then))
        assert set(correct_match(ann, now, some_card(now, dice), then)) <= {200, 302, 422}
        can_be_read(ann, hall, *FOLLOW, answers=NOT_IN_ALL)
    can_be_read(ann, hall, CHANCES, answers=NOT_IN_ALL)
    can_be_read(ann, hall, *PAGES)


def seat_clubs(hall: Hall) -> None:
    """Give the entries clubs, which only an inter-club day uses."""
    clubs = [Team.objects.create(club=hall.event.club, name=name) for name in "XY"]
    for at, entry in enumerate(hall.entries):
        Entry.objects.filter(pk=entry).update(team=clubs[at % 2])


def match_in(hall: Hall, which: str | int) -> Match:
    by = {"slot": which} if isinstance(which, str) else {"number": which}
    return hall.event.matches.with_sides().with_rounds().get(**by)


def lines_of(match: Match) -> list[str]:
    rounds = sorted(match.rounds.all(), key=lambda each: (each.game, each.number))
    return [typed_line(each) for each in rounds]


def some_card(match: Match, dice: Random) -> list[str]:
    """A random card: another winner, tied, unfinished, empty, too long, or unchanged."""
    lines = lines_of(match)
    turned = ["–".join(line.split()[0].split("–")[::-1]) for line in lines]
    kept = dice.randrange(len(lines) + 1)
    return dice.choice(
        [
            turned,
            turned[:kept] + lines[kept:],
            lines[:kept],
            turned[:kept],
            ["1–1"] * len(lines),
            [*lines, "2–0"],
            lines,
            [],
        ]
    )


def correct_match(
    browser: Client, match: Match, card: list[str], then: Then = Then.KEEP
) -> list[int]:
    """Preview a correction, then save it; the statuses of both answers."""
    sent = {
        **{f"round_{number}": line for number, line in enumerate(card, start=1)},
        **{"key": str(uuid4()), "seen": card_mark(match), "reason": "misread"},
        "then": then.value,
    }
    at = f"/desk/events/{match.event.slug}/matches/{match.number}/correct/"
    return [browser.post(at, {**sent, "step": step}).status_code for step in ("look", "save")]


def can_be_read(
    browser: Client, hall: Hall, *pages: str, answers: Collection[int] = (200,)
) -> None:
    for page in pages:
        at = page.format(hall.event.slug)
        assert browser.get(at).status_code in answers, at
