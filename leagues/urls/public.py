"""What anybody may read."""

from django.urls import path

from leagues.views.public import (
    club,
    draw,
    entry,
    event,
    league_night,
    leagues,
    player,
    registration,
    share,
)

urlpatterns = [
    path("", club.home, name="home"),
    path("events/", club.events, name="events"),
    path("players/", club.players, name="players"),
    path("players/<int:pk>-<slug:slug>/", player.player, name="player"),
    path("players/<int:pk>/against/<int:other>/", player.against, name="against"),
    path("players/<int:pk>/picture.png", share.player_picture, name="player_picture"),
    path("events/<slug:slug>/picture.png", share.event_picture, name="event_picture"),
    path("leagues/", leagues.leagues, name="leagues"),
    path("leagues/<slug:slug>/", leagues.league, name="league"),
    path(
        "leagues/<slug:slug>/players/<int:pk>/",
        leagues.league_player,
        name="league-player",
    ),
    path("leagues/<slug:slug>/what-if/", leagues.league_what_if, name="league-what-if"),
    path(
        "leagues/<slug:slug>/nights/<int:pk>/",
        league_night.league_night,
        name="league-night",
    ),
    path("records/", club.records_page, name="records"),
    path("search/", club.search_page, name="search"),
    path("events/<slug:slug>/", event.event, name="event"),
    path("events/<slug:slug>/enter/", registration.enter, name="enter"),
    path("events/<slug:slug>/matches/", event.matches, name="matches"),
    path("events/<slug:slug>/matches/<int:number>/", event.match, name="match"),
    path("events/<slug:slug>/standings/", event.standings, name="standings"),
    path("events/<slug:slug>/bracket/", event.bracket, name="bracket"),
    path("events/<slug:slug>/players/", event.event_players, name="event_players"),
    path("events/<slug:slug>/entries/<int:pk>/", entry.entry, name="entry"),
    path("events/<slug:slug>/draw/", draw.draws, name="draws"),
    path("events/<slug:slug>/draw/<int:pk>.json", draw.paper, name="draw_paper"),
    path("events/<slug:slug>/draw/<int:pk>/", draw.again, name="draw_again"),
    path("events/<slug:slug>/about/", event.about, name="about"),
]
