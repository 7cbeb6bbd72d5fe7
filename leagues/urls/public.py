"""What anybody may read."""

from django.urls import path

from leagues.views import draws, enter
from leagues.views.public import club, event

urlpatterns = [
    path("", club.home, name="home"),
    path("events/", club.events, name="events"),
    path("players/", club.players, name="players"),
    path("players/<int:pk>-<slug:slug>/", club.player, name="player"),
    path("events/<slug:slug>/", event.event, name="event"),
    path("events/<slug:slug>/enter/", enter.enter, name="enter"),
    path("events/<slug:slug>/matches/", event.matches, name="matches"),
    path("events/<slug:slug>/matches/<int:number>/", event.match, name="match"),
    path("events/<slug:slug>/standings/", event.standings, name="standings"),
    path("events/<slug:slug>/bracket/", event.bracket, name="bracket"),
    path("events/<slug:slug>/players/", event.event_players, name="event_players"),
    path("events/<slug:slug>/draw/", draws.draws, name="draws"),
    path("events/<slug:slug>/draw/<int:pk>.json", draws.paper, name="draw_paper"),
    path("events/<slug:slug>/draw/<int:pk>/", draws.again, name="draw_again"),
    path("events/<slug:slug>/about/", event.about, name="about"),
]
