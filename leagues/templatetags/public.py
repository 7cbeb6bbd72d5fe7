"""Names and times on public pages."""

import re
from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any, Protocol

from django import template
from django.template import Context
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from leagues.access.addresses import absolute_address
from leagues.dates import date_format
from leagues.models import Entry, Event, Match, MatchSide, PairingRound, Player, Surface
from leagues.models.fields import HasZone
from leagues.models.matches import PLAYED_OUT
from leagues.models.names import fold_name, split_name
from leagues.pairing.knockout import label_of
from leagues.reads.people.careers import Played
from leagues.reads.play.round_discs import Pip, pips_of
from leagues.reads.play.round_times import start_of
from leagues.reads.tables.crosstab import GridLine
from leagues.say import say
from leagues.templatetags.running_event import in_minutes
from leagues.texts.lookup import catalogue_key
from scoring.ratings import Rating
from scoring.results import WonOrLost
from scoring.sides import Seat

register = template.Library()

DAY = "D j M Y"
CLOCK = "H:i"
MOMENT = "D j M, H:i"


class Named(Protocol):
    def shown_on(self, surface: Surface) -> str: ...


class Placed(Protocol):
    @property
    def place(self) -> int: ...
    @property
    def shared(self) -> bool: ...


@register.filter
def on_web(shown: Named) -> str:
    """Return the name of a player, an entry or a side on the web."""
    return shown.shown_on(Surface.WEB)


FITS = 16  # letters of a name, in one line of a table on a phone
FITS_ON_WALL = 24


@register.filter
def fitted(shown: Player | Entry | MatchSide, surface: str = Surface.WEB) -> str:
    """Return the name on a surface; the given names of a long one are initials on a phone.

    The page has the whole name, for screen readers and where there is room.
    """
    return fitted_name(shown.shown_on(Surface(surface)), _people_of(shown))


@register.filter
def abbreviated(shown: Entry) -> str:
    """Return ``fitted`` for a column that has room for no given name on a phone."""
    return fitted_name(on_web(shown), _people_of(shown), fits=0)


@register.filter
def fitted_name(name: str, people: Iterable[Player], fits: int = FITS) -> str:
    """Return ``fitted`` for a name that is text already, and for the people in it."""
    if len(name) <= fits:
        return name
    surnames = {each.name: each.family_name for each in people}
    marked = [(_with_initials(each, surnames.get(each)),) for each in name.split(" & ")]
    within = format_html_join(" & ", "{}", marked)
    return format_html('<span class="fits" title="{}">{}</span>', name, within)


@register.filter
def fitted_on_wall(shown: Player | Entry | MatchSide) -> str:
    """Return the name on a screen; the given names of a long one are initials."""
    name = shown.shown_on(Surface.WALL)
    if len(name) <= FITS_ON_WALL:
        return name
    surnames = {each.name: each.family_name for each in _people_of(shown)}
    return " & ".join(
        " ".join(filter(None, (before, _initials_of(given), after)))
        for each in name.split(" & ")
        for before, given, after in [_parts_of(each, surnames.get(each))]
    )


@register.filter
def listed_on_wall(name: str) -> str:
    """Return a name listed by its surname; the given names of a long one are initials."""
    surname, comma, given = name.partition(", ")
    return f"{surname}, {_initials_of(given)}" if comma and len(name) > FITS_ON_WALL else name


def _people_of(shown: Player | Entry | MatchSide) -> Sequence[Player]:
    if isinstance(shown, Player):
        return [shown]
    entries = shown.entry_list if isinstance(shown, MatchSide) else [shown]
    return [each for entry in entries if not entry.name for each in entry.people]


def _parts_of(name: str, family: str | None) -> tuple[str, str, str]:
    """Return what is before the given names, these, and what is after; the given names are ""
    if the surname is None, as of what is not a whole name.
    """
    given, surname, is_last = split_name(name, family) if family is not None else ("", "", True)
    if not (given and surname):
        return name, "", ""
    return ("", given, surname) if is_last else (surname, given, "")


def _initials_of(given: str) -> str:
    return " ".join(f"{word[0]}." for word in given.split())


def _with_initials(name: str, family: str | None) -> str:
    """Mark a person's given names; None as the surname is for what is not a whole name."""
    before, given, after = _parts_of(name, family)
    if not given:
        return name
    initials = _initials_of(given)
    if before:
        return format_html(
            '{} <span data-initials="{}"><span>{}</span></span>', before, initials, given
        )
    # The space is inside, because the style sheet adds one after the initials.
    return format_html('<span data-initials="{}"><span>{} </span></span>{}', initials, given, after)


@register.filter
def briefly(entry: Entry) -> str:
    """Return an entry's name for half a line, "Ann S. & Ben B."; it shows no more than on_web."""
    shown = [
        each.short_name if on_web(each) == each.name else on_web(each) for each in entry.people
    ]
    return entry.name or " & ".join(shown)


