"""State that the site's processes keep between requests; ``forget_all`` resets it for tests."""

from django.core.cache import cache

from leagues.reads.leagues.table import night_results
from leagues.reads.people.kept_sums import forget
from leagues.reads.phones.my_day import finals_at, tables_at
from leagues.reads.readable import UNREADABLE
from leagues.reads.results.league_needs import COUNTED
from leagues.texts.lookup import show_site_texts, take_up
from leagues.views.public.player import STORIES


def forget_all() -> None:
    cache.clear()
    tables_at.cache_clear()
    finals_at.cache_clear()
    forget()
    night_results.forget()
    STORIES.clear()
    COUNTED.clear()
    UNREADABLE.clear()
    take_up(None)
    show_site_texts(False)
