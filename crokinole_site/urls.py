"""All addresses of the site, by audience."""

from django.conf import settings
from django.urls import include, path

from leagues.views.site.broken import show_error
from leagues.views.site.health import check_health
from leagues.views.site.icon import redirect_to_icon
from leagues.views.site.metrics import show_metrics

handler500 = show_error
urlpatterns = [
    path("healthz", check_health, name="health"),
    path("metrics", show_metrics, name="metrics"),
    path("favicon.ico", redirect_to_icon, name="icon"),
    path("accounts/", include("allauth.urls")),
    path("", include("leagues.urls.club")),
    path("", include("leagues.urls.player")),
    path("", include("leagues.urls.phones")),
    path("", include("leagues.urls.push")),
    path("desk/", include("leagues.urls.desk.desk")),
    path("", include("leagues.urls.screens")),
    path("", include("leagues.urls.public")),
    path("", include("leagues.urls.api")),
]
if settings.DEBUG:
    urlpatterns += [path("_look/", include("leagues.urls.look"))]
