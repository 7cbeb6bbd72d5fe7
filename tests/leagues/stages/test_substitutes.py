"""Who may substitute for a player."""

import pytest

from leagues.stages.substitutes import NoSubstitute, Span, SubstituteFacts, why_no_substitute

DAN = SubstituteFacts()
OFTEN = SubstituteFacts(matches=3)
IN_DIVISION = SubstituteFacts(plays_in_division=True)


@pytest.mark.parametrize(
    ("who", "span", "asked", "most", "why"),
    [
        (DAN, Span.MATCH, 1, 3, None),
        (DAN, Span.WEEK, 3, 3, None),
        (DAN, Span.WEEK, 4, 3, NoSubstitute.TOO_OFTEN),
        (SubstituteFacts(matches=2), Span.MATCH, 1, 3, None),
        (OFTEN, Span.MATCH, 1, 3, NoSubstitute.TOO_OFTEN),
        (OFTEN, Span.MATCH, 1, None, None),  # no limit
        (OFTEN, Span.GOOD, 9, 3, None),  # no longer a substitute
        (IN_DIVISION, Span.MATCH, 1, 3, None),  # earns nothing in their own row
        (IN_DIVISION, Span.WEEK, 2, 3, None),
        (IN_DIVISION, Span.GOOD, 9, 3, NoSubstitute.IN_THE_DIVISION),
        (SubstituteFacts(is_opponent=True), Span.WEEK, 2, 3, NoSubstitute.OPPONENT),
        (SubstituteFacts(is_opponent=True), Span.GOOD, 2, 3, NoSubstitute.OPPONENT),
        (SubstituteFacts(is_in_entry=True), Span.MATCH, 1, 3, NoSubstitute.ALREADY_IN),
        (SubstituteFacts(is_in_entry=True), Span.GOOD, 1, 3, NoSubstitute.ALREADY_IN),
    ],
)
def test_who_may_sit_in(
    who: SubstituteFacts, span: Span, asked: int, most: int | None, why: NoSubstitute | None
) -> None:
    assert why_no_substitute(who, span, asked=asked, most=most) is why
