"""Results in one sentence each, for screen readers."""

import pytest

from leagues.models import Surface
from leagues.reads.play.latest_results import latest_results, result_in_words
from leagues.templatetags.live_region import live_results
from tests.cast import Cast
from tests.leagues.play.desk_hall import open_hall

pytestmark = pytest.mark.django_db


def test_a_result_is_a_sentence_with_board_names_and_score(cast: Cast) -> None:
    hall = open_hall(cast, boards=5)
    hall.publish((1, 2), (3, 4), boards=(4, 5))
    match = hall.event.matches.with_sides().get(board__number=4)
    one, other = (side.shown_on(Surface.WEB) for side in match.sides.all())

    assert result_in_words(match) == f"Board 4: {one} 0–0 {other}"
    assert latest_results(hall.event) == {}, "nothing is over"

    hall.type_card(match, "20 20 20 20")
    hall.event.refresh_from_db()
    assert latest_results(hall.event) == {match.pk: f"Board 4 final: {one} 8–0 {other}"}


def test_the_page_of_a_match_has_only_its_own_result_once_it_has_one(cast: Cast) -> None:
    hall = open_hall(cast, boards=5)
    hall.publish((1, 2), boards=(4,))
    match = hall.event.matches.with_sides().get()
    assert live_results(hall.event, match) == ' data-results="[]"'

    hall.type_card(match, "20 20 20 20")
    match = hall.event.matches.with_sides().get()
    one = match.sides.all()[0].shown_on(Surface.WEB)
    assert f"Board 4 final: {one}" in live_results(hall.event, match)


def test_a_match_of_three_is_worded_side_by_side(cast: Cast) -> None:
    hall = open_hall(cast, entries=3)
    hall.publish((1, 2, 3))
    match = hall.event.matches.with_sides().get()
    names = [side.shown_on(Surface.WEB) for side in match.sides.all()]

    assert result_in_words(match).endswith(", ".join(f"{name} 0" for name in names))
