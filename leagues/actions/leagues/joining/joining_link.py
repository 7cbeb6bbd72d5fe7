"""Join a league by a link, which the desk creates and revokes."""

from datetime import datetime
from uuid import UUID

from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as later

from leagues.access.roles import Who
from leagues.actions.act import act
from leagues.actions.entries.registration import Newcomer, guest_of
from leagues.actions.entry_mail import mail_joined
from leagues.actions.people.links import give_link
from leagues.actions.refusal import Refused
from leagues.actions.undo_rows import put_back
from leagues.actions.verb import Verb
from leagues.actions.webhook_queue import new_players
from leagues.models import Action, Enrolment, League, Night, Player


def offer_join_link(*, by: Who, league: League) -> None:
    """Create a link by which anyone who has it can join. Earlier links no longer work."""
    with act(by, league, OFFER_JOIN_LINK) as line:
        if line.on.is_open:
            raise Refused(
                _("Everyone who plays is in this league’s table. No one needs a link to join.")
            )
        if line.on.has_dated_matches:
            raise Refused(_("The matches of this league are drawn. Add new players at the desk."))
        here = League.objects.filter(pk=league.pk, takes_members=False)
        if not here.update(takes_members=True, join_number=F("join_number") + 1):
            line.drop()
    league.refresh_from_db()


OFFER_JOIN_LINK = Verb(
    "offer_join_link",
    later("Created a link to join the league."),
    later("Revoke the link on the league’s “People” page."),
)


def revoke_join_link(*, by: Who, league: League) -> None:
    """Revoke the join link. Players who have joined stay members."""
    with act(by, league, REVOKE_JOIN_LINK) as line:
        here = League.objects.filter(pk=league.pk, takes_members=True)
        if not here.update(takes_members=False):
            line.drop()
    league.refresh_from_db()


REVOKE_JOIN_LINK = Verb(
    "revoke_join_link",
    later("Revoked the link to join the league."),
    later("A revoked link can’t be used again. Create a new one."),
)


def join_as_stranger(*, by: Who, league: League, key: UUID, newcomer: Newcomer) -> str:
    """Add a newcomer as a guest; returns the secret of their personal link, also sent by e-mail.

    A guest is never matched to the club's player of that name. A ``key`` used twice adds one
    guest and makes a new personal link.
    """
    with act(by, league, JOIN_BY_LINK, name=newcomer.name, key=str(key)) as line:
        earlier = Action.objects.filter(
            event=None, club=league.club, verb="join_by_link", details__key=str(key)
        ).first()
        if earlier:
            line.drop()
            player = Player.objects.get(pk=earlier.details["player"])
        else:
            player = guest_of(league, newcomer)
            line.keep(line.on.enrolments.all())
            _refuse_closed(line.on)
            player.save()
            _enrol_player(line.on, player)
            line.say(player=player.pk)
        token = give_link(by=by, player=player)
        mail_joined(player, token)
    return token


def join_as_player(*, by: Who, league: League, player: Player) -> bool:
    """Add a player of the club as a member; False if they are one already."""
    with act(by, league, JOIN_BY_LINK, name=player.name, player=player.pk) as line:
        members = line.on.enrolments.filter(kind=Enrolment.Kind.MEMBER, last=None)
        if members.filter(player=player).exists():
            line.drop()
            return False
        line.keep(line.on.enrolments.all())
        _refuse_closed(line.on)
        _enrol_player(line.on, player)
    return True


JOIN_BY_LINK = Verb(
    "join_by_link",
    later("%(name)s joined by the link."),
    put_back(
        later("Removes the membership of %(name)s as if it had never begun."), moves_tables=True
    ),
    webhook=new_players,
)


def _refuse_closed(league: League) -> None:
    if not league.takes_members:
        raise Refused(_("This link no longer works. Ask your organiser for a new one."))


def _enrol_player(league: League, player: Player) -> None:
    """Make a player a member from the next night on, or from the start if all nights count."""
    counts_already = league.is_open and not player.is_guest
    first = None if counts_already else _first_night(league, timezone.now())
    Enrolment.objects.create(league=league, player=player, first=first)


def _first_night(league: League, now: datetime) -> Night | None:
    """The next night; None if there is none, or if it is the first of the league."""
    nights = list(league.nights.in_order().select_related("league"))
    to_come = [n for n in nights if not n.is_cancelled and now < n.hosted_until]
    return to_come[0] if to_come and to_come[0] != nights[0] else None
