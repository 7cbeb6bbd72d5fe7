"""The law of stored summaries: a card shows what one made from scratch shows."""

from leagues.models import League, LeagueSummary
from leagues.reads.leagues.pages.cards import league_cards
from leagues.reads.leagues.pages.summaries import summary_at


def check_summaries() -> None:
    """Check the cards against new ones, which stay for the next check."""
    shown = league_cards(League.objects.current())
    forget_summaries()
    assert shown == league_cards(League.objects.current())


def forget_summaries() -> None:
    LeagueSummary.objects.all().delete()
    summary_at.cache_clear()
