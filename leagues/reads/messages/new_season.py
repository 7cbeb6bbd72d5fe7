"""The message that asks last season's members for the next one."""

from collections.abc import Sequence
from datetime import timedelta
from functools import partial

from django.utils import timezone
from django.utils.translation import gettext as _

from leagues.dates import date_format
from leagues.models import League, Night, Player, Topic
from leagues.reads.messages.date_changes import date_facts, end_of_day, is_private_place
from leagues.reads.messages.reach import Content, PeopleNews

WITHOUT_NIGHTS = timedelta(days=60)
"""How long the message is worth sending for a season whose first night isn't known."""


def news_of_season(league: League) -> PeopleNews:
    first = league.nights.select_related("league").in_order().first()
    return PeopleNews(
        topic=Topic.CLUB,
        key=f"season-{league.pk}",
        make=partial(_content_of, league, first),
        ends_at=end_of_day(first, date_facts(first)) if first else timezone.now() + WITHOUT_NIGHTS,
        is_private=is_private_place(league),
    )


def _content_of(league: League, first: Night | None, _players: Sequence[Player]) -> Content:
    begins = _("It begins on %(day)s.") % {"day": date_format(first.on, "l j F Y")} if first else ""
    lines = (begins, _("Answer on your own page."))
    return Content(
        title=_("The next season: %(league)s. Are you playing?") % {"league": league.name},
        lines=tuple(filter(None, lines)),
        path=league.get_absolute_url(),
    )