@register.filter
def initials(name: str) -> str:
    """Return the initials of a name, for narrow places: "AS" for Ann Smith.

    >>> initials("Ann Smith & Ben van der Berg")
    'AS BB'
    """
    people = [[w for w in each.split() if w[0].isalnum()] for each in name.split("&")]
    return " ".join(
        "".join(word[0] for word in dict.fromkeys((words[0], words[-1])))
        for words in people
        if words
    ).upper()


@register.filter
def with_marks(lines: Sequence[GridLine]) -> list[tuple[GridLine, str]]:
    """Pair each line with initials that no other line has: "CMa" and "CMo" for two Cs."""
    names = [on_web(line.entry) for line in lines]
    of_length = [[_mark_of(name, n) for name in names] for n in range(1, 9)]

    return [
        (
            line,
            next((marks[k] for marks in of_length if marks.count(marks[k]) == 1), of_length[0][k]),
        )
        for k, line in enumerate(lines)
    ]


def _mark_of(name: str, letters: int) -> str:
    """Return the initials, and the letters of the last word up to this number."""
    return initials(name) + name.split()[-1][1:letters]


@register.filter
def numbers(shown: Entry | MatchSide | Match) -> str:
    """Return the players' numbers of a row, so that a phone finds its owner's: "12 34"."""
    return " ".join(str(player.pk) for player in players_of(shown))


def players_of(shown: Entry | MatchSide | Match) -> list[Player]:
    """Return the players behind an entry, a side, or all sides of a match."""
    if isinstance(shown, Match):
        return [p for side in shown.sides.all() for p in side.named_people]
    return shown.people if isinstance(shown, Entry) else shown.named_people


# A large table shows these five hundred times; rendering them as template tags is slow.


@register.filter
def won_rounds(match: Match) -> list[Pip]:
    return pips_of(match)


@register.simple_tag
def pips(rounds: Sequence[Pip]) -> SafeString:
    """Render the discs of a match, with a hole if the winner of the round made a 20."""
    if not rounds:
        return mark_safe("")
    outcomes = ", ".join(
        _("tied") if each.winner is None else letter(each.winner) for each in rounds
    )
    return format_html(
        '<span class="pips" role="img" aria-label="{}">{}</span>',
        _("Rounds: %(rounds)s") % {"rounds": outcomes},
        format_html_join("", '<i class="{}"></i>', ([_render_pip(each)] for each in rounds)),
    )


def _render_pip(pip: Pip) -> str:
    if pip.winner is None:
        return "tied"
    side = letter(pip.winner).lower()
    return f"{side} hole" if pip.is_hole else side


@register.filter
def place(number: int) -> str:
    return _("Place %(place)s") % {"place": number}


@register.filter
def placed(row: Placed) -> str:
    """Return the place of a row, "6=" if others share it. A shared first place is "1" too.

    >>> from types import SimpleNamespace
    >>> [placed(SimpleNamespace(place=place, shared=True)) for place in (1, 2)]
    ['1', '2=']
    >>> placed(SimpleNamespace(place=6, shared=False))
    '6'
    """
    return f"{row.place}=" if row.shared and row.place > 1 else str(row.place)


@register.filter
def in_points(scored: str) -> str:
    number = int(scored) if scored.isdecimal() else 2
    return format_html(ngettext("{n} point", "{n} points", number), n=scored)


@register.filter
def of(name: str) -> str:
    return _("of %(name)s") % {"name": name}


@register.simple_tag(takes_context=True)
def live(context: Context, event: Event) -> SafeString:
    """Render the stream's address for the changing part of a page.

    A private event has no stream, as its readers are not strangers.
    """
    revision = format_html(' data-revision="{}"', event.revision)
    if event.visibility == Event.Visibility.PRIVATE:
        return revision
    return format_html(' data-live="{}"{}', context["request"].path, revision)


@register.simple_tag
def in_short(event: Event) -> str:
    """Describe an event in one plain line: what, when and where."""
    starts = date_format(timezone.localtime(event.starts_at, event.tzinfo), "D j M Y")
    facts = [str(event.get_kind_display()), starts, event.place]
    return " · ".join(fact for fact in facts if fact)


@register.simple_tag(takes_context=True)
def absolute_uri(context: Context, path: str) -> str:
    """Return an absolute address for a path."""
    request = context["request"]
    return absolute_address(request, path) or request.build_absolute_uri(path)


@register.inclusion_tag("public/_me_button.html")
def me_button(player: Player, *, named: bool = False) -> dict[str, Any]:
    """Render "That's me", which only this browser remembers.

    With ``named`` the button has the player's name, for two buttons side by side.
    """
    return {"player": player, "named": named}


@register.filter
def stand_ins(side: MatchSide) -> list[Player]:
    """Return substitutes who played for a player of the entry; needs ``side_players``
    prefetched.
    """
    sat = [line.player for line in side.side_players.all()]
    return [player for player in sat if player not in players_of(side)]


# The outcome of a match, as a letter and as a word.
WENT = {
    WonOrLost.WON: gettext_lazy("won"),
    WonOrLost.TIED: gettext_lazy("tied"),
    WonOrLost.LOST: gettext_lazy("lost"),
}


@register.filter
def slot_label(slot: str) -> str:
    """The name of a match of a bracket by its key, such as "Semi-final 1", or ""."""
    label = label_of(slot)
    return say(label) if label else ""


