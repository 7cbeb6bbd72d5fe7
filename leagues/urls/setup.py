"""Setting up a new site."""

from django.urls import path

from leagues.views import setup

urlpatterns = [
    path("setup/", setup.setup, name="setup"),
    path("setup/club/", setup.setup_club, name="setup_club"),
]
