"""Laws of reports: what must hold for any claims, and for what counts after them."""

from itertools import combinations
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from leagues.models import RoundReport
from leagues.reads.phones.report_merge import Spoken, State, Trust, reporters_of, weigh_reports
from leagues.reads.play.typed_cards import score_claim
from scoring.errors import ScoreError
from scoring.matches import NextRound, SingleGame
from scoring.outcome import Owed
from scoring.presets import PRESETS
from scoring.score import Zones
from scoring.shooting import Shooter
from scoring.sides import BySeat, Seat

FORMAT = SingleGame(PRESETS["tournament-singles"].rule)
DUE = NextRound(game=1, round=1, owed=Owed.NORMAL, first=Shooter(Seat.A), hammer=Shooter(Seat.B))

zones = st.builds(
    Zones,
    twenties=st.integers(0, 2),
    fifteens=st.integers(0, 2),
    tens=st.integers(0, 2),
    fives=st.integers(0, 2),
)
reporters = st.dictionaries(
    st.sampled_from([0, 1, None]),
    st.tuples(zones, zones, st.sampled_from(["discs", "score", "result", "bare"])),
    min_size=1,
)


def spoken_claim(one: Zones, other: Zones, depth: str) -> Spoken:
    """A round as a person may claim it: by discs, by totals, or by the result alone."""
    totals = BySeat(one.total, other.total)
    twenties: list[int | None] = [one.twenties, other.twenties]
    claims: dict[str, dict[str, Any]] = {
        "discs": {"discs": [[z.twenties, z.fifteens, z.tens, z.fives] for z in (one, other)]},
        "score": {"score": list(totals), "twenties": twenties},
        "result": {"points": list(FORMAT.rule.pays.points(totals)), "twenties": None},
        "bare": {"score": list(totals)},
    }
    return Spoken(claims[depth], score_claim(FORMAT, DUE, claims[depth]))


@given(reporters, st.sampled_from([Trust.FIRST, Trust.CONFIRM, Trust.BOTH]))
def test_what_counts_is_what_was_reported(heard: Any, trust: str) -> None:
    spoken = {seat: spoken_claim(*what) for seat, what in heard.items()}
    verdict = weigh_reports(trust, spoken)

    first = next(iter(spoken.values()))
    assert verdict.report in spoken.values()
    assert not verdict.report.differs_from(first), "nobody overrules the first reporter"


@given(reporters)
def test_two_who_differ_are_a_dispute_and_two_who_do_not_agree(heard: Any) -> None:
    spoken = {seat: spoken_claim(*what) for seat, what in heard.items()}
    pairs = combinations(spoken.values(), 2)
    differ = any(one.differs_from(other) for one, other in pairs)

    for trust in (Trust.CONFIRM, Trust.BOTH):
        state = weigh_reports(trust, spoken).state
        assert (state is State.DISPUTED) == differ
        assert (state is State.REPORTED) == (len(spoken) == 1)
    assert weigh_reports(Trust.FIRST, spoken).state is State.AGREED


@given(zones, zones, zones, zones)
def test_differing_goes_both_ways(a: Zones, b: Zones, c: Zones, d: Zones) -> None:
    for depth in ("discs", "score", "result", "bare"):
        one, other = spoken_claim(a, b, "discs"), spoken_claim(c, d, depth)
        assert one.differs_from(other) == other.differs_from(one)
        assert not spoken_claim(a, b, "discs").differs_from(spoken_claim(a, b, depth))


KINDS = st.sampled_from([*[RoundReport.Kind.CLAIM] * 5, RoundReport.Kind.RULING])
SEATS = st.sampled_from([0, 1, None])
# The last is impossible by the present rules: five points can't be made in a round.
POINTS = st.sampled_from([(2, 0), (1, 1), (0, 2), (5, 0)])


@given(st.lists(st.tuples(KINDS, SEATS, POINTS), max_size=12))
def test_the_first_word_has_its_place_and_the_last_one_counts(words: Any) -> None:
    """As if every word had been judged."""
    reports = [
        RoundReport(kind=kind, seat=seat, claim={"points": [*points], "twenties": None})
        for kind, seat, points in words
    ]
    judged: dict[int | None, Spoken] = {}
    for each in reports:
        if each.kind != RoundReport.Kind.CLAIM:
            judged.clear()
            continue
        try:
            scored = score_claim(FORMAT, DUE, each.claim)
        except ScoreError:
            continue
        judged[each.seat] = Spoken(each.claim, scored)

    heard = reporters_of(reports, FORMAT, DUE)
    assert list(heard.items()) == list(judged.items())
