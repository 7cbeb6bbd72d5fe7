"""Helpers of the club: inviting, joining, changing roles, and removing."""

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from leagues.access.roles import Who
from leagues.actions.club.members import accept_invitation, change_role
from leagues.actions.refusal import Refused
from leagues.models import Action, Invitation, Membership
from tests.cast import Cast
from tests.leagues.people.test_people import logged_verbs
from tests.scenes import scene

Role = Membership.Role


@scene
def olga(cast: Cast) -> Client:
    return cast.browser_of("olga")


def invited_as(olga: Client, role: str, email: str = "") -> str:
    page = olga.post("/desk/helpers/", {"role": role, "email": email})
    address: str = page.context["address"]
    return address


def role_of(cast: Cast, name: str) -> str | None:
    membership = Membership.objects.filter(user=getattr(cast, name)).first()
    return membership.role if membership else None


def test_the_holder_of_an_invitation_takes_its_role(cast: Cast, olga: Client) -> None:
    address = invited_as(olga, "organiser")
    dan = cast.browser_of("dan")

    assert "Organiser" in dan.get(address).content.decode()
    assert role_of(cast, "dan") is None, "reading takes nothing"
    dan.post(address)

    assert role_of(cast, "dan") == Role.ORGANISER
    assert logged_verbs()[-2:] == ["invite", "accept_invitation"]


def test_an_invitation_works_once(cast: Cast, olga: Client) -> None:
    address = invited_as(olga, "organiser")
    cast.browser_of("dan").post(address)

    assert cast.browser_of("ben").post(address).status_code == 404
    assert role_of(cast, "ben") is None


def test_of_two_who_accept_at_once_one_does(cast: Cast, olga: Client) -> None:
    invited_as(olga, "organiser")
    seen_by_ben, seen_by_dan = Invitation.objects.get(), Invitation.objects.get()
    accept_invitation(by=cast.who("ben"), invitation=seen_by_ben)

    with pytest.raises(Refused, match="just been used"):
        accept_invitation(by=cast.who("dan"), invitation=seen_by_dan)
    assert role_of(cast, "dan") is None


def test_an_invitation_ends(cast: Cast, olga: Client) -> None:
    address = invited_as(olga, "organiser")
    Invitation.objects.update(ends_at=timezone.now())

    assert cast.browser_of("dan").get(address).status_code == 404


def test_a_withdrawn_invitation_opens_nothing(cast: Cast, olga: Client) -> None:
    address = invited_as(olga, "organiser")
    olga.post(f"/desk/invitations/{Invitation.objects.get().pk}/withdraw/")

    assert cast.browser_of("dan").get(address).status_code == 404


def test_its_secret_is_kept_nowhere(olga: Client) -> None:
    token = invited_as(olga, "scorer").split("/")[-2]

    assert token not in str(list(Invitation.objects.values()))
    assert token not in str(list(Action.objects.values()))


def test_it_is_posted_where_an_address_is_given(olga: Client) -> None:
    address = invited_as(olga, "scorer", "new@example.org")

    (letter,) = mail.outbox
    assert letter.to == ["new@example.org"]
    assert address in letter.body
    assert "Scorer" in letter.body


def test_accepting_never_takes_a_higher_role_away(cast: Cast, olga: Client) -> None:
    address = invited_as(olga, "scorer")
    olga.post(address)

    assert role_of(cast, "olga") == Role.OWNER


def test_accepting_gives_a_higher_role(cast: Cast, olga: Client) -> None:
    address = invited_as(olga, "organiser")
    cast.browser_of("sam").post(address)

    assert role_of(cast, "sam") == Role.ORGANISER
    assert Action.objects.latest("pk").details["role"] == Role.ORGANISER


def membership_path(cast: Cast, name: str) -> str:
    return f"/desk/helpers/{Membership.objects.get(user=getattr(cast, name)).pk}/"


def test_the_owner_changes_and_takes_roles(cast: Cast, olga: Client) -> None:
    olga.post(f"{membership_path(cast, 'sam')}role/", {"role": "organiser"})
    assert role_of(cast, "sam") == Role.ORGANISER

    olga.post(f"{membership_path(cast, 'sam')}remove/")
    assert role_of(cast, "sam") is None


@pytest.mark.parametrize(("act", "typed"), [("role", {"role": "scorer"}), ("remove", {})])
def test_the_last_owner_stays(cast: Cast, olga: Client, act: str, typed: dict[str, str]) -> None:
    page = olga.post(f"{membership_path(cast, 'olga')}{act}/", typed, follow=True)

    assert role_of(cast, "olga") == Role.OWNER
    assert "needs at least one owner" in page.content.decode()


def test_owners_are_offered_to_remove_others_only(cast: Cast, olga: Client) -> None:
    page = olga.get("/desk/helpers/").content.decode()

    assert f'action="{membership_path(cast, "sam")}remove/"' in page
    assert f'action="{membership_path(cast, "olga")}remove/"' not in page


def test_the_page_explains_the_roles_and_marks_the_reader(cast: Cast, olga: Client) -> None:
    page = olga.get("/desk/helpers/").text
    assert "They enter the scores of any match." in page
    own, *others = [card for card in page.split("<span><b>")[1:] if ">You<" in card]
    assert "olga@example.org" in own
    assert others == []


def test_an_owner_among_two_may_go(cast: Cast, olga: Client) -> None:
    olga.post(f"{membership_path(cast, 'ann')}role/", {"role": "owner"})
    olga.post(f"{membership_path(cast, 'olga')}remove/")

    assert role_of(cast, "olga") is None
    ann = Membership.objects.get(user=cast.ann)
    with pytest.raises(Refused, match="needs at least one owner"):
        change_role(by=Who(user=cast.ann), membership=ann, role=Role.SCORER)
