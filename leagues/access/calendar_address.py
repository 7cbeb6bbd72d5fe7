"""The secret of a player's own calendar. It follows from the site's secret key, so nothing of it is stored."""

from django.utils.crypto import constant_time_compare, salted_hmac

from leagues.models import CalendarAddress, Player

SECRET_LETTERS = 32


def calendar_secret(address: CalendarAddress) -> str:
    known = f"{address.player_id}/{address.number}"
    digest = salted_hmac("leagues.calendar", known, algorithm="sha256").hexdigest()
    return digest[:SECRET_LETTERS]


def open_address(player: Player) -> CalendarAddress | None:
    """The one their calendar is read at now, if there is any."""
    return CalendarAddress.objects.filter(player=player, revoked_at=None).first()


def calendar_owner(pk: int, secret: str) -> Player | None:
    """Whose calendar this is. Wrong and revoked addresses look alike."""
    found = CalendarAddress.objects.filter(revoked_at=None, player__binned_at=None)
    address = found.select_related("player__club", "player__merged_into").filter(player=pk).first()
    if address is None or not constant_time_compare(secret, calendar_secret(address)):
        return None
    return address.player.merged_into or address.player
