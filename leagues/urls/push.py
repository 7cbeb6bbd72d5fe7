"""Telling a browser something while no page is open."""

from django.urls import path

from leagues.views.phones import push

urlpatterns = [
    path("sw.js", push.push_worker, name="push_worker"),
    path("push/", push.push, name="push"),
]
