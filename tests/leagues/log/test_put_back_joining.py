"""Undoing acts of joining a league and of arranging its matches restores every row."""

from collections.abc import Callable

import pytest
import time_machine
from django.utils import timezone

from leagues.access.roles import Who
from leagues.actions.leagues.friendlies import withdraw_count
from leagues.actions.leagues.joining.joining_link import join_as_player, offer_join_link
from leagues.actions.leagues.joining.late_joining import join_late
from leagues.actions.leagues.joining.newcomers import join_league
from leagues.actions.leagues.kinds.ladder import withdraw_challenge
from leagues.actions.phones.rated_friendlies import agree_to_rate, rate_friendly
from leagues.models import CountOffer, League, Match
from tests.cast import Cast
from tests.leagues.leagues import test_friendly_counts as counts
from tests.leagues.leagues import test_ladder as ladder
from tests.leagues.leagues import test_own_time as own_time
from tests.leagues.leagues.match_leagues import open_matches, player_named
from tests.leagues.leagues.mondays import Mondays
from tests.leagues.log.every_row import goes_back_and_forth

Setting = Callable[[Cast], League]
Doing = Callable[[Cast, League], object]


def night_league(cast: Cast) -> League:
    mondays = Mondays.open(cast, "Zoë")
    player_named(cast, "Gus")
    offer_join_link(by=cast.who("ann"), league=mondays.league)
    return mondays.league


def gus_joins_by_link(cast: Cast, league: League) -> None:
    gus = player_named(cast, "Gus")
    assert join_as_player(by=cast.who("ben"), league=league, player=gus)


def gus_joins(cast: Cast, league: League) -> None:
    join_league(by=cast.who("ann"), league=league, players=[player_named(cast, "Gus")])


def with_gus(setting: Setting) -> Setting:
    def made(cast: Cast) -> League:
        player_named(cast, "Gus")
        return setting(cast)

    return made


def with_a_challenge(cast: Cast) -> League:
    league = ladder.open_ladder(cast)
    ladder.make_challenge(cast, league, "DB")
    return league


def withdraw_only_challenge(cast: Cast, league: League) -> None:
    withdraw_challenge(by=cast.who("ann"), match=Match.objects.get(event=league.event))


def cat_asks(cast: Cast, league: League) -> None:
    counts.ask_league(Match.objects.get(board__number=7), league, cast.cat_plays)


def ada_answers(cast: Cast, league: League) -> None:
    counts.answer_offer(CountOffer.objects.get(), counts.who_is(league, "A"))


def cat_withdraws(cast: Cast, league: League) -> None:
    offer = CountOffer.objects.get()
    withdraw_count(by=cast.who("ann"), offer=offer, player=cast.cat_plays)


def with_a_friendly(cast: Cast) -> League:
    """Cat and A arranged a match, and Cat has beaten A in a friendly."""
    league = own_time.open_own_time(cast)
    own_time.arrange_between(cast, league, "AC")
    counts.play_friendly(cast, cast.cat_plays, counts.who_is(league, "A"))
    return league


def cat_has_asked(cast: Cast) -> League:
    league = with_a_friendly(cast)
    cat_asks(cast, league)
    return league


def cat_agrees(cast: Cast, _league: League) -> None:
    agree_to_rate(
        by=Who(player=cast.cat_plays),
        friendly=Match.objects.get(board__number=7),
        player=cast.cat_plays,
        now=timezone.now(),
    )


def with_a_second_friendly(cast: Cast) -> League:
    """The first friendly counts, so the event of counting friendlies exists."""
    league = with_a_friendly(cast)
    desk_rates(cast, league)
    Match.objects.filter(board__number=7).update(board=None)
    counts.play_friendly(cast, cast.cat_plays, counts.who_is(league, "A"))
    return league


def desk_rates(cast: Cast, _league: League) -> None:
    friendly = Match.objects.filter(board__number=7).latest("pk")
    rate_friendly(by=cast.who("ann"), friendly=friendly)


def gus_is_known(cast: Cast) -> League:
    """A league of four in which all meet once, which has begun; Gus is in the club."""
    league = open_matches(cast)
    player_named(cast, "Gus")
    return league


def gus_joins_late(cast: Cast, league: League) -> None:
    gus = player_named(cast, "Gus")
    join_late(by=cast.who("ann"), league=league, people=[gus], division="")


OF_JOINING: list[tuple[str, Setting, Doing]] = [
    ("join_by_link", night_league, gus_joins_by_link),
    ("join_league", with_gus(ladder.open_ladder), gus_joins),
    ("join_league", with_gus(own_time.open_own_time), gus_joins),
    ("challenge", ladder.open_ladder, lambda cast, of: ladder.make_challenge(cast, of, "DB")),
    ("withdraw_challenge", with_a_challenge, withdraw_only_challenge),
    ("ask_to_count", with_a_friendly, cat_asks),
    ("answer_count", cat_has_asked, ada_answers),
    ("withdraw_count", cat_has_asked, cat_withdraws),
    ("agree_to_rate", with_a_friendly, cat_agrees),
    ("rate_friendly", with_a_second_friendly, desk_rates),
    ("join_late", gus_is_known, gus_joins_late),
    ("arrange_match", own_time.open_own_time, lambda cast, of: own_time.arrange_between(cast, of, "AB")),
]  # fmt: skip


@pytest.mark.parametrize(
    ("verb", "setting", "act"),
    OF_JOINING,
    ids=[f"{n}-{each[0]}" for n, each in enumerate(OF_JOINING)],
)
def test_every_row_is_as_before_and_as_after(
    cast: Cast, verb: str, setting: Setting, act: Doing
) -> None:
    with time_machine.travel(ladder.NOON):
        league = setting(cast)
        goes_back_and_forth(cast.who("ann"), verb, lambda: act(cast, league))
