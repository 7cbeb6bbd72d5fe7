"""Check a pass and find its holder, again on every request: in the meantime labels are
reprinted, links revoked, tablets signed out, matches moved and players replaced.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import NoReturn

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from leagues.access.phone_passes import Pass, WayIn
from leagues.access.roles import ANONYMOUS, Who
from leagues.models import Board, Event, Kiosk, Match, PersonalLink, Player, User
from leagues.models.matches import MatchQuerySet
from leagues.models.messages import wards_of
from leagues.models.prepared_queries import Prepared

AFTERWARDS = timedelta(minutes=45)
"""How long a phone can see a finished match and confirm its result."""
STILL_THERE = timedelta(minutes=10)
"""How long after the end its players count as still at the board, unless all have confirmed."""


REPLACED = gettext_lazy("This label was replaced. Scan the new one on the board.")


SHOWN = Prepared(
    lambda pk: (
        Match.objects.published()
        .filter(pk=pk, event__binned_at=None)
        .select_related("event__club", "pairing_round__stage", "board")
    ),
    int,
)


class NoEntry(Exception):
    """A pass gives no access; the message is the reason, as a sentence."""


class Closed(NoEntry):
    """The pass is valid, but its match takes no entries now."""

    def __init__(self, why: str, match: Match, who: Who = ANONYMOUS) -> None:
        super().__init__(why)
        self.match, self.who = match, who


class Moved(Closed):
    """The match is at another board; a player's phone continues there with this pass."""

    def __init__(self, why: str, match: Match, there: Pass) -> None:
        super().__init__(why, match)
        self.there = there


@dataclass(frozen=True)
class Holder:
    """A phone with access to a match."""

    pass_: Pass
    match: Match
    who: Who = ANONYMOUS
    closed: str = ""
    """The reason why the match takes no entries; reports are kept all the same. Empty if open."""
    there: Pass | None = None
    """The pass for the new board, if the match has moved."""

    @property
    def event(self) -> Event:
        return self.match.event


def holder_of(pass_: Pass) -> Holder:
    """Return the holder of a pass, or raise ``NoEntry``."""
    found = SHOWN(pass_.match)
    if not found:
        raise NoEntry(_("This match no longer exists. Ask at the desk."))
    match = found[0]
    match.pairing_round.stage.event = match.event
    who = CHECKS[pass_.way](pass_, match)
    _refuse_long_over(match, who)
    return Holder(pass_, match, who)


def speaker_of(pass_: Pass) -> Holder:
    """Like ``holder_of``, but also for a closed match, so that late reports are kept."""
    try:
        return holder_of(pass_)
    except Closed as why:
        there = why.there if isinstance(why, Moved) else None
        return Holder(pass_, why.match, why.who, str(why), there)


def holder_after(holder: Holder, match: Match) -> Holder:
    """Return the holder with the changed match, or raise ``NoEntry``: the change may have ended the
    match or moved it to another board.
    """
    who = CHECKS[holder.pass_.way](holder.pass_, match)
    _refuse_long_over(match, who)
    return Holder(holder.pass_, match, who)


def once_at(pass_: Pass) -> Match:
    """Return the match of a pass, however long it is over, to read what is public.

    In a private event, the pass must still give access.
    """
    if pass_.way is WayIn.LINK:
        _link_of(pass_)
    matches = Match.objects.published().filter(event__in=Event.objects.reachable())
    found = matches.filter(pk=pass_.match).select_related("event__club").first()
    return found or holder_of(pass_).match


def here_now(board: Board) -> Match | None:
    """Return the match at the board, else the last one while its result isn't confirmed by all."""
    now = _matches_on(board).at_a_board().first()
    if now is not None:
        return now
    last = ended_here(board)
    since = timezone.now() - STILL_THERE
    if last is None or last.finished_at is None or last.finished_at < since:
        return None
    return last if last.sides.filter(confirmed_at=None).exists() else None


def ended_here(board: Board) -> Match | None:
    """Return the board's last match, while phones can still see it."""
    over = Match.State.FINISHED
    since = timezone.now() - AFTERWARDS
    ended = _matches_on(board).filter(state=over, finished_at__gte=since)
    return ended.with_sides().order_by("-finished_at").first()


def _matches_on(board: Board) -> MatchQuerySet:
    return Match.objects.published().filter(board=board, event__binned_at=None)


def follows_here(board: Board) -> Match | None:
    """Return the next match drawn for this board."""
    planned = _matches_on(board).filter(state=Match.State.PLANNED)
    running = planned.filter(event__state=Event.State.RUNNING)
    return running.with_sides().order_by("pairing_round", "wave", "number").first()


