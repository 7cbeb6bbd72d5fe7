"""Download of all data about a player."""

import json

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from leagues.access.roles import PageOwner, own_page
from leagues.reads.data.own_data import own_data
from leagues.views.download import file_name


@own_page
@require_safe
def own_data_file(request: HttpRequest, owner: PageOwner) -> HttpResponse:
    player = owner.player
    text = json.dumps(own_data(player), ensure_ascii=False, indent=1)
    today = timezone.localdate(timezone=player.club.tzinfo)
    name = file_name(player.club, _("my data"), today, "json")
    answer = HttpResponse(f"{text}\n", content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
