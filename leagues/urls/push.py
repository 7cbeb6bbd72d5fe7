"""Subscribing a browser to push notifications."""

from django.urls import path

from leagues.views.phones import push

urlpatterns = [
    path("sw.js", push.push_worker, name="push_worker"),
    path("push/", push.change_subscription, name="push"),
]
