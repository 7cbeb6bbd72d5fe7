"""What a season's scheme counts, in words."""

from dataclasses import replace
from fractions import Fraction

import pytest

from leagues.reads.leagues.table.scheme_words import counting_in_words
from scoring.season import (
    NIGHTS,
    BestScores,
    Credit,
    EveryScore,
    GuestPlaces,
    Linear,
    Listed,
    PaidBy,
    Scheme,
    SeasonTotal,
    SharedPlace,
)


@pytest.mark.parametrize(
    ("scheme", "sentence"),
    [
        (NIGHTS, "Your best 8 nights of 12 count."),
        (replace(NIGHTS, counting=EveryScore()), "Every night counts."),
        (
            replace(NIGHTS, total=SeasonTotal.AVERAGE, counting=EveryScore()),
            "The average of your nights counts.",
        ),
        (
            replace(NIGHTS, total=SeasonTotal.AVERAGE, counting=BestScores(6)),
            "The average of your best 6 nights of 12 counts.",
        ),
        (
            replace(NIGHTS, counting=BestScores(8, after_cancelled=(8, 7))),
            "Once 2 nights are cancelled, 7 count.",
        ),
        (NIGHTS, "A night is worth the points earned in its games."),
        (
            Scheme(Listed((12, 10, 8, 6, 5, 4, 3, 2))),
            "A night is worth points for your place: 12, 10, 8, 6, 5, 4, 3, 2 …",
        ),
        (Scheme(Linear(12)), "place: 12, 10, 9, 7, 5, 3, 2, 1 when 8 play."),
        (Scheme(), "place: 8, 7, 6, 5, 4, 3, 2, 1 when 8 play."),
        (
            Scheme(Listed((3, 2, 1)), paid_by=PaidBy.GROUP),
            "A night is worth points for your place in the group: 3, 2, 1, 0, 0, 0, 0, 0 …",
        ),
        (
            Scheme(shared_place=SharedPlace.AVERAGE_DOWN),
            "Players who share a place get the average, rounded down.",
        ),
        (
            replace(NIGHTS, paid_by=PaidBy.BEATEN),
            "A night is worth one point for each player you finished ahead of, plus one.",
        ),
        (
            replace(NIGHTS, attendance=1),
            "Everyone who plays gets 1 extra point, even for a night that doesn’t count.",
        ),
        (
            replace(NIGHTS, minimum_nights=4),
            "Players with fewer than 4 nights are placed below the rest.",
        ),
        (
            replace(NIGHTS, paid_by=PaidBy.BEATEN),
            "Guests get no points but keep the places they won.",
        ),
        (
            replace(NIGHTS, paid_by=PaidBy.BEATEN, guest_places=GuestPlaces.STEP_ASIDE),
            "Members get theirs as if no guest had played.",
        ),
        (
            replace(NIGHTS, guest_places=GuestPlaces.STEP_ASIDE),
            "Guests get no points. The points you win against a guest count.",
        ),
        (
            replace(NIGHTS, absence=Credit(share=Fraction(1, 3), most=2)),
            "If you cancel in time, you get ⅓ of your average, at most 2 times.",
        ),
        (
            replace(NIGHTS, host=Credit(share=Fraction(1))),
            "If you run a night and don’t play, you get your average, at most 1 time.",
        ),
    ],
)
def test_a_scheme_describes_what_it_counts(scheme: Scheme, sentence: str) -> None:
    assert sentence in " ".join(counting_in_words(scheme, 12))
