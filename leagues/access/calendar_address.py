"""The secret address of a player's calendar. It is an HMAC of the site's key, and isn't stored."""

from django.utils.crypto import constant_time_compare, salted_hmac

from leagues.models import CalendarAddress, Player

SECRET_LETTERS = 32


def calendar_secret(address: CalendarAddress) -> str:
    known = f"{address.player_id}/{address.number}"
    digest = salted_hmac("leagues.calendar", known, algorithm="sha256").hexdigest()
    return digest[:SECRET_LETTERS]


def open_address(player: Player) -> CalendarAddress | None:
    """Return the player's current calendar address. None if there is none."""
    return CalendarAddress.objects.filter(player=player, revoked_at=None).first()


def calendar_owner(pk: int, secret: str) -> Player | None:
    """Return the player of a calendar. None for a wrong or revoked address."""
    found = CalendarAddress.objects.filter(revoked_at=None, player__binned_at=None)
    address = found.select_related("player__club", "player__merged_into").filter(player=pk).first()
    if address is None or not constant_time_compare(secret, calendar_secret(address)):
        return None
    return address.player.merged_into or address.player
