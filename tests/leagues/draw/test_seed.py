"""The event's random seed: when it is made, and its published hash."""

import pytest

from leagues.actions.events.seed import promise_seed
from leagues.actions.refusal import Refused
from leagues.models import Action
from leagues.pairing.seeds import is_promised
from leagues.stages.pairing_ways import SomeGames
from tests.cast import Cast
from tests.leagues.draw.desk_acts import draw
from tests.leagues.draw.draws import a_stage, an_event

pytestmark = pytest.mark.django_db


def test_a_seed_is_made_when_it_is_needed_and_not_before(cast: Cast) -> None:
    event = an_event(cast, 4, rng_seed="")
    stage = a_stage(cast, event, SomeGames(1))
    draw(cast, stage)
    event.refresh_from_db()
    assert len(event.rng_seed) == 19


@pytest.mark.parametrize("seed", ["", "SPRING"])
def test_a_promise_is_kept(cast: Cast, seed: str) -> None:
    event = an_event(cast, 4, rng_seed="")
    stage = a_stage(cast, event, SomeGames(1))
    promise = promise_seed(by=cast.who("ann"), event=event, seed=seed)
    draw(cast, stage)
    event.refresh_from_db()
    assert event.promised_at is not None
    assert is_promised(promise, event.rng_seed)
    assert seed in ("", event.rng_seed)
    assert Action.objects.get(verb="promise_seed").details["promise"] == promise
    with pytest.raises(Refused, match="draw seed has been used"):
        promise_seed(by=cast.who("ann"), event=event)


def test_nothing_is_promised_once_the_dice_are_thrown(cast: Cast) -> None:
    event = an_event(cast, 4)
    draw(cast, a_stage(cast, event, SomeGames(1)))
    with pytest.raises(Refused, match="draw seed has been used"):
        promise_seed(by=cast.who("ann"), event=event, seed="mine")
