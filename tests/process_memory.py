"""State that the site's processes keep between requests; ``forget_all`` resets it for tests."""

from django.core.cache import cache

from leagues.reads.leagues.pages.event_rows import now_of
from leagues.reads.leagues.pages.news import nights_over
from leagues.reads.leagues.pages.summaries import summary_at
from leagues.reads.leagues.table import night_results
from leagues.reads.people.stored_sums import clear_caches
from leagues.reads.phones.my_day import finals_at, tables_at
from leagues.reads.results.league_needs import SUMMARIES
from leagues.reads.tolerant_rows import UNREADABLE
from leagues.texts.lookup import install_club_texts, show_site_texts
from leagues.views.public.player import STORIES


def forget_all() -> None:
    cache.clear()
    tables_at.cache_clear()
    finals_at.cache_clear()
    clear_caches()
    night_results.forget_results()
    summary_at.cache_clear()
    nights_over.cache_clear()
    now_of.cache_clear()
    STORIES.clear()
    SUMMARIES.clear()
    UNREADABLE.clear()
    install_club_texts(None)
    show_site_texts(False)
