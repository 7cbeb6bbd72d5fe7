"""What hangs on the wall, and what lies over a stream."""

from django.urls import path

from leagues.views.screens import overlay, screen, season

OVERLAY = "overlay/<slug:slug>/"

urlpatterns = [
    path("screen/<slug:slug>/", screen.screen, name="screen"),
    path("screen/<slug:slug>/now/", screen.screen_now, name="screen_now"),
    path("leagues/<slug:slug>/screen/", season.league_screen, name="league-screen"),
    path(
        "leagues/<slug:slug>/screen/now/",
        season.league_screen_now,
        name="league-screen-now",
    ),
    path(OVERLAY + "boards/<int:number>/", overlay.overlay_board, name="overlay_board"),
    path(
        OVERLAY + "matches/<int:number>/", overlay.overlay_match, name="overlay_match"
    ),
]
