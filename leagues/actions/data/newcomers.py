"""Who comes with a file: people who are new, and other spellings of those who are known."""

from collections.abc import Collection, Mapping

from django.utils.translation import gettext as _

from leagues.actions.data.portions import Portions
from leagues.actions.data.rows import bulk
from leagues.actions.refusal import Refused
from leagues.models import Alias, Club, Player
from leagues.models.names import fold, guess_family_name
from leagues.reads.data.arriving_values import Who


def let_in(
    club: Club, people: Collection[Who], names: Mapping[Who, Collection[str]], portions: Portions
) -> tuple[dict[Who, Player], list[Player]]:
    known = sorted(each for each in people if isinstance(each, int))
    here = find_known(club, known)
    unknown = sorted(each for each in people if isinstance(each, str))
    new = []
    for each in unknown:
        name = next(iter(names[each]))
        family = guess_family_name(name)
        new.append(Player(club=club, name=name, family_name=family))
    portions.write(new)
    players: dict[Who, Player] = dict(here)
    players |= dict(zip(unknown, new, strict=True))
    return players, new


def find_known(club: Club, keys: Collection[int]) -> dict[Who, Player]:
    """These people, unless one was merged or removed since the file was looked at."""
    here = dict[Who, Player](Player.objects.present().filter(club=club).in_bulk(keys))
    if len(here) < len(keys):
        raise Refused(_("The club’s list of people has just changed. Check it again."))
    return here


def note_spellings(
    players: Mapping[Who, Player], names: Mapping[Who, Collection[str]]
) -> list[Alias]:
    """The spellings by which somebody was found this time, so that they are known next time."""
    written = Alias.objects.filter(player__in=[each.pk for each in players.values()])
    known = {(player, fold(name)) for player, name in written.values_list("player", "name")}
    made = []
    for who, player in players.items():
        for name in names[who]:
            key = (player.pk, fold(name))
            if key not in known and key[1] not in (fold(player.name), fold(player.alias)):
                known.add(key)
                made.append(Alias(player=player, name=name))
    return bulk(made)
