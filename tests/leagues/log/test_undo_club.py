"""Undoing acts outside of events."""

import pytest

from leagues.access.roles import Who
from leagues.actions.club.members import change_role
from leagues.actions.log.undo import preview_undo, undo
from leagues.actions.people.links import claim_player, give_link
from leagues.actions.people.people import add_player, change_player
from leagues.actions.refusal import Refused
from leagues.models import Action, Membership, Player
from tests.cast import Cast
from tests.leagues.log.undo_halls import last_action


def test_a_person_who_was_added_goes_into_the_bin(cast: Cast) -> None:
    by = cast.who("ann")
    player = add_player(by=by, club=cast.club, name="Eve")

    assert preview_undo(last_action("add_player")) == "Eve will be moved to the bin."
    undo(by=by, action=last_action("add_player"))

    player.refresh_from_db()
    assert player.binned_at is not None


def test_what_is_known_of_a_person_is_as_before(cast: Cast) -> None:
    by, cat = cast.who("ann"), cast.cat_plays
    change_player(
        by=by, player=cat, other_names=["Kitty"], facts={"name": "Cat Smith", "is_minor": True}
    )
    first = last_action("change_player")
    change_player(by=by, player=cat, other_names=["Kitty"], facts={"name": "Cat Jones"})

    with pytest.raises(Refused, match="undo what came after it"):
        undo(by=by, action=first)
    undo(by=by, action=last_action("change_player"))
    undo(by=by, action=first)

    cat.refresh_from_db()
    assert (cat.name, cat.is_minor) == ("Cat van der Berg", False)
    assert not cat.aliases.exists()


def test_a_link_that_was_given_is_closed(cast: Cast) -> None:
    by = cast.who("ann")
    give_link(by=by, player=cast.cat_plays)
    undo(by=by, action=last_action("give_link"))

    assert not cast.cat_plays.links.filter(revoked_at=None).exists()


def test_a_role_is_given_back(cast: Cast) -> None:
    by = cast.who("olga")
    sam = Membership.objects.get(user=cast.sam)
    change_role(by=by, membership=sam, role=Membership.Role.OWNER)
    line = last_action("change_role")

    assert preview_undo(line) == "sam@example.org will be Scorer again."
    undo(by=by, action=line)

    sam.refresh_from_db()
    assert sam.role == Membership.Role.SCORER
    with pytest.raises(Refused, match="already been undone"):
        preview_undo(line)


def test_the_club_always_has_an_owner(cast: Cast) -> None:
    by = cast.who("olga")
    sam = Membership.objects.get(user=cast.sam)
    change_role(by=by, membership=sam, role=Membership.Role.OWNER)
    line = last_action("change_role")
    Membership.objects.filter(user=cast.olga).delete()

    with pytest.raises(Refused, match="A club needs at least one owner"):
        undo(by=by, action=line)
    sam.delete()
    with pytest.raises(Refused, match="role has changed since"):
        undo(by=by, action=line)


def test_a_claim_is_undone_by_parting_them(cast: Cast) -> None:
    by, cat = cast.who("ann"), cast.cat_plays
    claim_player(by=Who(user=cast.sam), player=cat)
    claimed = last_action("claim_player")
    undo(by=by, action=claimed)

    cat.refresh_from_db()
    assert cat.user is None
    claim_player(by=Who(user=cast.sam), player=cat)
    Player.objects.filter(pk=cat.pk).update(user=None)
    with pytest.raises(Refused, match="Cat van der Berg is no longer linked to this account"):
        undo(by=by, action=last_action("claim_player"))


def test_no_player_in_the_bin_is_changed(cast: Cast) -> None:
    by = cast.who("ann")
    add_player(by=by, club=cast.club, name="Eve")
    undo(by=by, action=last_action("add_player"))
    line = Action.objects.create(
        club=cast.club, verb="add_player", details=last_action("add_player").details
    )
    with pytest.raises(Refused, match="in the bin"):
        undo(by=by, action=line)
