"""Helpers of the club, their invitations and their roles."""

from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from leagues.access.languages import speak_for_club
from leagues.access.roles import LADDER, Who
from leagues.actions.act import act
from leagues.actions.mail import queue_mail
from leagues.actions.refusal import Refused
from leagues.actions.undo_rows import put_back
from leagues.actions.verb import Verb
from leagues.models import Action, Club, Invitation, Mail, Membership
from leagues.models.links import hash_token, new_token

Role = Membership.Role


def invite_helper(*, by: Who, club: Club, role: Role, email: str = "", site: str = "") -> str:
    """Create an invitation and return its secret token; only the hash is stored.

    If there is an ``email`` and this site sends mail, the link is sent there. ``site`` is the
    site's public address.
    """
    assert by.user is not None
    token = new_token()
    with act(by, club, INVITE, role=role, email=email):
        Invitation.objects.create(
            club=club, role=role, email=email, made_by=by.user, token_hash=hash_token(token)
        )
        if email and site and settings.SENDS_EMAIL:
            address = f"{site}{reverse('invitation', args=[token])}"
            facts = {"club": club, "role": role, "address": address}
            with speak_for_club():  # the invited person's language isn't known yet
                subject = _("An invitation from %(club)s") % {"club": club.name}
                text = render_to_string("desk/club/invitation.txt", facts)
            queue_mail(by=by, kind=Mail.Kind.INVITATION, to=email, subject=subject, text=text)
    return token


INVITE = Verb(
    "invite",
    later("Invited %(email)s as %(role)s."),
    later("The invitation may already have been read. Withdraw it under Helpers."),
)


def withdraw_invitation(*, by: Who, invitation: Invitation) -> None:
    facts = {"role": invitation.role, "email": invitation.email}
    with act(by, invitation.club, WITHDRAW_INVITATION, **facts) as line:
        standing = Invitation.objects.open().filter(pk=invitation.pk)
        if not standing.update(withdrawn_at=timezone.now()):
            line.drop()


WITHDRAW_INVITATION = Verb(
    "withdraw_invitation",
    later("Withdrew the invitation of %(email)s."),
    later("The link no longer works. Send a new invitation."),
)


def accept_invitation(*, by: Who, invitation: Invitation) -> Membership:
    """Give the user the role of an invitation, unless theirs is already a higher one."""
    assert by.user is not None
    with act(by, invitation.club, ACCEPT_INVITATION, email=by.user.email) as line:
        standing = Invitation.objects.open().filter(pk=invitation.pk)
        if not standing.update(used_at=timezone.now(), used_by=by.user):
            raise Refused(_("This invitation has just been used."))
        membership, made = Membership.objects.select_for_update().get_or_create(
            club=invitation.club, user=by.user, defaults={"role": invitation.role}
        )
        if not made and _is_higher(invitation.role, membership.role):
            membership.role = invitation.role
            membership.save(update_fields=["role"])
        line.say(role=membership.role)
    return membership


ACCEPT_INVITATION = Verb(
    "accept_invitation",
    later("Joined as %(role)s."),
    later("They have already joined. Change their role or remove them under Helpers."),
)


def change_role(*, by: Who, membership: Membership, role: Role) -> None:
    facts = {"email": membership.user.email, "before": membership.role, "role": role}
    with act(by, membership.club, CHANGE_ROLE, **facts) as line:
        if role != Role.OWNER:
            refuse_ownerless(membership.club_id, without=membership.pk)
        line.keep(Membership.objects.filter(pk=membership.pk))
        membership.role = role
        membership.save(update_fields=["role"])


def _preview_undo_role(action: Action) -> str:
    role = Membership.Role(action.details["before"]).label
    return _("%(email)s will be %(role)s again.") % {"email": action.details["email"], "role": role}


CHANGE_ROLE = Verb(
    "change_role",
    later("Changed the role of %(email)s from %(before)s to %(role)s."),
    put_back(
        _preview_undo_role,
        since=later("Their role has changed since, or was removed."),
        then=lambda _by, action: refuse_ownerless(action.club_id),
    ),
)


def remove_member(*, by: Who, membership: Membership) -> None:
    """Remove a helper's role. Their account and the log of what they did are kept."""
    facts = {"email": membership.user.email, "before": membership.role}
    with act(by, membership.club, REMOVE_MEMBER, **facts):
        refuse_ownerless(membership.club_id, without=membership.pk)
        membership.delete()


REMOVE_MEMBER = Verb(
    "remove_member",
    later("Removed %(email)s from the helpers."),
    later("To add them back, send a new invitation."),
)


def refuse_ownerless(club: int, *, without: int | None = None) -> None:
    """Refuse to leave a club without an owner, even if two owners remove each other at once."""
    owners = Membership.objects.select_for_update().filter(club=club, role=Role.OWNER)
    if not {owner.pk for owner in owners} - {without}:
        raise Refused(_("A club needs at least one owner. Make someone else an owner first."))


def _is_higher(role: str, than: str) -> bool:
    return LADDER.index(Role(role)) > LADDER.index(Role(than))