@register.filter
def found(name: str, text: str) -> SafeString:
    """Render a name with the beginnings of its words that a search asked for marked."""
    asked = fold_name(text).split()

    def cut(word: str) -> tuple[str, str]:
        ends = (at for at in range(1, len(word) + 1) if fold_name(word[:at]) in asked)
        at = next(ends, 0)
        return word[:at], word[at:]

    parts = [cut(word) for word in re.split(r"(\W+)", name)]
    marked = ((format_html("<strong>{}</strong>", a) if a else "", b) for a, b in parts)
    return format_html_join("", "{}{}", marked)


@register.simple_tag
def form(went: tuple[WonOrLost, ...]) -> SafeString:
    """Render the outcomes of the last few matches as discs: full, half, and an empty one."""
    return _render_form(went, catalogue_key()) if went else mark_safe("")


@lru_cache(maxsize=512)
def _render_form(went: tuple[WonOrLost, ...], _spoken: object) -> SafeString:
    """Cached: a large table has hundreds of them, and few different ones."""
    outcomes = ", ".join(str(WENT[each]) for each in went)
    return format_html(
        '<span class="form" role="img" aria-label="{}">{}</span>',
        _("Last: %(went)s") % {"went": outcomes},
        format_html_join("", '<i class="{}"></i>', ([each.value] for each in went)),
    )


@register.simple_tag
def rating_band(rating: Rating, scale: tuple[int, int]) -> SafeString:
    """Render a rating on a scale from low to high: a bar as wide as its ±, and its middle."""
    low, high = scale
    part = 100 / max(1, high - low)
    return format_html(
        '<svg class="band" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">'
        '<rect x="{}" width="{}" height="8"></rect>'
        '<rect x="{}" width="2" height="8"></rect></svg>',
        round(part * (rating.shown - rating.band - low), 1),
        round(part * 2 * rating.band, 1),
        round(part * (rating.shown - low) - 1, 1),
    )


@register.simple_tag
def went_word(went: WonOrLost) -> str:
    return str(WENT[went])


RESULT_WORDS = {
    WonOrLost.WON: gettext_lazy("beat %(names)s"),
    WonOrLost.TIED: gettext_lazy("tied with %(names)s"),
    WonOrLost.LOST: gettext_lazy("lost to %(names)s"),
}


@register.simple_tag
def result_in_words(played: Played) -> SafeString:
    """Describe a result from a player's view: beat Ben 6–2."""
    names = ", ".join(on_web(side) for side in played.others)
    text = RESULT_WORDS[played.went] % {"names": names}
    if played.match.ending in PLAYED_OUT:
        return format_html('{} <b class="number">{}</b>', text, played.result)
    ending = Match.Ending(played.match.ending).label
    return format_html("{}, {}", text, str(ending).lower())


@register.filter
def letter(seat: int) -> str:
    """Return the letter of a seat, A to D, as on the discs."""
    return Seat(seat).name


@register.simple_tag
def disc(seat: int) -> SafeString:
    """Render the disc of a side: a colour always has its letter."""
    name = Seat(seat).name
    return format_html('<span class="disc {}">{}</span>', name.lower(), name)


@register.simple_tag
def round_clock(event: HasZone, pairing_round: PairingRound) -> SafeString:
    """Render when the round's clock runs out, for a script to count down; or what was left of it.

    The page is cached, so it contains the moment and not the time left.
    """
    ends, left = pairing_round.clock_ends_at, pairing_round.clock_left
    if ends is None:
        stopped = _("%(left)s left, stopped") % {"left": in_minutes(left or 0)}
        return format_html('<span class="countdown">{}</span>', stopped)
    until = _("until %(time)s") % {
        "time": date_format(timezone.localtime(ends, event.tzinfo), CLOCK)
    }
    return format_html(
        '<span class="countdown" role="timer" data-ends="{}">{}</span>',
        ends.isoformat(timespec="seconds"),
        until,
    )


@register.simple_tag
def day(event: HasZone, at: datetime) -> SafeString:
    """Return the date by the event's clock."""
    return _render_time(event, at, DAY)


@register.simple_tag
def clock(event: HasZone, at: datetime) -> SafeString:
    """Return the time of day by the event's clock."""
    return _render_time(event, at, CLOCK)


@register.simple_tag
def moment(event: HasZone, at: datetime) -> SafeString:
    """Return date and time by the event's clock."""
    return _render_time(event, at, MOMENT)


@register.simple_tag
def start(event: HasZone, pairing_round: PairingRound) -> SafeString | str:
    """Return when a pairing round with waiting matches begins; empty if unknown."""
    found = start_of(pairing_round, timezone.now())
    if found.at:
        return moment(event, found.at)
    if found.after is None:
        return ""
    if found.after.is_play_off:
        return _("after the play-off")
    return _("after game %(number)s") % {"number": found.after.number}


def _render_time(event: HasZone, at: datetime, style: str) -> SafeString:
    local = timezone.localtime(at, event.tzinfo)
    shown = date_format(local, style)
    return format_html('<time datetime="{}">{}</time>', local.isoformat(), shown)
