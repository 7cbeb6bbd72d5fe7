"""The language in which a player reads pages and mail. It isn't logged."""

from leagues.access.roles import Who
from leagues.models import Player, User


def choose_language(*, by: Who, player: Player | None, language: str) -> None:
    """Save the language of the account and of its player, or of the player whose link was used."""
    if by.user:
        User.objects.filter(pk=by.user.pk).update(language=language)
    for each in filter(None, (by.player, player)):
        Player.objects.filter(pk=each.pk).update(language=language)
