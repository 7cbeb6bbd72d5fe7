"""Screens on the wall, overlays for streams, and embeds for other websites."""

from django.urls import include, path

from leagues.views.screens import embed, overlay, screen, season

EMBED_LEAGUE = [
    path("table/", embed.embed_league_table, name="embed-league-table"),
    path("nights/", embed.embed_league_nights, name="embed-league-nights"),
]

EMBED_EVENT = [
    path("table/", embed.embed_event_table, name="embed-event-table"),
    path("boards/", embed.embed_event_boards, name="embed-event-boards"),
]

OVERLAY = [
    path("boards/<int:number>/", overlay.overlay_board, name="overlay_board"),
    path("matches/<int:number>/", overlay.overlay_match, name="overlay_match"),
]

urlpatterns = [
    path("embed/", embed.embed_page, name="embeds"),
    path("embed/size.js", embed.size_script, name="embed-size"),
    path("embed/nights/", embed.embed_nights, name="embed-nights"),
    path("embed/boards/", embed.embed_boards, name="embed-boards"),
    path("embed/leagues/<slug:slug>/", include(EMBED_LEAGUE)),
    path("embed/events/<slug:slug>/", include(EMBED_EVENT)),
    path("screen/<slug:slug>/", screen.show_screen, name="screen"),
    path("screen/<slug:slug>/now/", screen.screen_now, name="screen_now"),
    path("leagues/<slug:slug>/screen/", season.league_screen, name="league-screen"),
    path("leagues/<slug:slug>/screen/now/", season.league_screen_now, name="league-screen-now"),
    path("overlay/<slug:slug>/", include(OVERLAY)),
]
