"""All addresses of the site, by audience."""

from django.conf import settings
from django.urls import include, path

from leagues.views.site.broken import broken
from leagues.views.site.health import health
from leagues.views.site.icon import icon
from leagues.views.site.metrics import metrics

handler500 = broken
urlpatterns = [
    path("healthz", health, name="health"),
    path("metrics", metrics, name="metrics"),
    path("favicon.ico", icon, name="icon"),
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
