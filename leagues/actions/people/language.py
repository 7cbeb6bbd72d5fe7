"""In which language somebody wants to be answered and written to: theirs to say, and in no log."""

from leagues.access.roles import Who
from leagues.models import Player, User


def choose_language(*, by: Who, player: Player | None, language: str) -> None:
    """Keep it with the account, and with the player it plays as or whose link was opened."""
    if by.user:
        User.objects.filter(pk=by.user.pk).update(language=language)
    for each in filter(None, (by.player, player)):
        Player.objects.filter(pk=each.pk).update(language=language)
