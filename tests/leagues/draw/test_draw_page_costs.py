"""Invalid input for the Draw page, and the queries of the page."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from leagues.actions.draw.draw import draw_rounds, publish_rounds
from leagues.models import Event
from leagues.stages.pairing_ways import SomeGames
from tests.cast import Cast
from tests.examples import example_count
from tests.leagues.draw.draw_pages import address_of, public_address
from tests.leagues.draw.draws import a_stage, an_event

pytestmark = [pytest.mark.django_db, pytest.mark.long]


NONSENSE = st.one_of(
    st.text(max_size=12),
    st.integers().map(str),
    st.sampled_from(["", "-1", "1e9", "9" * 30, "²", "None", "\x00"]),
)


@settings(
    max_examples=example_count(8), suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    verb=st.sampled_from(["open", "empty", "make", "swap", "lot", "mend", "publish", "back"]),
    fields=st.dictionaries(
        st.sampled_from(["seen", "round", "one", "other", "only", "let", "stage"]), NONSENSE
    ),
)
def test_nonsense_is_refused_and_nothing_breaks(
    cast: Cast, verb: str, fields: dict[str, str]
) -> None:
    event = Event.objects.order_by("pk").first() or an_event(cast, 4)
    stage = event.stages.first() or a_stage(cast, event, SomeGames(2))
    ann = cast.browser_of("ann")
    assert ann.post(address_of(stage, f"{verb}/"), fields).status_code in (200, 302, 422)
    assert ann.get(address_of(stage), fields).status_code == 200
    answer = ann.post(f"/desk/events/{event.slug}/draw/apart/", fields)
    assert answer.status_code in (302, 404, 422)


def count_queries(cast: Cast, entries: int) -> list[int]:
    event = an_event(cast, entries, boards=3)
    stage = a_stage(cast, event, SomeGames(entries - 1))
    draw_rounds(by=cast.who("ann"), stage=stage)
    publish_rounds(by=cast.who("ann"), stage=stage, numbers=[1])
    ann, counted = cast.browser_of("ann"), []
    [draw] = ann.get(public_address(event)).context["draws"]
    for path in (
        address_of(stage),
        public_address(event),
        public_address(event, f"{draw.pk}/"),
        public_address(event, f"{draw.pk}.json"),
    ):
        with CaptureQueriesContext(connection) as captured:
            ann.get(path)
        counted.append(len(captured))
    return counted


def test_twice_the_field_costs_the_pages_no_more_queries(cast: Cast) -> None:
    assert count_queries(cast, 6) == count_queries(cast, 12)
