"""A player takes away everything that is written down of them: by their link, or by their account."""

from __future__ import annotations

import json

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from leagues.access.roles import personal_link, signed_in_only, who
from leagues.models import PersonalLink, Player
from leagues.reads.data.own_data import own_data
from leagues.views.download import file_name


@signed_in_only
@never_cache
@require_safe
def own_data_file(request: HttpRequest) -> HttpResponse:
    player = who(request).player
    if player is None:
        raise Http404
    return _file(player)


@personal_link
@require_safe
def own_data_by_link(
    request: HttpRequest, link: PersonalLink, token: str
) -> HttpResponse:
    return _file(link.player)


def _file(player: Player) -> HttpResponse:
    said = json.dumps(own_data(player), ensure_ascii=False, indent=1)
    today = timezone.localdate(timezone=player.club.tzinfo)
    name = file_name(player.club, _("my data"), today, "json")
    answer = HttpResponse(f"{said}\n", content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
