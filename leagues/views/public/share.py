"""Preview images for shared links to an event, a match or a player."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from leagues import reads
from leagues.access.roles import for_anyone
from leagues.dates import date_format
from leagues.files.share_picture import Line, NumberedText, SideText, Won, share_picture
from leagues.live.page_cache import ready_made
from leagues.models import Club, Event, Match, MatchSide, PairingRound, Surface
from leagues.reads.club.page import logo_data
from leagues.reads.people.careers import read_career
from leagues.reads.people.player_list import form_of
from leagues.reads.people.stored_sums import sums_of
from leagues.reads.play.result_text import games_in_figures, games_of
from leagues.reads.play.round_discs import pips_of
from leagues.reads.tables.leaders import Leader, leaders_in
from leagues.templatetags.projections import plainly
from leagues.templatetags.public import letter
from leagues.views.public.event import find_event
from leagues.views.public.player import seen_player

WEB = Surface.WEB
FIRST = 3
POOLS = 4  # lines


def picture_response(
    club: Club,
    title: str,
    lines: Sequence[Line],
    rounds: Sequence[Won] = (),
    *,
    has_caption: bool = True,
) -> HttpResponse:
    """Answer with ``share_picture`` in the name of a club."""
    logo = logo_data(club)
    drawn = share_picture(title, lines, club.name, rounds, has_caption=has_caption, logo=logo)
    return HttpResponse(drawn, content_type="image/png")


@for_anyone
@ready_made()
@require_safe
def event_picture(request: HttpRequest, slug: str) -> HttpResponse:
    event = find_event(request, slug)
    lines: list[Line]
    if event.state == Event.State.PLANNED:
        starts = timezone.localtime(event.starts_at, event.tzinfo)
        what = event.place or str(event.get_kind_display())
        lines = [what, NumberedText(_day_of(event), before=str(starts.day))]
    elif event.state == Event.State.RUNNING:
        lines = list(running_lines(event))
    else:
        lines = [_when_and_where(event), *_in_front(event)]
    return picture_response(event.club, event.name, lines)


def running_lines(event: Event) -> Iterator[Line]:
    """Yield the game that is on, its number large, and who is in front."""
    state = str(event.shown_state.label)
    now = PairingRound.objects.of(event).published().begun().select_related("stage").last()
    if now is None or now.is_play_off:
        yield f"{state} · {_when_and_where(event)}"
        yield from _in_front(event)
        return
    words = _("%(stage)s, game %(number)s") % {"stage": now.stage.name, "number": now.number}
    yield NumberedText(f"{state} · {words}", before=str(now.number))
    yield from map(str, _in_front(event))


def _day_of(event: Event) -> str:
    return date_format(timezone.localtime(event.starts_at, event.tzinfo), "D j M Y, H:i")


def _when_and_where(event: Event) -> str:
    day = _day_of(event)
    return f"{day} · {event.place}" if event.place else day


def _in_front(event: Event) -> Iterator[Line]:
    """Yield the podium of a finished event, or the present leaders."""
    if event.state == Event.State.FINISHED:
        podium = reads.podium_of(event)
        yield from first_or_tied(
            [
                NumberedText(placed.entry.shown_on(WEB), before=str(placed.place))
                for placed in podium
            ]
        )
        return
    stage = event.stages.filter(pools__isnull=False).distinct().last()
    if stage is None:
        return
    if reads.has_bracket(stage):
        yield stage.name
        return
    leaders = leaders_in(reads.tables_of(stage))
    if leaders and leaders[0].pool:
        pools = groupby(leaders, key=lambda leader: leader.pool)
        yield from _of_pools([_pool_line(pool, list(tied)) for pool, tied in pools])
        return
    yield from first_or_tied(
        [
            NumberedText(
                leader.entry.shown_on(WEB), before=str(leader.place), points=plainly(leader.points)
            )
            for leader in leaders
        ]
    )


def first_or_tied(placed: Sequence[NumberedText]) -> Iterator[Line]:
    """Yield the first three, or one line that says how many tie for first place if more do."""
    tied = sum(line.before == "1" for line in placed)
    if tied > FIRST:
        words = _("%(n)s tie for first place") % {"n": tied}
        yield NumberedText(words, before="1", points=placed[0].points)
    else:
        yield from placed[:FIRST]


def _pool_line(pool: str, tied: Sequence[Leader]) -> NumberedText:
    names = ", ".join(leader.entry.shown_on(WEB) for leader in tied)
    is_letter = len(pool) <= 2  # else a name, as "Box 1"
    name = _("Pool %(pool)s: %(names)s") % {"pool": pool, "names": names}
    return NumberedText(name if is_letter else f"{pool}: {names}", points=plainly(tied[0].points))


def _of_pools(leading: Sequence[NumberedText]) -> Iterator[Line]:
    """Yield a line for each pool; if that is too many, two pools share a line."""
    if len(leading) <= POOLS:
        yield from leading
        return
    texts = [str(line) for line in leading]
    lines = [" · ".join(texts[at : at + 2]) for at in range(0, len(texts), 2)]
    if len(lines) <= POOLS:
        yield from lines
    else:
        yield from lines[: POOLS - 1]
        more = len(leading) - 2 * (POOLS - 1)
        yield ngettext("and %(n)s more pool", "and %(n)s more pools", more) % {"n": more}


@for_anyone
@ready_made()
@require_safe
def match_picture(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Draw a match's result: the sides, the rounds and the 20s."""
    event = find_event(request, slug)
    found = event.matches.published().with_sides().with_rounds().with_disputes()
    match = get_object_or_404(found, number=number)
    sides = list(match.sides.all())
    lines = [f"{_state_of(match)} · {event.name}", *_of_match(match, sides)]
    rounds = [each.winner for each in pips_of(match)]
    return picture_response(event.club, "", lines, rounds)


def _state_of(match: Match) -> str:
    if match.differs:  # type: ignore[attr-defined]
        return _("Being checked")
    if match.state == Match.State.PLANNED:
        return _("To be played")
    return str(match.get_state_display())


def _of_match(match: Match, sides: Sequence[MatchSide]) -> Iterator[Line]:
    for side in sides:
        score = str(side.result) if match.has_score else ""
        yield SideText(side.seat, letter(side.seat), side.shown_on(WEB), score)
    if games := games_in_figures(games_of(sides)):
        yield games
    twenties = [side.twenties for side in sides]
    if match.has_score and None not in twenties:
        yield _("20s %(twenties)s") % {"twenties": "–".join(map(str, twenties))}


@for_anyone
@ready_made()
@require_safe
def player_picture(request: HttpRequest, pk: int) -> HttpResponse:
    player = seen_player(pk)
    if player.merged_into:
        raise Http404
    played = read_career(player, sums_of(player.club))
    lines: list[Line] = []
    if played.tally.played:
        won = played.tally
        record = f"{won.won}–{won.tied}–{won.lost}"
        lines.append(NumberedText(_("won, tied, lost"), points=record))
    if played.twenties.rounds:
        each = number_format(played.twenties.each, 2)
        lines.append(_("%(each)s 20s a round") % {"each": each})
    discs = form_of(player)
    return picture_response(player.club, player.shown_on(WEB), lines, discs, has_caption=False)
