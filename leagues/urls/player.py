"""A person's own pages."""

from django.urls import path

from leagues.views import player

urlpatterns = [
    path("me/", player.me, name="me"),
    path("me/<str:token>/", player.player_link, name="player_link"),
    path("me/<str:token>/claim/", player.player_claim, name="player_claim"),
    path("invited/<str:token>/", player.invitation, name="invitation"),
]
