"""A player who wants to go: the name goes from everywhere, the results stay."""

import secrets

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from leagues.access.roles import Who
from leagues.actions.act import act
from leagues.actions.people.calendar_address import close_calendar
from leagues.actions.people.names_removed import remove_names, remove_places
from leagues.actions.people.people import person_of
from leagues.actions.refusal import Refused
from leagues.actions.undoable import GONE, put_back
from leagues.actions.verb import Verb
from leagues.models import (
    Alias,
    DatedMatch,
    DateOffer,
    Entry,
    Event,
    Follow,
    Invitation,
    League,
    Mail,
    Player,
    PushAddress,
    User,
)
from leagues.reads.people.leaving import addresses_of, names_of, what_keeps

STAYS = {
    *("id", "club", "name", "user", "is_guest", "wants_reminders", "merged_into"),
    *("self_registered_at", "self_registered_for", "binned_at", "former_since"),
}
CLEARED = {
    field.name: field.get_default()
    for field in Player._meta.concrete_fields
    if field.name not in STAYS
}
"""Every other field with its empty value: a new one is cleared too, unless it stays."""


def ask_to_leave(*, by: Who, player: Player) -> None:
    """Let organisers know that a player wants their name to go."""
    with act(by, player.club, ASK_TO_LEAVE, **_of(player)) as line:
        here = Player.objects.present().filter(pk=player.pk, asked_to_leave_at=None)
        line.keep(here)
        if not here.update(asked_to_leave_at=timezone.now()):
            line.drop()


ASK_TO_LEAVE = Verb(
    "ask_to_leave",
    later("Asked to remove %(name)s from the club."),
    put_back(later("%(name)s will stay in the club."), person_of, since=GONE),
)


def stay_in_club(*, by: Who, player: Player) -> None:
    """Take back that a player has asked to leave."""
    with act(by, player.club, STAY_IN_CLUB, **_of(player)) as line:
        asked = Player.objects.present().filter(pk=player.pk)
        asked = asked.exclude(asked_to_leave_at=None)
        line.keep(asked)
        if not asked.update(asked_to_leave_at=None):
            line.drop()


STAY_IN_CLUB = Verb(
    "stay_in_club",
    later("%(name)s will stay in the club."),
    put_back(
        later("The request of %(name)s to leave the club will be open again."),
        person_of,
        since=GONE,
    ),
)


def make_former_member(*, by: Who, player: Player) -> Player:
    """Remove every name and way in of a player for good, the log's lines included."""
    with act(by, player.club, MAKE_FORMER_MEMBER, player=player.pk) as line:
        locked = Player.objects.select_for_update(of=("self",)).select_related("user")
        now = locked.get(pk=player.pk)
        if now.former_since or now.merged_into_id:
            line.drop()
            return now
        if keeps := what_keeps(now):
            raise Refused(" ".join(keeps))
        all_rows = Player.objects.filter(pk__in=[now.pk, *_merged(now)])
        names = names_of(all_rows)
        former = Player.objects.exclude(former_since=None).filter(club=now.club)
        name = _("Former member %(number)s") % {"number": former.count() + 1}
        Event.objects.with_player(now).touch()
        for league in League.objects.filter(enrolments__player=now).distinct():
            league.touch()
        addresses = addresses_of(all_rows, now.club)
        _close_ways_in(now, all_rows)
        remove_names(now, names, name, addresses)
        for each in addresses.own:
            Invitation.objects.filter(email__iexact=each).update(email="")
        Alias.objects.filter(player__in=all_rows).delete()
        _forget_places(all_rows)
        all_rows.update(**CLEARED, name=name)
        at = timezone.now()
        Player.objects.filter(pk=now.pk).update(former_since=at, binned_at=at)
        line.say(name=name)
    now.refresh_from_db()
    return now


MAKE_FORMER_MEMBER = Verb(
    "make_former_member",
    later("Removed the name of a player, now shown as %(name)s."),
    later("The name isn’t saved anywhere, so it can’t be restored."),
)


def _merged(player: Player) -> list[int]:
    return list(player.merged.values_list("pk", flat=True))


def _forget_places(all_rows: QuerySet[Player]) -> None:
    """Clear where they played at home, and where their matches were agreed to be, from the log too."""
    Entry.objects.filter(players__in=all_rows).update(venue="")
    dated = DatedMatch.objects.filter(match__sides__players__in=all_rows)
    remove_places(dated)
    DateOffer.objects.filter(dated__in=dated).update(place="")
    dated.update(place="")


def _close_ways_in(player: Player, all_rows: QuerySet[Player]) -> None:
    player.links.filter(revoked_at=None).update(revoked_at=timezone.now())
    PushAddress.objects.filter(player__in=all_rows).delete()
    Follow.objects.filter(player__in=all_rows).delete()
    Mail.objects.filter(player__in=all_rows).delete()
    for each in all_rows:
        close_calendar(each)
    if player.user:
        _close_account(player.user)


def _close_account(user: User) -> None:
    """The account stays as the one who did what the log says, without an address or a key."""
    EmailAddress.objects.filter(user=user).delete()
    Authenticator.objects.filter(user=user).delete()
    user.email = f"former-{user.pk}-{secrets.token_hex(4)}@example.invalid"
    user.is_active = False
    user.set_unusable_password()  # which ends every session of theirs
    user.save()


def _of(player: Player) -> dict[str, object]:
    return {"player": player.pk, "name": player.name}
