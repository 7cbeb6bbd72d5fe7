"""Who helps to run the club, and what they may do."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from leagues.access import LADDER, Who
from leagues.actions.log import record
from leagues.models import Club, Invitation, Membership
from leagues.models.links import hash_token, new_token

Role = Membership.Role


class LastOwner(Exception):
    """A club always has an owner."""


class NoLongerOpen(Exception):
    """Somebody else has used the invitation."""


@transaction.atomic
def invite(*, by: Who, club: Club, role: Role, email: str = "") -> str:
    """Make an invitation and return its secret, which is not kept."""
    assert by.user is not None
    token = new_token()
    Invitation.objects.create(
        club=club,
        role=role,
        email=email,
        made_by=by.user,
        token_hash=hash_token(token),
    )
    record(by=by, verb="invite", club=club, role=role, email=email)
    return token


@transaction.atomic
def withdraw_invitation(*, by: Who, invitation: Invitation) -> None:
    if (
        Invitation.objects.open()
        .filter(pk=invitation.pk)
        .update(withdrawn_at=timezone.now())
    ):
        record(
            by=by,
            verb="withdraw_invitation",
            club=invitation.club,
            role=invitation.role,
            email=invitation.email,
        )


@transaction.atomic
def accept_invitation(*, by: Who, invitation: Invitation) -> Membership:
    """Take the role an invitation offers. It never takes a higher one away."""
    assert by.user is not None
    used = (
        Invitation.objects.open()
        .filter(pk=invitation.pk)
        .update(used_at=timezone.now(), used_by=by.user)
    )
    if not used:
        raise NoLongerOpen
    membership, made = Membership.objects.select_for_update().get_or_create(
        club=invitation.club, user=by.user, defaults={"role": invitation.role}
    )
    if not made and _higher(invitation.role, membership.role):
        membership.role = invitation.role
        membership.save(update_fields=["role"])
    record(
        by=by,
        verb="accept_invitation",
        club=invitation.club,
        role=membership.role,
        email=by.user.email,
    )
    return membership


@transaction.atomic
def change_role(*, by: Who, membership: Membership, role: Role) -> None:
    _keep_an_owner(membership, unless=role == Role.OWNER)
    before = membership.role
    membership.role = role
    membership.save(update_fields=["role"])
    record(
        by=by,
        verb="change_role",
        club=membership.club,
        email=membership.user.email,
        before=before,
        role=role,
    )


@transaction.atomic
def remove_member(*, by: Who, membership: Membership) -> None:
    """Take the role away; the account and what it did stay."""
    _keep_an_owner(membership, unless=False)
    record(
        by=by,
        verb="remove_member",
        club=membership.club,
        email=membership.user.email,
        before=membership.role,
    )
    membership.delete()


def _keep_an_owner(membership: Membership, *, unless: bool) -> None:
    """Two owners who remove each other at once wait for each other here."""
    owners = Membership.objects.select_for_update().filter(
        club=membership.club_id, role=Role.OWNER
    )
    if {owner.pk for owner in owners} == {membership.pk} and not unless:
        raise LastOwner


def _higher(role: str, than: str) -> bool:
    return LADDER.index(Role(role)) > LADDER.index(Role(than))
