"""The club's home page and its lists: events, players, ratings, records, search."""

from dataclasses import replace
from itertools import groupby
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from leagues.access.current_club import home_of
from leagues.access.roles import for_anyone, get_visitor
from leagues.live.page_cache import ready_made
from leagues.models import Club, ClubPage, Event, League, Notice, Player
from leagues.models.names import tidy_name
from leagues.reads.leagues.pages.cards import league_cards
from leagues.reads.leagues.pages.coming_days import coming_days
from leagues.reads.leagues.pages.event_rows import event_rows
from leagues.reads.leagues.pages.front_page import headline_of, next_up, on_now, podium_with_scores
from leagues.reads.messages.banners import banners_of_club
from leagues.reads.people.player_list import (
    ORDERS,
    Lately,
    forms_of,
    lately_of,
    lately_played,
    player_rows,
)
from leagues.reads.people.rating_list import podium_of_ratings, rating_list, scale_of
from leagues.reads.people.records import records_of, years_played
from leagues.reads.people.search import search_club
from leagues.reads.people.stored_sums import sums_of
from leagues.reads.tolerant_rows import read_each
from leagues.views.public.live import fragment_of
from leagues.views.public.pagination import part_of

LATEST = 6  # events on the home page
NEXT_DAYS = 3  # days in the home page's calendar
PLAYERS = 100  # on a page of the list
LONGEST = 80  # characters of a search
LATELY = 18  # players to choose from
EVENTS_EACH = 3  # events that are on, coming and over


def home_club() -> Club:
    club = Club.objects.home()
    if club is None:
        raise Http404
    return club


@for_anyone
@ready_made("fragment")
@require_safe
def show_home(request: HttpRequest) -> HttpResponse:
    club = home_of(request)
    if club is None:
        raise Http404
    events = Event.objects.listed().of(club)
    over = list(events.over()[:LATEST])
    cards = league_cards(League.objects.listed().current().of(club).with_dates())
    # A league's event runs all season; the league's card shows its progress.
    running = on_now(list(events.on_now().filter(league=None)))
    coming = list(events.coming().filter(night=None)[:LATEST])  # a night is among the leagues'
    first = [each.event for each in running[:1]]
    lead = read_each(first, lambda _event: headline_of(running[0]))
    days = coming_days(club, timezone.now(), NEXT_DAYS, with_running=False, each_league_once=True)
    next_date = next_up(cards, coming)
    shown = {each.address for each in days} if len(days) > 1 else set()
    if next_date:
        shown.add(next_date.address)
    later = [each for each in coming if each.get_absolute_url() not in shown]
    rows = event_rows([*(on.event for on in running[1:]), *later, *over])
    over_rows = [row for row in rows if row.event in over]
    latest = [row.event for row in over_rows[:1]]
    read = read_each(latest, lambda event: podium_with_scores(event, over_rows[0].podiums.players))
    podium = next(read, ())
    return TemplateResponse(
        request,
        fragment_of(request, "public/home.html", "live"),
        {
            "banners": banners_of_club(club),
            "announcements": list(Notice.objects.on_front()),
            "headline": next(lead, None),
            "on_now": [row for row in rows if row.event.state == Event.State.RUNNING],
            "next_up": next_date,
            "later": [row for row in rows if row.event in later],
            "league_cards": [card for card in cards if card.is_current],
            "latest": next(iter(over), None),
            "podium": podium,
            "latest_clubs": over_rows[0].podiums.clubs if over_rows else (),
            "over": over_rows[1:] if podium else over_rows,
            "coming_days": days,
            "may_plan": get_visitor(request).is_organiser,
            # Asked only of a club without events.
            "has_club_page": ClubPage.objects.filter(club=club).exclude(about="", when="").exists,
        },
    )


@for_anyone
@ready_made("page")
@require_safe
def list_events(request: HttpRequest) -> HttpResponse:
    found = Event.objects.listed().of(home_club())
    over = part_of(request, "page", found.over())
    return TemplateResponse(
        request,
        "public/events.html",
        {
            # A league is on all season, and has its own page.
            "on_now": event_rows(found.on_now().filter(league=None)),
            "coming": event_rows(found.coming()),
            "part": replace(over, lines=event_rows(over.lines)),
            "may_plan": get_visitor(request).is_organiser,
        },
    )


@for_anyone
@ready_made("page", "letter", "order")
@require_safe
def list_players(request: HttpRequest) -> HttpResponse:
    """List players, or those whose shown name begins with ``?letter=``, by name or ``?order=``."""
    club = home_club()
    everybody = Player.objects.filter(club=club).seen()
    letter = request.GET.get("letter", "")[:1].upper()
    order = request.GET.get("order", "")
    listed = everybody.as_listed(letter)
    if order in ORDERS:
        rows = sorted(player_rows(club, listed), key=ORDERS[order])
        part = part_of(request, "page", rows, PLAYERS)
    else:
        order, part = "", part_of(request, "page", listed, PLAYERS)
        part = replace(part, lines=player_rows(club, part.lines))
    forms = forms_of(club, [row.player.pk for row in part.lines])
    kept = {"letter": letter, "order": order}
    return TemplateResponse(
        request,
        "public/players.html",
        {
            "part": part,
            "lines": [(row, forms.get(row.player.pk, ())) for row in part.lines],
            "scale": scale_of(row.rating for row in part.lines),
            "letter": letter,
            "order": order,
            "kept": urlencode({name: value for name, value in kept.items() if value}),
            "letters": everybody.letters(),
            "may_add": get_visitor(request).is_organiser,
        },
    )


@for_anyone
@ready_made("page")
@require_safe
def list_ratings(request: HttpRequest) -> HttpResponse:
    part = part_of(request, "page", rating_list(sums_of(home_club())), PLAYERS)
    people = Player.objects.in_bulk([each.player for each in part.lines])
    rated = [(each, people[each.player]) for each in part.lines]
    podium = podium_of_ratings(rated)
    return TemplateResponse(
        request,
        "public/ratings.html",
        {
            "part": part,
            "rated": rated,
            "scale": scale_of(each.rating for each, _player in rated),
            "podium": podium,
            "tables": [
                list(rows)
                for _, rows in groupby(rated[len(podium) :], lambda each: each[0].place is None)
            ],
        },
    )


@for_anyone
@ready_made("year")
@require_safe
def records_page(request: HttpRequest) -> HttpResponse:
    """Show records such as most 20s and longest streaks, of all time or of one year."""
    club = home_club()
    years, asked = years_played(club), request.GET.get("year")
    if asked is not None and asked not in map(str, years):
        raise Http404
    year = int(asked) if asked else None
    return TemplateResponse(
        request,
        "public/records.html",
        {"records": records_of(club, year), "years": years, "year": year},
    )


@for_anyone
@require_safe
def search_page(request: HttpRequest) -> HttpResponse:
    """Search by parts of names. Without a text, show the players and events of these days."""
    club = home_club()
    text = tidy_name(request.GET.get("q", ""))[:LONGEST]
    found = search_club(club, text)
    players = found.players if text else lately_played(club, LATELY)
    lately = lately_of(club, [player.pk for player in players])
    facts: dict[str, object] = {
        "text": text,
        "found": found,
        "players": [(player, lately.get(player.pk, Lately())) for player in players],
        "has_form": bool(lately),
    }
    if not text:
        listed = Event.objects.listed().of(club)
        parts = (listed.on_now().filter(league=None), listed.coming(), listed.over())
        facts["rows"] = event_rows(each for part in parts for each in part[:EVENTS_EACH])
    return TemplateResponse(request, "public/search.html", facts)
