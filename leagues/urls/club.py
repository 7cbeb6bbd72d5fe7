"""Setting up a new site."""

from django.urls import path

from leagues.views.club import set_up

urlpatterns = [
    path("setup/", set_up.enter_setup_code, name="setup"),
    path("setup/club/", set_up.setup_club, name="setup_club"),
    path("setup/file/", set_up.setup_file, name="setup_file"),
]
