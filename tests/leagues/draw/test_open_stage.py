"""Opening a stage that already has pools changes nothing and is not refused."""

from leagues.models import PoolEntry
from tests.cast import Cast
from tests.leagues.play.desk_hall import open_hall


def test_a_stage_with_pools_is_open_as_it_is(cast: Cast) -> None:
    hall = open_hall(cast)
    assert hall.stage.opened_at is None
    seats = list(PoolEntry.objects.values_list("pool", "entry", "seed"))
    browser = cast.browser_of("ann")

    for address in (
        f"/desk/events/{hall.event.slug}/draw/1/open/",
        f"/desk/events/{hall.event.slug}/advance/1/open/",
    ):
        answer = browser.post(address, follow=True)
        assert answer.status_code == 200
        assert "Morning is open" in answer.content.decode()
    assert list(PoolEntry.objects.values_list("pool", "entry", "seed")) == seats
