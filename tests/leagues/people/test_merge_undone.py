"""A merge is undone: two players again, each with their own rows."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from leagues.actions.people.links import claim_player, give_link
from leagues.actions.people.merge import undo_merge
from leagues.actions.refusal import Refused
from leagues.models import Action, Alias, Entry, PersonalLink, Player, Team
from tests.cast import Cast
from tests.leagues.people.twins import (
    enter_players,
    make_event,
    merge_into,
    publish_match,
    rows_of_merge,
    text_of,
)


def test_undo_puts_everything_back(cast: Cast, ann: Client, bev: Player, twin: Player) -> None:
    event = make_event(cast)
    mine, bens = enter_players(cast, event, twin, cast.ben_plays)
    publish_match(event, mine, bens)
    team = Team.objects.create(club=cast.club, name="The Smiths")
    team.players.add(twin)
    claim_player(by=cast.who("dan"), player=twin)
    give_link(by=cast.who("ann"), player=twin)
    twin.refresh_from_db()
    before = rows_of_merge()

    path = f"/desk/people/{bev.pk}/merge/{twin.pk}/"
    ann.post(path, {"seen": ann.get(path).context["seen"]})
    assert rows_of_merge() != before
    action = Action.objects.get(verb="merge_players")
    page = ann.post(f"/desk/people/merges/{action.pk}/undo/", follow=True)

    after = rows_of_merge()
    for rows in (before, after):  # a row of a team is inserted again
        for line in rows["Team_players"]:
            line.pop("id")
    assert after == before
    assert "is a separate person again." in text_of(page)
    assert Action.objects.get(verb="undo_merge").undoes == action


def test_what_moved_on_since_is_not_torn_apart(cast: Cast, bev: Player, twin: Player) -> None:
    event = make_event(cast)
    (mine,) = enter_players(cast, event, twin)
    action = merge_into(cast, bev, twin)
    mine.line_up.update(player=cast.ben_plays)

    with pytest.raises(Refused, match="no longer be undone"):
        undo_merge(by=cast.who("ann"), action=action)
    assert twin not in Player.objects.present()


def test_undone_once(cast: Cast, ann: Client, bev: Player, twin: Player) -> None:
    action = merge_into(cast, bev, twin)
    for _ in range(2):
        ann.post(f"/desk/people/merges/{action.pk}/undo/")

    assert Action.objects.filter(verb="undo_merge").count() == 1


def test_no_other_act_is_undone_here(cast: Cast, ann: Client, bev: Player) -> None:
    enter_players(cast, make_event(cast), bev)
    action = Action.objects.get(verb="enter_list")

    assert ann.post(f"/desk/people/merges/{action.pk}/undo/").status_code == 404


def test_what_was_hers_before_stays_hers(cast: Cast, bev: Player, twin: Player) -> None:
    Alias.objects.create(player=bev, name="Bevvie")
    both = Team.objects.create(club=cast.club, name="The Smiths")
    both.players.add(bev, twin)

    undo_merge(by=cast.who("ann"), action=merge_into(cast, bev, twin))

    assert [alias.name for alias in bev.aliases.all()] == ["Bevvie"]
    assert set(both.players.all()) == {bev, twin}


def test_a_link_that_was_lost_before_opens_nothing_again(
    cast: Cast, bev: Player, twin: Player
) -> None:
    by = cast.who("ann")
    give_link(by=by, player=bev)
    lost, theirs = (give_link(by=by, player=twin) for _phone in range(2))

    undo_merge(by=by, action=merge_into(cast, bev, twin))

    assert PersonalLink.objects.for_token(theirs)
    assert not PersonalLink.objects.for_token(lost)


def test_an_entry_that_comes_back_keeps_its_place_on_the_list(
    cast: Cast, bev: Player, twin: Player
) -> None:
    event = make_event(cast)
    _hers, theirs, bens = enter_players(cast, event, bev, twin, cast.ben_plays)
    waits = Entry.State.WAITING
    yesterday = timezone.now() - timedelta(days=1)
    Entry.objects.filter(pk=bens.pk).update(state=waits)
    Entry.objects.filter(pk=theirs.pk).update(state=waits, made_at=yesterday)

    undo_merge(by=cast.who("ann"), action=merge_into(cast, bev, twin))

    waiting = event.entries.filter(state=waits).order_by("made_at")
    assert [each.players.get() for each in waiting] == [twin, cast.ben_plays]
