"""A person's own pages."""

from django.urls import path

from leagues.views.phones import nights, player
from leagues.views.public import registration

urlpatterns = [
    path("me/", player.me, name="me"),
    path("me/events/<slug:slug>/", registration.own_event, name="own_event"),
    path("me/nights/<int:pk>/", nights.own_night_page, name="own_night"),
    path("me/<str:token>/", player.player_link, name="player_link"),
    path("me/<str:token>/claim/", player.player_claim, name="player_claim"),
    path(
        "me/<str:token>/events/<slug:slug>/",
        registration.own_event_by_link,
        name="own_event_by_link",
    ),
    path(
        "me/<str:token>/nights/<int:pk>/",
        nights.own_night_by_link,
        name="own_night_by_link",
    ),
    path("me/<str:token>/nights/<int:pk>/host/", nights.host_night, name="host_night"),
    path("invited/<str:token>/", player.invitation, name="invitation"),
]
