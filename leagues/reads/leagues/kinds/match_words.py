"""Sentences about how the matches of a league are arranged."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from leagues.stages.match_league import MatchLeague


def matches_in_words(matches: MatchLeague) -> list[str]:
    """List sentences on how often opponents meet, when matches are due, and when results count."""
    return [
        _how_often(matches),
        due_in_words(matches),
        *late_in_words(matches),
        unplayed_in_words(matches),
        forfeit_in_words(matches),
        silence_in_words(matches),
        *([_("You can enter a result without its rounds.")] if matches.totals else []),
    ]


def due_in_words(matches: MatchLeague) -> str:
    days = matches.days_to_play
    due = ngettext(
        "A match is due %(n)s day after the day of its week.",
        "A match is due %(n)s days after the day of its week.",
        days,
    )
    return due % {"n": days} if days else _("A match is due on the day of its week.")


def late_in_words(matches: MatchLeague) -> list[str]:
    days = matches.days_late
    late = ngettext(
        "An overdue match may still be played for %(n)s day.",
        "An overdue match may still be played for %(n)s days.",
        days,
    )
    return [late % {"n": days}] if days else []


def unplayed_in_words(matches: MatchLeague) -> str:
    if matches.unplayed_is_lost:
        return _("If neither side tried to play a match, both lose it.")
    return _("If neither side tried to play a match, it is void and totals are projected.")


def forfeit_in_words(matches: MatchLeague) -> str:
    """The points and games that a forfeit gives to the other side."""
    points, games = matches.forfeit_points, matches.forfeit_games
    if points is None:
        pays = _(
            "If one side doesn’t come or forfeits, the other side gets as many points as for a full win."
        )
    else:
        pays = ngettext(
            "If one side doesn’t come or forfeits, the other side gets %(n)s point.",
            "If one side doesn’t come or forfeits, the other side gets %(n)s points.",
            points,
        ) % {"n": points}
    more = [pays]
    if games is not None:
        more.append(
            ngettext("It counts as %(n)s game won.", "It counts as %(n)s games won.", games)
            % {"n": games}
        )
    if matches.forfeits_capped:
        more.append(_("It is worth no more than the average win up to then."))
    return " ".join(more)


def silence_in_words(matches: MatchLeague) -> str:
    hours = matches.confirm_hours
    return ngettext(
        "A result that isn’t disputed counts after %(n)s hour.",
        "A result that isn’t disputed counts after %(n)s hours.",
        hours,
    ) % {"n": hours}


def _how_often(matches: MatchLeague) -> str:
    legs = ngettext(
        "Everyone plays everyone in their division once",
        "Everyone plays everyone in their division %(n)s times",
        matches.legs,
    ) % {"n": matches.legs}
    a_week = ngettext("%(n)s match a week", "%(n)s matches a week", matches.a_week) % {
        "n": matches.a_week
    }
    every = matches.catch_up_every
    catch_up = ngettext(
        "a week to catch up after each", "a week to catch up after every %(n)s", every
    ) % {"n": every}
    return " · ".join([legs, a_week, *([catch_up] if every else [])])
