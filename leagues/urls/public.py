"""What anybody may read."""

from django.urls import path

from leagues.views import public

urlpatterns = [
    path("", public.home, name="home"),
    path("events/<slug:slug>/", public.event, name="event"),
]
