"""A league of groups of four: players who have met this season are kept apart."""

import pytest

from leagues.models import Event, League, Pool
from leagues.reads.draw.tonight import draw_of_night
from leagues.reads.leagues.night_format import usual_evening
from tests.cast import Cast
from tests.leagues.leagues.mondays import Mondays
from tests.leagues.leagues.tonights import drawn_event, played_event, set_boards, times_met
from tests.scenes import scene

pytestmark = [pytest.mark.django_db, pytest.mark.long]
SIXTEEN = tuple("ABCDEFGHIJKLMNOP")


@scene
def mondays(cast: Cast) -> Mondays:
    mondays = Mondays.open(cast, *SIXTEEN)
    set_boards(mondays, 8)
    League.objects.update(kind="groups", evening=usual_evening("groups").to_dict())
    mondays.league.refresh_from_db()
    return mondays


def groups_of(event: Event) -> list[set[str]]:
    return [
        set(pool.places.values_list("entry__players__name", flat=True))
        for pool in Pool.objects.filter(stage__event=event).order_by("number")
    ]


def test_on_the_second_night_repeats_are_avoided_where_possible(mondays: Mondays) -> None:
    first = played_event(mondays, 1, *SIXTEEN)
    second = drawn_event(mondays, 2, *SIXTEEN)

    assert max(times_met(first, second).values()) == 1
    text = draw_of_night(second).summary
    assert text == "No one meets an opponent from an earlier night."


def test_repeats_that_cannot_be_avoided_are_counted(mondays: Mondays) -> None:
    """Four players alone are one group and have all met; the draw explains that it can't be
    avoided.
    """
    played_event(mondays, 1, *SIXTEEN[:8])
    again = drawn_event(mondays, 2, *sorted(groups_of(mondays.night(1).events.get())[0]))

    assert draw_of_night(again).summary == "6 repeats can’t be avoided."


def test_repeats_are_not_called_unavoidable_where_that_is_unknown(
    mondays: Mondays,
) -> None:
    """With twelve in three groups, each new group takes at least two from an earlier one."""
    played_event(mondays, 1, *SIXTEEN[:12])
    again = drawn_event(mondays, 2, *SIXTEEN[:12])

    assert draw_of_night(again).summary == "3 meetings repeat ones from earlier nights."


def test_players_who_have_not_met_are_grouped_by_strength(mondays: Mondays) -> None:
    """Their points from the first night are their strength."""
    names = SIXTEEN[:8]
    mondays.play(1, *[(n, "P", 8 - at, 0) for at, n in enumerate(names)])

    event = drawn_event(mondays, 2, *reversed(names))

    assert groups_of(event) == [set(names[:4]), set(names[4:])]
