"""The news feed, the site map and ``robots.txt``."""

from datetime import UTC, datetime

from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from leagues.access.roles import for_anyone
from leagues.live.page_cache import ready_made
from leagues.models import Event, League, Night
from leagues.reads.messages.banners import feed_of_club
from leagues.views.public.calendars import site_of
from leagues.views.public.club import home_club

PRIVATE = (
    *("/accounts/", "/api/", "/b/", "/calendar/", "/desk/", "/embed/", "/invited/", "/join/"),
    *("/kiosk/", "/me/", "/overlay/", "/play/", "/push/", "/screen/", "/search/"),
    *("/setup/", "/*/enter/", "/*/screen/", "/*?fragment=", "/*&fragment="),
)
"""Addresses that are personal, secret or fragments of pages."""
SEASON_PAGES = ("home", "club-page", "events", "leagues", "honours", "records")


NEVER = datetime(2000, 1, 1, tzinfo=UTC)


class NewsFeed(Atom1Feed):
    """A feed whose date is constant while it has no items, so that it can be cached."""

    def latest_post_date(self) -> datetime:
        return super().latest_post_date() if self.items else NEVER


@for_anyone
@ready_made()
@require_safe
def news_feed(request: HttpRequest) -> HttpResponse:
    club, site = home_club(), site_of(request)
    found = feed_of_club(club, timezone.now())
    feed = NewsFeed(
        title=club.name,
        link=f"{site}/",
        description=_("News of %(club)s") % {"club": club.name},
        author_name=club.name,
        language=get_language(),
        feed_url=f"{site}{reverse('news-feed')}",
    )
    for each in found:
        feed.add_item(
            title=each.title,
            link=f"{site}{each.path}",
            description=each.text,
            unique_id=each.uid,
            pubdate=each.at,
            updateddate=each.at,
        )
    answer = HttpResponse(content_type="application/atom+xml; charset=utf-8")
    feed.write(answer, "utf-8")
    return answer


@for_anyone
@ready_made()
@require_safe
def site_map(request: HttpRequest) -> HttpResponse:
    """List the club's events and leagues. Players' pages aren't listed, for their privacy."""
    club = home_club()
    events = Event.objects.listed().of(club).order_by("pk")
    leagues = League.objects.listed().of(club).order_by("pk")
    nights = Night.objects.filter(league__in=leagues.filter(event=None))
    return TemplateResponse(
        request,
        "public/site_map.xml",
        {
            "site": site_of(request),
            "paths": [
                *(reverse(name) for name in SEASON_PAGES),
                *(event.get_absolute_url() for event in events),
                *(league.get_absolute_url() for league in leagues),
                *(
                    reverse("league-night", args=[night.league.slug, night.pk])
                    for night in nights.select_related("league").in_order()
                ),
            ],
        },
        content_type="application/xml",
    )


@for_anyone
@ready_made()
@require_safe
def show_robots(request: HttpRequest) -> HttpResponse:
    lines = ["User-agent: *", *(f"Disallow: {path}" for path in PRIVATE)]
    lines.append(f"Sitemap: {site_of(request)}{reverse('site-map')}")
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain")