def _refuse_long_over(match: Match, who: Who) -> None:
    is_over = match.state == Match.State.FINISHED
    if is_over and match.finished_at and is_long_over(match, match.finished_at):
        raise Closed(
            _("This match is finished. You’ll find its result on the page of the event."),
            match,
            who,
        )
    if match.event.state == Event.State.PLANNED:
        raise NoEntry(_("The event hasn’t started yet. Try again once it has."))


def is_long_over(match: Match, ended: datetime) -> bool:
    """True if phones can't see the match now.

    League sides have days to confirm, so it takes longer.
    """
    to_confirm = timedelta(minutes=match.event.confirm_minutes)
    return ended < timezone.now() - max(AFTERWARDS, to_confirm)


def board_of(pass_: Pass) -> Board:
    """Return the board of a label or tablet, or raise ``NoEntry``."""
    if pass_.way is WayIn.LABEL:
        return _as_labelled(pass_, Board.objects.filter(pk=pass_.credential).first())
    if pass_.way is WayIn.KIOSK:
        kiosk = Kiosk.objects.open().filter(pk=pass_.credential).first()
        if kiosk is None:
            raise NoEntry(_("The desk signed out this tablet."))
        _note_seen(kiosk)
        return kiosk.board
    raise NoEntry(_("This address doesn’t lead to a board. Scan the label on the board."))


def _as_labelled(pass_: Pass, board: Board | None) -> Board:
    if board is None or board.label_number != pass_.label:
        raise NoEntry(str(REPLACED))
    return board


def _note_seen(kiosk: Kiosk) -> None:
    """Save when the tablet was last seen, at most every minute to avoid writes."""
    now = timezone.now()
    if kiosk.seen_at is None or kiosk.seen_at < now - timedelta(minutes=1):
        Kiosk.objects.filter(pk=kiosk.pk).update(seen_at=now)


def _by_board(pass_: Pass, match: Match) -> Who:
    if pass_.way is WayIn.LABEL and match.board_id == pass_.credential:
        _refuse_elsewhere(pass_, match, _as_labelled(pass_, match.board))
    else:
        _refuse_elsewhere(pass_, match, board_of(pass_))
    return ANONYMOUS


def _refuse_elsewhere(pass_: Pass, match: Match, board: Board) -> None:
    """Refuse a match that isn't at this board now and hasn't just ended there."""
    if match.board_id != board.pk:
        _refuse_moved(pass_, match, board)
    if match.state == Match.State.PLANNED:
        raise Closed(_("This match isn’t on board %(n)s now.") % {"n": board.number}, match)


def _refuse_moved(pass_: Pass, match: Match, board: Board) -> NoReturn:
    """Refuse a match that has left the board.

    A player's phone may follow a match that is at another board. A tablet may not, and no one
    may while the match waits to be called.
    """
    if match.board is None:
        raise Closed(_("This match has left board %(n)s.") % {"n": board.number}, match)
    why = _("This match has moved to %(where)s.") % {
        "where": _("board %(n)s") % {"n": match.board.number}
    }
    if pass_.way is WayIn.KIOSK or match.state == Match.State.PLANNED:
        raise Closed(why, match)
    there = replace(pass_, credential=match.board.pk, label=match.board.label_number)
    raise Moved(why, match, there)


def _by_code(pass_: Pass, match: Match) -> Who:
    return ANONYMOUS


def _link_of(pass_: Pass) -> PersonalLink:
    link = PersonalLink.objects.open().filter(pk=pass_.credential).first()
    if link is None:
        raise NoEntry(_("This link was revoked. Ask your organiser for a new one."))
    return link


def _by_link(pass_: Pass, match: Match) -> Who:
    link = _link_of(pass_)
    return Who(player=_who_sits(pass_, match, Q(links=link)))


def _by_account(pass_: Pass, match: Match) -> Who:
    user = User.objects.filter(pk=pass_.credential, is_active=True).first()
    if user is None:
        raise NoEntry(_("You don’t play in this match. Ask at the desk."))
    is_ward = Q(pk__in=wards_of(user).values("pk"))
    return Who(user=user, player=_who_sits(pass_, match, Q(user=user) | is_ward))


def _who_sits(pass_: Pass, match: Match, condition: Q) -> Player:
    """Return the player if they still play at this seat, or raise ``NoEntry``."""
    found = Player.objects.present().filter(condition)
    sits = Q(side_players__match=match, side_players__side__seat=pass_.seat)
    if player := found.filter(sits).first():
        return player
    why = _("You don’t play in this match. Ask at the desk.")
    if left := found.first():  # they have been replaced
        raise Closed(why, match, Who(player=left))
    raise NoEntry(why)


CHECKS: dict[WayIn, Callable[[Pass, Match], Who]] = {
    WayIn.LABEL: _by_board,
    WayIn.LINK: _by_link,
    WayIn.CODE: _by_code,
    WayIn.ACCOUNT: _by_account,
    WayIn.KIOSK: _by_board,
}
