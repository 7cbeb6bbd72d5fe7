"""Who may: every address of the site, as everybody, by reading and by writing.

A new address needs a row in ADDRESSES; a test says which.

    200   the page            in    asked to sign in
    422   the form, refused   go    done, or led on to another page
    404   nothing here        405   not by this method

Ann organises, Olga owns, Sam scores, Ben plays and has an account, Cat has only a personal
link, Dan is signed in and has nothing to do with the club.

Where a row says more, its last two are the host and the secretary: Cat, who runs tonight's
night in a browser where she opened her link, and Sue, the league's secretary, who has an
account. Where it does not, the host is answered as Cat is, and Sue as Dan.

Sue is there a second time, without her account, in a browser where she opened her own link. She is
answered as with her account where a league's or a night's roles decide, and as Cat elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver

PEOPLE = ("stranger", "dan", "ben", "cat", "sam", "ann", "olga", "host", "sue")
LIKE = {"host": "cat", "sue": "dan"}
"""As whom they are answered, where a row says nothing of them."""
BY_LINK = "sue by link"
RULES_OF_LEAGUES = {
    "secretary of the league",
    "treasurer of the league",
    "host of the night",
    "scorers, or its host",
    "organisers, or its host",
}

ADDRESSES = r"""
address                                                             by    stranger  dan  ben  cat  sam  ann olga host  sue
/healthz                                                            GET        200  200  200  200  200  200  200
/healthz                                                            POST       405  405  405  405  405  405  405
/metrics                                                            GET        200  200  200  200  200  200  200
/metrics                                                            POST       405  405  405  405  405  405  405
/accounts/login/                                                    GET        200   go   go  200   go   go   go
/accounts/login/                                                    POST       422   go   go  422   go   go   go
/accounts/logout/                                                   GET         go  200  200   go  200  200  200
/accounts/logout/                                                   POST        go   go   go   go   go   go   go
/accounts/inactive/                                                 GET        200  200  200  200  200  200  200
/accounts/inactive/                                                 POST       405  405  405  405  405  405  405
/accounts/signup/                                                   GET        200   go   go  200   go   go   go
/accounts/signup/                                                   POST       200   go   go  200   go   go   go
/accounts/reauthenticate/                                           GET         in  200  200   in  200  200  200
/accounts/reauthenticate/                                           POST        in  422  422   in  422  422  422
/accounts/email/                                                    GET         in  200  200   in  200  200  200
/accounts/email/                                                    POST        in   go   go   in   go   go   go
/accounts/confirm-email/                                            GET        200  200  200  200  200  200  200
/accounts/confirm-email/                                            POST       405  405  405  405  405  405  405
/accounts/password/change/                                          GET         in  200  200   in  200  200  200
/accounts/password/change/                                          POST        in  422  422   in  422  422  422
/accounts/password/set/                                             GET         in   go   go   in   go   go   go
/accounts/password/set/                                             POST        in   go   go   in   go   go   go
/accounts/password/reset/                                           GET        200  200  200  200  200  200  200
/accounts/password/reset/                                           POST       422  422  422  422  422  422  422
/accounts/login/code/confirm/                                       GET         go   go   go   go   go   go   go
/accounts/login/code/confirm/                                       POST        go   go   go   go   go   go   go
/accounts/confirm-email/(?P<key>[-:\w]+)/                           GET        200  200  200  200  200  200  200
/accounts/confirm-email/(?P<key>[-:\w]+)/                           POST       404  404  404  404  404  404  404
/accounts/password/reset/key/done/                                  GET        200  200  200  200  200  200  200
/accounts/password/reset/key/done/                                  POST       405  405  405  405  405  405  405
/accounts/password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/  GET        200  200  200  200  200  200  200
/accounts/password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/  POST       422  422  422  422  422  422  422
/accounts/password/reset/done/                                      GET        200  200  200  200  200  200  200
/accounts/password/reset/done/                                      POST       405  405  405  405  405  405  405
/accounts/login/code/                                               GET        200   go   go  200   go   go   go
/accounts/login/code/                                               POST       422   go   go  422   go   go   go
/accounts/2fa/                                                      GET         in  200  200   in  200  200  200
/accounts/2fa/                                                      POST        in  405  405   in  405  405  405
/accounts/2fa/authenticate/                                         GET         go   go   go   go   go   go   go
/accounts/2fa/authenticate/                                         POST        go   go   go   go   go   go   go
/accounts/2fa/reauthenticate/                                       GET         in   go   go   in   go   go   go
/accounts/2fa/reauthenticate/                                       POST        in   go   go   in   go   go   go
/accounts/2fa/recovery-codes/                                       GET         in  404  404   in  404  404  404
/accounts/2fa/recovery-codes/                                       POST        in  405  405   in  405  405  405
/accounts/2fa/recovery-codes/generate/                              GET         in   go   go   in   go   go   go
/accounts/2fa/recovery-codes/generate/                              POST        in   go   go   in   go   go   go
/accounts/2fa/recovery-codes/download/                              GET         in  404  404   in  404  404  404
/accounts/2fa/recovery-codes/download/                              POST        in  404  404   in  404  404  404
/accounts/2fa/webauthn/                                             GET         in  200  200   in  200  200  200
/accounts/2fa/webauthn/                                             POST        in  405  405   in  405  405  405
/accounts/2fa/webauthn/add/                                         GET         in   go   go   in   go   go   go
/accounts/2fa/webauthn/add/                                         POST        in   go   go   in   go   go   go
/accounts/2fa/webauthn/reauthenticate/                              GET         in   go   go   in   go   go   go
/accounts/2fa/webauthn/reauthenticate/                              POST        in   go   go   in   go   go   go
/accounts/2fa/webauthn/keys/<int:pk>/remove/                        GET         in   go   go   in   go   go   go
/accounts/2fa/webauthn/keys/<int:pk>/remove/                        POST        in   go   go   in   go   go   go
/accounts/2fa/webauthn/keys/<int:pk>/edit/                          GET         in   go   go   in   go   go   go
/accounts/2fa/webauthn/keys/<int:pk>/edit/                          POST        in   go   go   in   go   go   go
/accounts/2fa/webauthn/login/                                       GET         go   go   go   go   go   go   go
/accounts/2fa/webauthn/login/                                       POST        go   go   go   go   go   go   go
/setup/                                                             GET        404  404  404  404  404  404  404
/setup/                                                             POST       404  404  404  404  404  404  404
/setup/club/                                                        GET        404  404  404  404  404  404  404
/setup/club/                                                        POST       404  404  404  404  404  404  404
/setup/file/                                                        GET        404  404  404  404  404  404  404
/setup/file/                                                        POST       404  404  404  404  404  404  404
/me/                                                                GET         in  200  200   in  200  200  200
/me/                                                                POST        in  405  405   in  405  405  405
/me/<str:token>/                                                    GET        200  200  200  200  200  200  200
/me/<str:token>/                                                    POST       405  405  405  405  405  405  405
/me/calendar/                                                       GET         in  405  405   in  405  405  405
/me/calendar/                                                       POST        in  404   go   in  404  404  404   in   go
/me/<str:token>/calendar/                                           GET        405  405  405  405  405  405  405
/me/<str:token>/calendar/                                           POST        go   go   go   go   go   go   go
/me/contact/                                                        GET          in  404  200   in  404  404  404   in  200
/me/contact/                                                        POST        in  404   go   in  404  404  404   in   go
/me/<str:token>/contact/                                            GET         200  200  200  200  200  200  200
/me/<str:token>/contact/                                            POST        go   go   go   go   go   go   go
/me/data/                                                           GET         in  404  200   in  404  404  404   in  200
/me/data/                                                           POST        in  405  405   in  405  405  405
/me/<str:token>/data/                                               GET        200  200  200  200  200  200  200
/me/<str:token>/data/                                               POST       405  405  405  405  405  405  405
/me/leave/                                                          GET         in  405  405   in  405  405  405
/me/leave/                                                          POST        in  404   go   in  404  404  404   in   go
/me/<str:token>/leave/                                              GET        405  405  405  405  405  405  405
/me/<str:token>/leave/                                              POST        go   go   go   go   go   go   go
/me/events/<slug:slug>/                                             GET         in  404  200   in  404  404  404   in  200
/me/events/<slug:slug>/                                             POST        in  404   go   in  404  404  404   in   go
/me/<str:token>/events/<slug:slug>/                                 GET       200  200  200  200  200  200  200
/me/<str:token>/events/<slug:slug>/                                 POST       go   go   go   go   go   go   go
/me/nights/<int:pk>/                                                GET         in  404  200   in  404  404  404   in  200
/me/nights/<int:pk>/                                                POST        in  404  422   in  404  404  404   in  422
/me/<str:token>/nights/<int:pk>/                                    GET        200  200  200  200  200  200  200
/me/<str:token>/nights/<int:pk>/                                    POST       422  422  422  422  422  422  422
/me/<str:token>/nights/<int:pk>/host/                               GET        405  405  405  405  405  405  405
/me/<str:token>/nights/<int:pk>/host/                               POST        go   go   go   go   go   go   go   go   go
/me/leagues/<slug:slug>/challenge/                                  GET         in  405  405   in  405  405  405
/me/leagues/<slug:slug>/challenge/                                  POST        in  404  404   in  404  404  404
/me/<str:token>/leagues/<slug:slug>/challenge/                      GET        405  405  405  405  405  405  405
/me/<str:token>/leagues/<slug:slug>/challenge/                      POST       404  404  404  404  404  404  404
/me/<str:token>/leagues/<slug:slug>/desk/                           GET        405  405  405  405  405  405  405
/me/<str:token>/leagues/<slug:slug>/desk/                           POST        go   go   go   go   go   go   go
/me/leagues/<slug:slug>/play/                                       GET         in  405  405   in  405  405  405
/me/leagues/<slug:slug>/play/                                       POST        in  404  404   in  404  404  404
/me/<str:token>/leagues/<slug:slug>/play/                           GET        405  405  405  405  405  405  405
/me/<str:token>/leagues/<slug:slug>/play/                           POST       404  404  404  404  404  404  404
/me/matches/<int:pk>/                                               GET         in  404  404   in  404  404  404
/me/matches/<int:pk>/                                               POST        in  405  405   in  405  405  405
/me/<str:token>/matches/<int:pk>/                                   GET        404  404  404  404  404  404  404
/me/<str:token>/matches/<int:pk>/                                   POST       405  405  405  405  405  405  405
/me/matches/<int:pk>/totals/                                        GET         in  405  405   in  405  405  405
/me/matches/<int:pk>/totals/                                        POST        in  404  404   in  404  404  404
/me/<str:token>/matches/<int:pk>/totals/                            GET        405  405  405  405  405  405  405
/me/<str:token>/matches/<int:pk>/totals/                            POST       404  404  404  404  404  404  404
/me/matches/<int:pk>/<slug:act>/                                    GET         in  405  405   in  405  405  405
/me/matches/<int:pk>/<slug:act>/                                    POST        in  404  404   in  404  404  404
/me/<str:token>/matches/<int:pk>/<slug:act>/                        GET        405  405  405  405  405  405  405
/me/<str:token>/matches/<int:pk>/<slug:act>/                        POST       404  404  404  404  404  404  404
/me/friendlies/<int:pk>/<slug:act>/                                 GET         in  405  405   in  405  405  405
/me/friendlies/<int:pk>/<slug:act>/                                 POST        in  404  404   in  404  404  404
/me/<str:token>/friendlies/<int:pk>/<slug:act>/                     GET        405  405  405  405  405  405  405
/me/<str:token>/friendlies/<int:pk>/<slug:act>/                     POST       404  404  404  404  404  404  404
/me/drill/                                                          GET         in  404  200   in  404  404  404   in  200
/me/drill/                                                          POST        in  404  422   in  404  404  404   in  422
/me/<str:token>/drill/                                              GET        200  200  200  200  200  200  200
/me/<str:token>/drill/                                              POST       422  422  422  422  422  422  422
/me/drill/<int:pk>/remove/                                          GET         in  405  405   in  405  405  405
/me/drill/<int:pk>/remove/                                          POST        in  404  404   in  404  404  404
/me/<str:token>/drill/<int:pk>/remove/                              GET        405  405  405  405  405  405  405
/me/<str:token>/drill/<int:pk>/remove/                              POST       404  404  404  404  404  404  404
/leagues/<slug:slug>/nights/<int:pk>/                               GET        200  200  200  200  200  200  200
/leagues/<slug:slug>/nights/<int:pk>/                               POST       405  405  405  405  405  405  405
/me/seasons/<slug:slug>/                                            GET        in  405  405   in  405  405  405
/me/seasons/<slug:slug>/                                            POST       in  404  404   in  404  404  404
/me/<str:token>/seasons/<slug:slug>/                                GET       405  405  405  405  405  405  405
/me/<str:token>/seasons/<slug:slug>/                                POST      404  404  404  404  404  404  404
/desk/leagues/<slug:slug>/nights/<int:pk>/coming/                   GET         in  404  404   in  404  200  200  200  200
/desk/leagues/<slug:slug>/nights/<int:pk>/coming/                   POST        in  404  404   in  404  405  405  405  405
/desk/leagues/<slug:slug>/nights/<int:pk>/coming/answer/            GET         in  404  404   in  404  405  405  405  405
/desk/leagues/<slug:slug>/nights/<int:pk>/coming/answer/            POST        in  404  404   in  404  422  422  422  422
/desk/leagues/<slug:slug>/nights/<int:pk>/coming/spare/             GET         in  404  404   in  404  405  405  405  405
/desk/leagues/<slug:slug>/nights/<int:pk>/coming/spare/             POST        in  404  404   in  404  422  422  422  422
/desk/leagues/<slug:slug>/nights/<int:pk>/coming/spare/off/         GET         in  404  404   in  404  405  405  405  405
/desk/leagues/<slug:slug>/nights/<int:pk>/coming/spare/off/         POST        in  404  404   in  404  422  422  422  422
/me/<str:token>/claim/                                              GET        405  405  405  405  405  405  405
/me/<str:token>/claim/                                              POST        in   go   go   in   go   go   go
/mail/stop/<str:signed>/                                            GET         200  200  200  200  200  200  200
/mail/stop/<str:signed>/                                            POST       200  200  200  200  200  200  200
/invited/<str:token>/                                               GET        200  200  200  200  200  200  200
/invited/<str:token>/                                               POST        in   go   go   in   go   go   go
/b/<int:pk>-<str:secret>/                                           GET       go   go   go   go   go   go   go
/b/<int:pk>-<str:secret>/                                           POST     405  405  405  405  405  405  405
/b/<int:pk>-<str:secret>/friendly/                                  GET      go   go   go   go   go   go   go
/b/<int:pk>-<str:secret>/friendly/                                  POST    422  422  422  422  422  422  422
/kiosk/<str:token>/                                                 GET       go   go   go   go   go   go   go
/kiosk/<str:token>/                                                 POST     405  405  405  405  405  405  405
/play/                                                              GET      200  200  200  200  200  200  200
/play/                                                              POST     422  422  422  422  422  422  422
/play/entry-<str:version>.js                                         GET      200  200  200  200  200  200  200
/play/entry-<str:version>.js                                         POST     405  405  405  405  405  405  405
/play/sw.js                                                         GET      200  200  200  200  200  200  200
/play/sw.js                                                         POST     405  405  405  405  405  405  405
/play/offline/                                                      GET      200  200  200  200  200  200  200
/play/offline/                                                      POST     405  405  405  405  405  405  405
/play/hand-over/                                                    GET      200  200  200  200  200  200  200
/play/hand-over/                                                    POST     400  400  400  400  400  400  400
/play/<str:signed>/                                                 GET      200  200  200  200  200  200  200
/play/<str:signed>/                                                 POST     422  422  422  422  422  422  422
/play/<str:signed>/state.json                                       GET      200  200  200  200  200  200  200
/play/<str:signed>/state.json                                       POST     405  405  405  405  405  405  405
/play/<str:signed>/reports/                                         GET      405  405  405  405  405  405  405
/play/<str:signed>/reports/                                         POST     400  400  400  400  400  400  400
/play/<str:signed>/confirm/                                         GET      405  405  405  405  405  405  405
/play/<str:signed>/confirm/                                         POST     400  400  400  400  400  400  400
/play/<str:signed>/help/                                            GET      405  405  405  405  405  405  405
/play/<str:signed>/help/                                            POST     400  400  400  400  400  400  400
/play/<str:signed>/take-over/                                       GET      405  405  405  405  405  405  405
/play/<str:signed>/take-over/                                       POST     400  400  400  400  400  400  400
/play/<str:signed>/board/                                           GET       go   go   go   go   go   go   go
/play/<str:signed>/board/                                           POST     405  405  405  405  405  405  405
/play/<str:signed>/next/                                            GET      200  200  200  200  200  200  200
/play/<str:signed>/next/                                            POST     405  405  405  405  405  405  405
/sw.js                                                              GET      200  200  200  200  200  200  200
/sw.js                                                              POST     405  405  405  405  405  405  405
/push/                                                              GET      405  405  405  405  405  405  405
/push/                                                              POST     404  404  404  404  404  404  404
/desk/                                                              GET         in  404  404   in  200  200  200
/desk/                                                              POST        in  404  404   in  405  405  405
/desk/events/                                                       GET         in  404  404   in  200  200  200
/desk/events/                                                       POST        in  404  404   in  405  405  405
/desk/new/                                                          GET         in  404  404   in  404  200  200
/desk/new/                                                          POST        in  404  404   in  404  405  405
/desk/new/<slug:shape>/                                             GET         in  404  404   in  404  200  200
/desk/new/<slug:shape>/                                             POST        in  404  404   in  404  422  422
/desk/events/<slug:slug>/change/                                    GET         in  404  404   in  404  200  200
/desk/events/<slug:slug>/change/                                    POST        in  404  404   in  404  422  422
/desk/events/<slug:slug>/bin/                                       GET         in  404  404   in  404  405  405
/desk/events/<slug:slug>/bin/                                       POST        in  404  404   in  404   go   go
/desk/events/<slug:slug>/restore/                                   GET         in  404  404   in  404  405  405
/desk/events/<slug:slug>/restore/                                   POST        in  404  404   in  404   go   go
/desk/leagues/                                                      GET        in  404  404   in  200  200  200
/desk/leagues/                                                      POST       in  404  404   in  405  405  405
/desk/leagues/new/                                                  GET        in  404  404   in  404  200  200
/desk/leagues/new/                                                  POST       in  404  404   in  404  422  422
/desk/leagues/new/<slug:screen>/                                    GET        in  404  404   in  404  200  200
/desk/leagues/new/<slug:screen>/                                    POST       in  404  404   in  404  422  422
/desk/leagues/<slug:slug>/                                          GET         in  404  404   in  404  200  200   in  200
/desk/leagues/<slug:slug>/                                          POST        in  404  404   in  404  405  405   in  405
/desk/leagues/<slug:slug>/settings/                                 GET         in  404  404   in  404  200  200   in  200
/desk/leagues/<slug:slug>/settings/                                 POST        in  404  404   in  404  422  422   in  422
/desk/leagues/<slug:slug>/settings/night/                           GET         in  404  404   in  404  200  200   in  200
/desk/leagues/<slug:slug>/settings/night/                           POST        in  404  404   in  404  422  422   in  422
/desk/leagues/<slug:slug>/settings/counts/                          GET         in  404  404   in  404  200  200   in  200
/desk/leagues/<slug:slug>/settings/counts/                          POST        in  404  404   in  404  422  422   in  422
/desk/leagues/<slug:slug>/settings/divisions/                       GET         in  404  404   in  404  200  200   in  200
/desk/leagues/<slug:slug>/settings/divisions/                       POST        in  404  404   in  404   go   go   in   go
/desk/leagues/<slug:slug>/calendar/                                 GET         in  404  404   in  404  200  200   in  200
/desk/leagues/<slug:slug>/calendar/                                 POST        in  404  404   in  404  405  405   in  405
/desk/leagues/<slug:slug>/calendar/add/                             GET         in  404  404   in  404  200  200   in  200
/desk/leagues/<slug:slug>/calendar/add/                             POST        in  404  404   in  404  422  422   in  422
/desk/leagues/<slug:slug>/calendar/rule/                            GET         in  404  404   in  404  200  200   in  200
/desk/leagues/<slug:slug>/calendar/rule/                            POST        in  404  404   in  404  422  422   in  422
/desk/leagues/<slug:slug>/calendar/<int:pk>/                        GET         in  404  404   in  404  200  200   in  200
/desk/leagues/<slug:slug>/calendar/<int:pk>/                        POST        in  404  404   in  404  422  422   in  422
/desk/leagues/<slug:slug>/calendar/<int:pk>/cancel/                 GET         in  404  404   in  404  405  405   in  405
/desk/leagues/<slug:slug>/calendar/<int:pk>/cancel/                 POST        in  404  404   in  404  422  422   in  422
/desk/leagues/<slug:slug>/calendar/<int:pk>/bring-back/             GET         in  404  404   in  404  405  405   in  405
/desk/leagues/<slug:slug>/calendar/<int:pk>/bring-back/             POST        in  404  404   in  404   go   go   in   go
/desk/leagues/<slug:slug>/calendar/<int:pk>/skip/                   GET         in  404  404   in  404  405  405   in  405
/desk/leagues/<slug:slug>/calendar/<int:pk>/skip/                   POST        in  404  404   in  404   go   go   in   go
/desk/leagues/<slug:slug>/calendar/<int:pk>/events/                 GET        in  404  404   in  404  200  200
/desk/leagues/<slug:slug>/calendar/<int:pk>/events/                 POST       in  404  404   in  404  405  405
/desk/leagues/<slug:slug>/calendar/<int:pk>/events/<int:event>/     GET        in  404  404   in  404  200  200
/desk/leagues/<slug:slug>/calendar/<int:pk>/events/<int:event>/     POST       in  404  404   in  404   go   go
/captain/<int:pk>-<str:secret>/                                     GET       200  200  200  200  200  200  200
/captain/<int:pk>-<str:secret>/                                     POST      404  404  404  404  404  404  404
/desk/leagues/<slug:slug>/teams/                                    GET        in  404  404   in  404  404  404
/desk/leagues/<slug:slug>/teams/                                    POST       in  404  404   in  404  405  405   in  405
/desk/leagues/<slug:slug>/teams/<int:pk>/                           GET        in  404  404   in  404  404  404
/desk/leagues/<slug:slug>/teams/<int:pk>/                           POST       in  404  404   in  404  404  404
/desk/leagues/<slug:slug>/teams/<int:pk>/captain/                   GET        in  404  404   in  404  405  405   in  405
/desk/leagues/<slug:slug>/teams/<int:pk>/captain/                   POST       in  404  404   in  404  404  404
/desk/leagues/<slug:slug>/teams/<int:pk>/join/                      GET        in  404  404   in  404  404  404
/desk/leagues/<slug:slug>/teams/<int:pk>/join/                      POST       in  404  404   in  404  404  404
/desk/leagues/<slug:slug>/teams/<int:pk>/leave/<int:entry>/         GET        in  404  404   in  404  405  405   in  405
/desk/leagues/<slug:slug>/teams/<int:pk>/leave/<int:entry>/         POST       in  404  404   in  404  404  404
/desk/leagues/<slug:slug>/venue/<int:pk>/                           GET        in  404  404   in  404  404  404
/desk/leagues/<slug:slug>/venue/<int:pk>/                           POST       in  404  404   in  404  404  404
/desk/leagues/<slug:slug>/period/                                   GET        in  404  404   in  404  404  404
/desk/leagues/<slug:slug>/period/                                   POST       in  404  404   in  404  404  404
/desk/leagues/<slug:slug>/end/                                      GET        in  404  404   in  404  200  200   in  200
/desk/leagues/<slug:slug>/end/                                      POST       in  404  404   in  404  405  405   in  405
/desk/leagues/<slug:slug>/end/awards/                               GET        in  404  404   in  404  200  200   in  200
/desk/leagues/<slug:slug>/end/awards/                               POST       in  404  404   in  404   go   go   in   go
/desk/leagues/<slug:slug>/paper/                                    GET        in  404  404   in  404  200  200   in  200
/desk/leagues/<slug:slug>/paper/                                    POST       in  404  404   in  404  405  405   in  405
/desk/leagues/<slug:slug>/paper/nights/<int:pk>/                    GET        in  404  404   in  404  200  200   in  200
/desk/leagues/<slug:slug>/paper/nights/<int:pk>/                    POST       in  404  404   in  404  405  405   in  405
/desk/leagues/<slug:slug>/paper/table/                              GET        in  404  404   in  404  200  200   in  200
/desk/leagues/<slug:slug>/paper/table/                              POST       in  404  404   in  404  405  405   in  405
/desk/leagues/<slug:slug>/paper/certificates/                       GET        in  404  404   in  404  200  200   in  200
/desk/leagues/<slug:slug>/paper/certificates/                       POST       in  404  404   in  404  405  405   in  405
/desk/leagues/<slug:slug>/end/finals/                               GET        in  404  404   in  404  200  200   in  200
/desk/leagues/<slug:slug>/end/finals/                               POST       in  404  404   in  404  422  422   in  422
/desk/leagues/<slug:slug>/end/close/                                GET        in  404  404   in  404  200  200   in  200
/desk/leagues/<slug:slug>/end/close/                                POST       in  404  404   in  404  422  422   in  422
/desk/leagues/<slug:slug>/challenge/                                GET        in  404  404   in  404  404  404
/desk/leagues/<slug:slug>/challenge/                                POST       in  404  404   in  404  404  404
/desk/leagues/<slug:slug>/end/next/                                 GET        in  404  404   in  404  200  200   in  200
/desk/leagues/<slug:slug>/end/next/                                 POST       in  404  404   in  404  422  422   in  422
/desk/leagues/<slug:slug>/people/in/                                GET        in  404  404   in  404  404  404
/desk/leagues/<slug:slug>/people/in/                                POST       in  404  404   in  404  404  404
/desk/leagues/<slug:slug>/end/reopen/                               GET        in  404  404   in  404  405  405   in  405
/desk/leagues/<slug:slug>/end/reopen/                               POST       in  404  404   in  404   go   go   in   go
/desk/leagues/<slug:slug>/matches/                                  GET        in  404  404   in  404  404  404
/desk/leagues/<slug:slug>/matches/                                  POST       in  404  404   in  404  404  404
/desk/leagues/<slug:slug>/matches/<int:number>/                     GET        in  404  404   in  404  404  404
/desk/leagues/<slug:slug>/matches/<int:number>/                     POST       in  404  404   in  404  405  405   in  405
/desk/leagues/<slug:slug>/matches/<int:number>/<slug:act>/          GET        in  404  404   in  404  405  405   in  405
/desk/leagues/<slug:slug>/matches/<int:number>/<slug:act>/          POST       in  404  404   in  404  404  404
/desk/leagues/<slug:slug>/settings/matches/                         GET        in  404  404   in  404  404  404
/desk/leagues/<slug:slug>/settings/matches/                         POST       in  404  404   in  404  404  404
/desk/leagues/<slug:slug>/needs/apart/<int:pk>/<int:other>/         GET        in  404  404   in  404  405  405   in  405
/desk/leagues/<slug:slug>/needs/apart/<int:pk>/<int:other>/         POST       in  404  404   in  404   go   go   in   go
/desk/leagues/<slug:slug>/needs/seen/<int:pk>/                      GET        in  404  404   in  404  405  405   in  405
/desk/leagues/<slug:slug>/needs/seen/<int:pk>/                      POST       in  404  404   in  404   go   go   in   go
/desk/leagues/<slug:slug>/leave/<int:pk>/                           GET        in  404  404   in  404  404  404
/desk/leagues/<slug:slug>/leave/<int:pk>/                           POST       in  404  404   in  404  404  404
/desk/leagues/<slug:slug>/log/                                      GET         in  404  404   in  404  200  200   in  200
/desk/leagues/<slug:slug>/log/                                      POST        in  404  404   in  404  405  405   in  405
/desk/leagues/<slug:slug>/log/<int:pk>/undo/                        GET         in  404  404   in  404  200  200   in  200
/desk/leagues/<slug:slug>/log/<int:pk>/undo/                        POST        in  404  404   in  404   go   go   in   go
/desk/leagues/<slug:slug>/people/                                   GET         in  404  404   in  404  200  200   in  200
/desk/leagues/<slug:slug>/people/                                   POST        in  404  404   in  404  405  405   in  405
/desk/leagues/<slug:slug>/people/enrol/                             GET         in  404  404   in  404  200  200   in  200
/desk/leagues/<slug:slug>/people/enrol/                             POST        in  404  404   in  404  422  422   in  422
/desk/leagues/<slug:slug>/people/division/                          GET         in  404  404   in  404  200  200   in  200
/desk/leagues/<slug:slug>/people/division/                          POST        in  404  404   in  404  422  422   in  422
/desk/leagues/<slug:slug>/people/link/                              GET         in  404  404   in  404  405  405   in  405
/desk/leagues/<slug:slug>/people/link/                              POST        in  404  404   in  404   go   go   in   go
/join/<int:pk>-<str:secret>/                                        GET       200  200  200  200  200  200  200
/join/<int:pk>-<str:secret>/                                        POST       422  422   go  422  422  422  422  422   go
/desk/leagues/<slug:slug>/people/adjust/                            GET         in  404  404   in  404  200  200   in  200
/desk/leagues/<slug:slug>/people/adjust/                            POST        in  404  404   in  404  422  422   in  422
/desk/leagues/<slug:slug>/people/adjustments/<int:pk>/withdraw/     GET         in  404  404   in  404  405  405   in  405
/desk/leagues/<slug:slug>/people/adjustments/<int:pk>/withdraw/     POST        in  404  404   in  404   go   go   in   go
/desk/leagues/<slug:slug>/people/<int:pk>/                          GET         in  404  404   in  404  200  200   in  200
/desk/leagues/<slug:slug>/people/<int:pk>/                          POST        in  404  404   in  404   go   go   in   go
/desk/leagues/<slug:slug>/people/<int:pk>/remove/                   GET         in  404  404   in  404  405  405   in  405
/desk/leagues/<slug:slug>/people/<int:pk>/remove/                   POST        in  404  404   in  404   go   go   in   go
/desk/leagues/<slug:slug>/dues/                                     GET        in  404  404   in  404  200  200   in  200
/desk/leagues/<slug:slug>/dues/                                     POST       in  404  404   in  404   go   go   in   go
/desk/leagues/<slug:slug>/dues/dues.csv                             GET        in  404  404   in  404  200  200   in  200
/desk/leagues/<slug:slug>/dues/dues.csv                             POST       in  404  404   in  404  405  405   in  405
/desk/events/<slug:slug>/play/                                      GET         in  404  404   in  200  200  200  200  200
/desk/events/<slug:slug>/play/                                      POST        in  404  404   in  405  405  405  405  405
/desk/events/<slug:slug>/play/start/                                GET         in  404  404   in  404  405  405
/desk/events/<slug:slug>/play/start/                                POST        in  404  404   in  404   go   go
/desk/events/<slug:slug>/play/next/                                 GET         in  404  404   in  405  405  405  405  405
/desk/events/<slug:slug>/play/next/                                 POST        in  404  404   in   go   go   go   go   go
/desk/events/<slug:slug>/play/boards/<int:number>/broken/           GET         in  404  404   in  404  405  405
/desk/events/<slug:slug>/play/boards/<int:number>/broken/           POST        in  404  404   in  404  422  422
/desk/events/<slug:slug>/play/card/                                 GET         in  404  404   in  200  200  200  200  200
/desk/events/<slug:slug>/play/card/                                 POST        in  404  404   in  422  422  422  422  422
/desk/events/<slug:slug>/play/card/sum/                             GET         in  404  404   in  204  204  204  204  204
/desk/events/<slug:slug>/play/card/sum/                             POST        in  404  404   in  405  405  405  405  405
/desk/events/<slug:slug>/play/say/                                  GET         in  404  404   in  404  405  405
/desk/events/<slug:slug>/play/say/                                  POST        in  404  404   in  404  422  422
/desk/events/<slug:slug>/play/say/<int:pk>/down/                    GET         in  404  404   in  404  405  405
/desk/events/<slug:slug>/play/say/<int:pk>/down/                    POST        in  404  404   in  404   go   go
/desk/events/<slug:slug>/rounds/<int:pk>/call/                      GET         in  404  404   in  405  405  405  405  405
/desk/events/<slug:slug>/rounds/<int:pk>/call/                      POST        in  404  404   in   go   go   go   go   go
/desk/events/<slug:slug>/rounds/<int:pk>/clock/                     GET         in  404  404   in  405  405  405  405  405
/desk/events/<slug:slug>/rounds/<int:pk>/clock/                     POST        in  404  404   in   go   go   go   go   go
/desk/events/<slug:slug>/rounds/<int:pk>/cards/                     GET         in  404  404   in  200  200  200  200  200
/desk/events/<slug:slug>/rounds/<int:pk>/cards/                     POST        in  404  404   in  405  405  405  405  405
/desk/events/<slug:slug>/rounds/<int:pk>/pairings/                  GET         in  404  404   in  200  200  200  200  200
/desk/events/<slug:slug>/rounds/<int:pk>/pairings/                  POST        in  404  404   in  405  405  405  405  405
/desk/events/<slug:slug>/paper/                                     GET         in  404  404   in  200  200  200  200  200
/desk/events/<slug:slug>/paper/                                     POST        in  404  404   in  405  405  405  405  405
/desk/events/<slug:slug>/paper/stages/<int:number>/                 GET         in  404  404   in  200  200  200  200  200
/desk/events/<slug:slug>/paper/stages/<int:number>/                 POST        in  404  404   in  405  405  405  405  405
/desk/events/<slug:slug>/paper/certificates/                        GET         in  404  404   in  200  200  200  200  200
/desk/events/<slug:slug>/paper/certificates/                        POST        in  404  404   in  405  405  405  405  405
/desk/events/<slug:slug>/matches/                                   GET         in  404  404   in  200  200  200  200  200
/desk/events/<slug:slug>/matches/                                   POST        in  404  404   in  405  405  405  405  405
/desk/events/<slug:slug>/matches/<int:number>/                      GET         in  404  404   in  200  200  200  200  200
/desk/events/<slug:slug>/matches/<int:number>/                      POST        in  404  404   in  405  405  405  405  405
/desk/events/<slug:slug>/matches/<int:number>/call/                 GET         in  404  404   in  405  405  405  405  405
/desk/events/<slug:slug>/matches/<int:number>/call/                 POST        in  404  404   in   go   go   go   go   go
/desk/events/<slug:slug>/matches/<int:number>/put-back/             GET         in  404  404   in  405  405  405  405  405
/desk/events/<slug:slug>/matches/<int:number>/put-back/             POST        in  404  404   in   go   go   go   go   go
/desk/events/<slug:slug>/matches/<int:number>/help/                 GET         in  404  404   in  405  405  405  405  405
/desk/events/<slug:slug>/matches/<int:number>/help/                 POST        in  404  404   in   go   go   go   go   go
/desk/events/<slug:slug>/matches/<int:number>/accept/               GET         in  404  404   in  405  405  405  405  405
/desk/events/<slug:slug>/matches/<int:number>/accept/               POST        in  404  404   in   go   go   go   go   go
/desk/events/<slug:slug>/matches/<int:number>/rule/                 GET         in  404  404   in  405  405  405  405  405
/desk/events/<slug:slug>/matches/<int:number>/rule/                 POST        in  404  404   in  422  422  422  422  422
/desk/events/<slug:slug>/matches/<int:number>/end/                  GET         in  404  404   in  404  405  405  405  405
/desk/events/<slug:slug>/matches/<int:number>/end/                  POST        in  404  404   in  404  422  422  422  422
/desk/events/<slug:slug>/matches/<int:number>/rate/                 GET         in  404  404   in  404  405  405  405  405
/desk/events/<slug:slug>/matches/<int:number>/rate/                 POST        in  404  404   in  404   go   go   go   go
/desk/events/<slug:slug>/phones/                                    GET       in  404  404   in  404  200  200
/desk/events/<slug:slug>/phones/                                    POST      in  404  404   in  404  422  422
/desk/events/<slug:slug>/phones/labels/                             GET       in  404  404   in  404  200  200
/desk/events/<slug:slug>/phones/labels/                             POST      in  404  404   in  404  405  405
/desk/events/<slug:slug>/phones/labels/void/                        GET       in  404  404   in  404  405  405
/desk/events/<slug:slug>/phones/labels/void/                        POST      in  404  404   in  404   go   go
/desk/events/<slug:slug>/phones/tablets/<int:pk>/revoke/            GET       in  404  404   in  404  405  405
/desk/events/<slug:slug>/phones/tablets/<int:pk>/revoke/            POST      in  404  404   in  404   go   go
/desk/events/<slug:slug>/draw/                                      GET         in  404  404   in  404  200  200
/desk/events/<slug:slug>/draw/                                      POST        in  404  404   in  404  405  405
/desk/events/<slug:slug>/draw/promise/                              GET         in  404  404   in  404  405  405
/desk/events/<slug:slug>/draw/promise/                              POST        in  404  404   in  404  422  422
/desk/events/<slug:slug>/draw/apart/                                GET         in  404  404   in  404  405  405
/desk/events/<slug:slug>/draw/apart/                                POST        in  404  404   in  404  404  404
/desk/events/<slug:slug>/draw/<int:number>/                         GET         in  404  404   in  404  200  200
/desk/events/<slug:slug>/draw/<int:number>/                         POST        in  404  404   in  404  405  405
/desk/events/<slug:slug>/draw/<int:number>/open/                    GET         in  404  404   in  404  405  405
/desk/events/<slug:slug>/draw/<int:number>/open/                    POST        in  404  404   in  404  422  422
/desk/events/<slug:slug>/draw/<int:number>/empty/                   GET         in  404  404   in  404  405  405
/desk/events/<slug:slug>/draw/<int:number>/empty/                   POST        in  404  404   in  404  422  422
/desk/events/<slug:slug>/draw/<int:number>/make/                    GET         in  404  404   in  404  405  405
/desk/events/<slug:slug>/draw/<int:number>/make/                    POST        in  404  404   in  404  422  422
/desk/events/<slug:slug>/draw/<int:number>/swap/                    GET         in  404  404   in  404  405  405
/desk/events/<slug:slug>/draw/<int:number>/swap/                    POST        in  404  404   in  404  422  422
/desk/events/<slug:slug>/draw/<int:number>/lot/                     GET         in  404  404   in  404  405  405
/desk/events/<slug:slug>/draw/<int:number>/lot/                     POST        in  404  404   in  404  422  422
/desk/events/<slug:slug>/draw/<int:number>/mend/                    GET         in  404  404   in  404  405  405
/desk/events/<slug:slug>/draw/<int:number>/mend/                    POST        in  404  404   in  404  422  422
/desk/events/<slug:slug>/draw/<int:number>/publish/                 GET         in  404  404   in  404  405  405
/desk/events/<slug:slug>/draw/<int:number>/publish/                 POST        in  404  404   in  404  422  422
/desk/events/<slug:slug>/draw/<int:number>/back/                    GET         in  404  404   in  404  405  405
/desk/events/<slug:slug>/draw/<int:number>/back/                    POST        in  404  404   in  404   go   go
/desk/events/<slug:slug>/draw/<int:number>/discard/                 GET         in  404  404   in  404  405  405
/desk/events/<slug:slug>/draw/<int:number>/discard/                 POST        in  404  404   in  404  422  422
/desk/events/<slug:slug>/rehearsal/                                 GET         in  404  404   in  404  200  200
/desk/events/<slug:slug>/rehearsal/                                 POST        in  404  404   in  404  422  422
/desk/events/<slug:slug>/rehearsal/speed/                           GET         in  404  404   in  404  405  405
/desk/events/<slug:slug>/rehearsal/speed/                           POST        in  404  404   in  404   go   go
/desk/events/<slug:slug>/rehearsal/delete/                          GET         in  404  404   in  404  405  405
/desk/events/<slug:slug>/rehearsal/delete/                          POST        in  404  404   in  404   go   go
/desk/events/<slug:slug>/stages/                                    GET         in  404  404   in  404  200  200
/desk/events/<slug:slug>/stages/                                    POST        in  404  404   in  404  405  405
/desk/events/<slug:slug>/stages/add/                                GET         in  404  404   in  404  200  200
/desk/events/<slug:slug>/stages/add/                                POST        in  404  404   in  404  405  405
/desk/events/<slug:slug>/stages/add/<slug:kind>/                    GET         in  404  404   in  404  200  200
/desk/events/<slug:slug>/stages/add/<slug:kind>/                    POST        in  404  404   in  404  422  422
/desk/events/<slug:slug>/stages/<int:number>/                       GET         in  404  404   in  404  200  200
/desk/events/<slug:slug>/stages/<int:number>/                       POST        in  404  404   in  404  422  422
/desk/events/<slug:slug>/stages/<int:number>/move/                  GET         in  404  404   in  404  405  405
/desk/events/<slug:slug>/stages/<int:number>/move/                  POST        in  404  404   in  404   go   go
/desk/events/<slug:slug>/stages/<int:number>/remove/                GET         in  404  404   in  404  405  405
/desk/events/<slug:slug>/stages/<int:number>/remove/                POST        in  404  404   in  404   go   go
/desk/events/<slug:slug>/matches/<int:number>/correct/              GET         in  404  404   in  404  200  200  200  200
/desk/events/<slug:slug>/matches/<int:number>/correct/              POST        in  404  404   in  404  422  422  422  422
/desk/events/<slug:slug>/matches/<int:number>/reports/              GET         in  404  404   in  404  200  200  200  200
/desk/events/<slug:slug>/matches/<int:number>/reports/              POST        in  404  404   in  404  405  405  405  405
/desk/events/<slug:slug>/log/                                       GET         in  404  404   in  404  200  200
/desk/events/<slug:slug>/log/                                       POST        in  404  404   in  404  405  405
/desk/events/<slug:slug>/log/<int:pk>/undo/                         GET         in  404  404   in  404  200  200
/desk/events/<slug:slug>/log/<int:pk>/undo/                         POST        in  404  404   in  404   go   go
/desk/log/                                                          GET         in  404  404   in  404  404  200
/desk/log/                                                          POST        in  404  404   in  404  404  405
/desk/log/<int:pk>/undo/                                            GET         in  404  404   in  404  404  200
/desk/log/<int:pk>/undo/                                            POST        in  404  404   in  404  404   go
/desk/events/<slug:slug>/advance/                                   GET         in  404  404   in  404  200  200
/desk/events/<slug:slug>/advance/                                   POST        in  404  404   in  404  405  405
/desk/events/<slug:slug>/advance/<int:number>/settle/               GET         in  404  404   in  404  405  405
/desk/events/<slug:slug>/advance/<int:number>/settle/               POST        in  404  404   in  404  404  404
/desk/events/<slug:slug>/advance/settlements/<int:pk>/withdraw/     GET         in  404  404   in  404  405  405
/desk/events/<slug:slug>/advance/settlements/<int:pk>/withdraw/     POST        in  404  404   in  404   go   go
/desk/events/<slug:slug>/advance/<int:number>/pools/                GET         in  404  404   in  404  405  405
/desk/events/<slug:slug>/advance/<int:number>/pools/                POST        in  404  404   in  404  404  404
/desk/events/<slug:slug>/advance/<int:number>/open/                 GET         in  404  404   in  404  405  405
/desk/events/<slug:slug>/advance/<int:number>/open/                 POST        in  404  404   in  404  422  422
/desk/events/<slug:slug>/advance/<int:number>/seats/                GET         in  404  404   in  404  405  405
/desk/events/<slug:slug>/advance/<int:number>/seats/                POST        in  404  404   in  404  422  422
/desk/events/<slug:slug>/advance/<int:number>/move-up/              GET         in  404  404   in  404  405  405
/desk/events/<slug:slug>/advance/<int:number>/move-up/              POST        in  404  404   in  404  404  404
/desk/events/<slug:slug>/advance/<int:number>/shoot-out/            GET         in  404  404   in  404  404  404
/desk/events/<slug:slug>/advance/<int:number>/shoot-out/            POST        in  404  404   in  404  404  404
/desk/events/<slug:slug>/advance/finish/                            GET         in  404  404   in  404  405  405
/desk/events/<slug:slug>/advance/finish/                            POST        in  404  404   in  404  422  422
/desk/events/<slug:slug>/people/                                    GET        in  404  404   in  404  200  200
/desk/events/<slug:slug>/people/                                    POST       in  404  404   in  404  405  405
/desk/events/<slug:slug>/people/check-in/                           GET        in  404  404   in  404  405  405
/desk/events/<slug:slug>/people/check-in/                           POST       in  404  404   in  404   go   go
/desk/events/<slug:slug>/people/list/                               GET        in  404  404   in  404  200  200
/desk/events/<slug:slug>/people/list/                               POST       in  404  404   in  404  422  422
/desk/events/<slug:slug>/people/pick/                               GET        in  404  404   in  404  200  200
/desk/events/<slug:slug>/people/pick/                               POST       in  404  404   in  404  422  422
/desk/events/<slug:slug>/people/pairs/                              GET        in  404  404   in  404  200  200
/desk/events/<slug:slug>/people/pairs/                              POST       in  404  404   in  404  422  422
/desk/events/<slug:slug>/people/seeds/                              GET        in  404  404   in  404  200  200
/desk/events/<slug:slug>/people/seeds/                              POST       in  404  404   in  404  422  422
/desk/events/<slug:slug>/people/registration/                       GET        in  404  404   in  404  200  200
/desk/events/<slug:slug>/people/registration/                       POST       in  404  404   in  404  422  422
/desk/events/<slug:slug>/people/<int:pk>/                           GET        in  404  404   in  404  200  200
/desk/events/<slug:slug>/people/<int:pk>/                           POST       in  404  404   in  404  405  405
/desk/events/<slug:slug>/people/<int:pk>/team/                      GET        in  404  404   in  404  405  405
/desk/events/<slug:slug>/people/<int:pk>/team/                      POST       in  404  404   in  404   go   go
/desk/events/<slug:slug>/people/<int:pk>/part/                      GET        in  404  404   in  404  405  405
/desk/events/<slug:slug>/people/<int:pk>/part/                      POST       in  404  404   in  404  422  422
/desk/events/<slug:slug>/people/<int:pk>/substitute/                GET        in  404  404   in  404  405  405
/desk/events/<slug:slug>/people/<int:pk>/substitute/                POST       in  404  404   in  404  422  422
/desk/events/<slug:slug>/people/<int:pk>/<slug:act>/                GET        in  404  404   in  404  405  405
/desk/events/<slug:slug>/people/<int:pk>/<slug:act>/                POST       in  404  404   in  404  422  422
/desk/people/look-alikes/                                           GET        in  404  404   in  404  200  200
/desk/people/look-alikes/                                           POST       in  404  404   in  404  405  405
/desk/people/<int:pk>/merge/<int:other>/                            GET        in  404  404   in  404  200  200
/desk/people/<int:pk>/merge/<int:other>/                            POST       in  404  404   in  404  422  422
/desk/people/merges/<int:pk>/undo/                                  GET        in  404  404   in  404  405  405
/desk/people/merges/<int:pk>/undo/                                  POST       in  404  404   in  404  404  404
/desk/people/                                                       GET         in  404  404   in  404  200  200
/desk/people/                                                       POST        in  404  404   in  404  405  405
/desk/people/membership/                                            GET         in  404  404   in  404  200  200
/desk/people/membership/                                            POST        in  404  404   in  404   go   go
/desk/people/membership/fee/                                        GET         in  404  404   in  404  200  200
/desk/people/membership/fee/                                        POST        in  404  404   in  404  422  422
/desk/people/membership/members.csv                                 GET         in  404  404   in  404  200  200
/desk/people/membership/members.csv                                 POST        in  404  404   in  404  405  405
/desk/people/add/                                                   GET         in  404  404   in  404  200  200
/desk/people/add/                                                   POST        in  404  404   in  404  422  422
/desk/people/list/                                                  GET         in  404  404   in  404  200  200
/desk/people/list/                                                  POST        in  404  404   in  404  422  422
/desk/people/names/                                                 GET         in  404  404   in  404  200  200
/desk/people/names/                                                 POST        in  404  404   in  404  405  405
/desk/people/<int:pk>/                                              GET         in  404  404   in  404  200  200
/desk/people/<int:pk>/                                              POST        in  404  404   in  404  422  422
/desk/people/<int:pk>/bin/                                          GET         in  404  404   in  404  405  405
/desk/people/<int:pk>/bin/                                          POST        in  404  404   in  404   go   go
/desk/people/<int:pk>/leave/                                        GET         in  404  404   in  404  200  200
/desk/people/<int:pk>/leave/                                        POST        in  404  404   in  404  422  422
/desk/people/<int:pk>/restore/                                      GET         in  404  404   in  404  405  405
/desk/people/<int:pk>/restore/                                      POST        in  404  404   in  404   go   go
/desk/people/<int:pk>/link/                                         GET         in  404  404   in  404  405  405
/desk/people/<int:pk>/link/                                         POST        in  404  404   in  404  200  200
/desk/people/links/                                                 GET          in  404  404   in  404  200  200
/desk/people/links/                                                 POST        in  404  404   in  404  422  422
/desk/people/links/paper/                                           GET          in  404  404   in  404  200  200
/desk/people/links/paper/                                           POST        in  404  404   in  404  422  422
/desk/people/<int:pk>/link/mail/                                    GET          in  404  404   in  404  405  405
/desk/people/<int:pk>/link/mail/                                    POST        in  404  404   in  404   go   go
/desk/mail/                                                         GET          in  404  404   in  404  200  200
/desk/mail/                                                         POST        in  404  404   in  404  405  405
/desk/mail/<int:pk>/again/                                          GET          in  404  404   in  404  405  405
/desk/mail/<int:pk>/again/                                          POST        in  404  404   in  404   go   go
/desk/people/<int:pk>/link/revoke/                                  GET         in  404  404   in  404  405  405
/desk/people/<int:pk>/link/revoke/                                  POST        in  404  404   in  404   go   go
/desk/people/<int:pk>/release/                                      GET         in  404  404   in  404  405  405
/desk/people/<int:pk>/release/                                      POST        in  404  404   in  404   go   go
/desk/language/                                                     GET         in  404  404   in  404  404  200
/desk/language/                                                     POST        in  404  404   in  404  404  422
/desk/texts/                                                        GET         in  404  404   in  404  404  200
/desk/texts/                                                        POST        in  404  404   in  404  404  404
/desk/texts/words/                                                  GET         in  404  404   in  404  404  405
/desk/texts/words/                                                  POST        in  404  404   in  404  404  404
/desk/texts/<int:pk>/reset/                                         GET         in  404  404   in  404  404  405
/desk/texts/<int:pk>/reset/                                         POST        in  404  404   in  404  404   go
/desk/server/                                                       GET         in  404  404   in  404  404  200
/desk/server/                                                       POST        in  404  404   in  404  404  405
/desk/server/backup/                                                GET         in  404  404   in  404  404  405
/desk/server/backup/                                                POST        in  404  404   in  404  404   go
/desk/programs/                                                     GET         in  404  404   in  404  200  200
/desk/programs/                                                     POST        in  404  404   in  404  422  422
/desk/programs/<int:pk>/revoke/                                     GET         in  404  404   in  404  405  405
/desk/programs/<int:pk>/revoke/                                     POST        in  404  404   in  404   go   go
/desk/club/                                                         GET         in  404  404   in  404  200  200
/desk/club/                                                         POST        in  404  404   in  404  422  422
/desk/club/logo/                                                    GET         in  404  404   in  404  405  405
/desk/club/logo/                                                    POST        in  404  404   in  404  422  422
/desk/club/logo/remove/                                             GET         in  404  404   in  404  405  405
/desk/club/logo/remove/                                             POST        in  404  404   in  404   go   go
/desk/club/photos/                                                  GET         in  404  404   in  404  405  405
/desk/club/photos/                                                  POST        in  404  404   in  404  422  422
/desk/club/photos/<int:pk>/remove/                                  GET         in  404  404   in  404  405  405
/desk/club/photos/<int:pk>/remove/                                  POST        in  404  404   in  404   go   go
/desk/webhooks/                                                     GET         in  404  404   in  404  200  200
/desk/webhooks/                                                     POST        in  404  404   in  404  422  422
/desk/webhooks/<int:pk>/                                            GET         in  404  404   in  404  200  200
/desk/webhooks/<int:pk>/                                            POST        in  404  404   in  404  405  405
/desk/webhooks/<int:pk>/pause/                                      GET         in  404  404   in  404  405  405
/desk/webhooks/<int:pk>/pause/                                      POST        in  404  404   in  404   go   go
/desk/webhooks/<int:pk>/go-on/                                      GET         in  404  404   in  404  405  405
/desk/webhooks/<int:pk>/go-on/                                      POST        in  404  404   in  404   go   go
/desk/webhooks/<int:pk>/remove/                                     GET         in  404  404   in  404  405  405
/desk/webhooks/<int:pk>/remove/                                     POST        in  404  404   in  404   go   go
/desk/webhooks/<int:pk>/test/                                       GET         in  404  404   in  404  405  405
/desk/webhooks/<int:pk>/test/                                       POST        in  404  404   in  404   go   go
/desk/deliveries/<int:pk>/again/                                    GET         in  404  404   in  404  405  405
/desk/deliveries/<int:pk>/again/                                    POST        in  404  404   in  404   go   go
/desk/helpers/                                                      GET         in  404  404   in  404  404  200
/desk/helpers/                                                      POST        in  404  404   in  404  404  422
/desk/helpers/<int:pk>/role/                                        GET         in  404  404   in  404  404  405
/desk/helpers/<int:pk>/role/                                        POST        in  404  404   in  404  404   go
/desk/helpers/<int:pk>/remove/                                      GET         in  404  404   in  404  404  405
/desk/helpers/<int:pk>/remove/                                      POST        in  404  404   in  404  404   go
/desk/invitations/<int:pk>/withdraw/                                GET         in  404  404   in  404  404  405
/desk/invitations/<int:pk>/withdraw/                                POST        in  404  404   in  404  404   go
/desk/bring-in/                                                     GET         in  404  404   in  404  200  200
/desk/bring-in/                                                     POST        in  404  404   in  404  422  422
/desk/bring-in/<int:pk>/                                            GET         in  404  404   in  404  200  200
/desk/bring-in/<int:pk>/                                            POST        in  404  404   in  404   go   go
/desk/bring-in/<int:pk>/throw-away/                                 GET         in  404  404   in  404  405  405
/desk/bring-in/<int:pk>/throw-away/                                 POST        in  404  404   in  404   go   go
/desk/bring-in/undo/<int:pk>/                                       GET         in  404  404   in  404  200  200
/desk/bring-in/undo/<int:pk>/                                       POST        in  404  404   in  404   go   go
/desk/club-file/                                                    GET         in  404  404   in  404  404  200
/desk/club-file/                                                    POST        in  404  404   in  404  404  405
/desk/club-file/download/                                           GET         in  404  404   in  404  404  200
/desk/club-file/download/                                           POST        in  404  404   in  404  404  405
/desk/leagues/<slug:slug>/nights/<int:pk>/tonight/                  GET         in  404  404   in  404  200  200  200  200
/desk/leagues/<slug:slug>/nights/<int:pk>/tonight/                  POST        in  404  404   in  404  405  405  405  405
/desk/leagues/<slug:slug>/nights/<int:pk>/tonight/dues/             GET         in  404  404   in  404  405  405  405  405
/desk/leagues/<slug:slug>/nights/<int:pk>/tonight/dues/             POST        in  404  404   in  404  404  404  404  404
/desk/leagues/<slug:slug>/nights/<int:pk>/tonight/here/             GET         in  404  404   in  404  405  405  405  405
/desk/leagues/<slug:slug>/nights/<int:pk>/tonight/here/             POST        in  404  404   in  404   go   go   go   go
/desk/leagues/<slug:slug>/nights/<int:pk>/tonight/walk-up/          GET         in  404  404   in  404  405  405  405  405
/desk/leagues/<slug:slug>/nights/<int:pk>/tonight/walk-up/          POST        in  404  404   in  404  422  422  422  422
/desk/leagues/<slug:slug>/nights/<int:pk>/tonight/places/           GET         in  404  404   in  404  405  405  405  405
/desk/leagues/<slug:slug>/nights/<int:pk>/tonight/places/           POST        in  404  404   in  404   go   go   go   go
/desk/leagues/<slug:slug>/nights/<int:pk>/tonight/draw/             GET         in  404  404   in  404  405  405  405  405
/desk/leagues/<slug:slug>/nights/<int:pk>/tonight/draw/             POST        in  404  404   in  404   go   go   go   go
/desk/leagues/<slug:slug>/nights/<int:pk>/tonight/back/             GET         in  404  404   in  404  405  405  405  405
/desk/leagues/<slug:slug>/nights/<int:pk>/tonight/back/             POST        in  404  404   in  404   go   go   go   go
/desk/leagues/<slug:slug>/nights/<int:pk>/tonight/start/            GET         in  404  404   in  404  405  405  405  405
/desk/leagues/<slug:slug>/nights/<int:pk>/tonight/start/            POST        in  404  404   in  404  422  422  422  422
/desk/leagues/<slug:slug>/nights/<int:pk>/tonight/game/             GET         in  404  404   in  404  405  405  405  405
/desk/leagues/<slug:slug>/nights/<int:pk>/tonight/game/             POST        in  404  404   in  404  404  404  404  404
/desk/leagues/<slug:slug>/nights/<int:pk>/tonight/game/<int:number>/back/  GET  in  404  404   in  404  405  405  405  405
/desk/leagues/<slug:slug>/nights/<int:pk>/tonight/game/<int:number>/back/  POST in  404  404   in  404  404  404  404  404
/desk/leagues/<slug:slug>/nights/<int:pk>/tonight/late/             GET         in  404  404   in  404  405  405  405  405
/desk/leagues/<slug:slug>/nights/<int:pk>/tonight/late/             POST        in  404  404   in  404  404  404  404  404
/desk/leagues/<slug:slug>/nights/<int:pk>/tonight/leave/            GET         in  404  404   in  404  405  405  405  405
/desk/leagues/<slug:slug>/nights/<int:pk>/tonight/leave/            POST        in  404  404   in  404  404  404  404  404
/desk/leagues/<slug:slug>/nights/<int:pk>/tonight/board/            GET         in  404  404   in  404  405  405  405  405
/desk/leagues/<slug:slug>/nights/<int:pk>/tonight/board/            POST        in  404  404   in  404  404  404  404  404
/desk/leagues/<slug:slug>/nights/<int:pk>/tonight/call/             GET         in  404  404   in  404  405  405  405  405
/desk/leagues/<slug:slug>/nights/<int:pk>/tonight/call/             POST        in  404  404   in  404   go   go   go   go
/desk/leagues/<slug:slug>/nights/<int:pk>/tonight/end/              GET         in  404  404   in  404  405  405  405  405
/desk/leagues/<slug:slug>/nights/<int:pk>/tonight/end/              POST        in  404  404   in  404  422  422  422  422
/desk/<path:rest>/                                                  GET         in  404  404   in  404  404  404
/desk/<path:rest>/                                                  POST        in  404  404   in  404  404  404
/                                                                   GET        200  200  200  200  200  200  200
/                                                                   POST       405  405  405  405  405  405  405
/picture.png                                                        GET        200  200  200  200  200  200  200
/picture.png                                                        POST       405  405  405  405  405  405  405
/news.atom                                                          GET        200  200  200  200  200  200  200
/news.atom                                                          POST       405  405  405  405  405  405  405
/sitemap.xml                                                        GET        200  200  200  200  200  200  200
/sitemap.xml                                                        POST       405  405  405  405  405  405  405
/favicon.ico                                                        GET         go   go   go   go   go   go   go
/favicon.ico                                                        POST       405  405  405  405  405  405  405
/robots.txt                                                         GET        200  200  200  200  200  200  200
/robots.txt                                                         POST       405  405  405  405  405  405  405
/leagues/<slug:slug>/picture.png                                    GET        200  200  200  200  200  200  200
/leagues/<slug:slug>/picture.png                                    POST       405  405  405  405  405  405  405
/leagues/<slug:slug>/nights/<int:pk>/picture.png                    GET        200  200  200  200  200  200  200
/leagues/<slug:slug>/nights/<int:pk>/picture.png                    POST       405  405  405  405  405  405  405
/calendar.ics                                                       GET        200  200  200  200  200  200  200
/calendar.ics                                                       POST       405  405  405  405  405  405  405
/leagues/<slug:slug>/calendar.ics                                   GET        200  200  200  200  200  200  200
/leagues/<slug:slug>/calendar.ics                                   POST       405  405  405  405  405  405  405
/calendar/<int:pk>-<str:secret>.ics                                 GET        200  200  200  200  200  200  200
/calendar/<int:pk>-<str:secret>.ics                                 POST       405  405  405  405  405  405  405
/events/<slug:slug>/                                                GET        200  200  200  200  200  200  200
/events/<slug:slug>/                                                POST       405  405  405  405  405  405  405
/club/                                                              GET        200  200  200  200  200  200  200
/club/                                                              POST       405  405  405  405  405  405  405
/club/pictures/(?P<digest>[0-9a-f]{24})                             GET        200  200  200  200  200  200  200
/club/pictures/(?P<digest>[0-9a-f]{24})                             POST       405  405  405  405  405  405  405
/club/colour-(?P<colour>[0-9a-f]{6})\.css                           GET        200  200  200  200  200  200  200
/club/colour-(?P<colour>[0-9a-f]{6})\.css                           POST       405  405  405  405  405  405  405
/events/                                                            GET        200  200  200  200  200  200  200
/events/                                                            POST       405  405  405  405  405  405  405
/events/<slug:slug>/about/                                          GET        200  200  200  200  200  200  200
/events/<slug:slug>/about/                                          POST       405  405  405  405  405  405  405
/events/<slug:slug>/numbers/                                        GET        200  200  200  200  200  200  200
/events/<slug:slug>/numbers/                                        POST       405  405  405  405  405  405  405
/events/<slug:slug>/files/<str:name>                                GET        200  200  200  200  200  200  200
/events/<slug:slug>/files/<str:name>                                POST       405  405  405  405  405  405  405
/leagues/<slug:slug>/files/<str:name>                               GET        404  404  404  404  404  404  404
/leagues/<slug:slug>/files/<str:name>                               POST       405  405  405  405  405  405  405
/leagues/<slug:slug>/nights/<int:pk>/files/<str:name>               GET        404  404  404  404  404  404  404
/leagues/<slug:slug>/nights/<int:pk>/files/<str:name>               POST       405  405  405  405  405  405  405
/files/<str:name>                                                   GET        404  404  404  404  404  404  404
/files/<str:name>                                                   POST       405  405  405  405  405  405  405
/players/<int:pk>/files/<str:name>                                  GET        200  200  200  200  200  200  200
/players/<int:pk>/files/<str:name>                                  POST       405  405  405  405  405  405  405
/desk/people/files/<str:name>                                       GET         in  404  404   in  404  200  200
/desk/people/files/<str:name>                                       POST        in  404  404   in  404  405  405
/events/<slug:slug>/bracket/                                        GET        200  200  200  200  200  200  200
/events/<slug:slug>/bracket/                                        POST       405  405  405  405  405  405  405
/events/<slug:slug>/draw/                                           GET        200  200  200  200  200  200  200
/events/<slug:slug>/draw/                                           POST       405  405  405  405  405  405  405
/events/<slug:slug>/draw/<int:pk>.json                              GET        404  404  404  404  404  404  404
/events/<slug:slug>/draw/<int:pk>.json                              POST       405  405  405  405  405  405  405
/events/<slug:slug>/draw/<int:pk>/                                  GET        404  404  404  404  404  404  404
/events/<slug:slug>/draw/<int:pk>/                                  POST       405  405  405  405  405  405  405
/events/<slug:slug>/enter/                                          GET       200  200  200  200  200  200  200
/events/<slug:slug>/enter/                                          POST      422  422  422  422  422  422  422
/events/<slug:slug>/matches/                                        GET        200  200  200  200  200  200  200
/events/<slug:slug>/matches/                                        POST       405  405  405  405  405  405  405
/events/<slug:slug>/matches/<int:number>/                           GET        200  200  200  200  200  200  200
/events/<slug:slug>/matches/<int:number>/                           POST       405  405  405  405  405  405  405
/events/<slug:slug>/players/                                        GET        200  200  200  200  200  200  200
/events/<slug:slug>/players/                                        POST       405  405  405  405  405  405  405
/events/<slug:slug>/entries/<int:pk>/                               GET        200  200  200  200  200  200  200
/events/<slug:slug>/entries/<int:pk>/                               POST       405  405  405  405  405  405  405
/players/<int:pk>/against/<int:other>/                              GET        404  404  404  404  404  404  404
/players/<int:pk>/against/<int:other>/                              POST       405  405  405  405  405  405  405
/players/<int:pk>/against/                                          GET        200  200  200  200  200  200  200
/players/<int:pk>/against/                                          POST       405  405  405  405  405  405  405
/players/compare/                                                   GET        200  200  200  200  200  200  200
/players/compare/                                                   POST       405  405  405  405  405  405  405
/leagues/                                                           GET        200  200  200  200  200  200  200
/leagues/                                                           POST       405  405  405  405  405  405  405
/honours/                                                           GET       200  200  200  200  200  200  200
/honours/                                                           POST      405  405  405  405  405  405  405
/yearbook/<int:year>/                                               GET       200  200  200  200  200  200  200
/yearbook/<int:year>/                                               POST      405  405  405  405  405  405  405
/leagues/<slug:slug>/yearbook/                                      GET       404  404  404  404  404  404  404
/leagues/<slug:slug>/yearbook/                                      POST      405  405  405  405  405  405  405
/leagues/<slug:slug>/                                               GET        200  200  200  200  200  200  200
/leagues/<slug:slug>/                                               POST       405  405  405  405  405  405  405
/leagues/<slug:slug>/players/<int:pk>/                              GET        200  200  200  200  200  200  200
/leagues/<slug:slug>/players/<int:pk>/                              POST       405  405  405  405  405  405  405
/leagues/<slug:slug>/what-if/                                       GET        200  200  200  200  200  200  200
/leagues/<slug:slug>/what-if/                                       POST       405  405  405  405  405  405  405
/records/                                                           GET        200  200  200  200  200  200  200
/players/ratings/                                                   GET        200  200  200  200  200  200  200
/records/                                                           POST       405  405  405  405  405  405  405
/players/ratings/                                                   POST       405  405  405  405  405  405  405
/search/                                                            GET        200  200  200  200  200  200  200
/search/                                                            POST       405  405  405  405  405  405  405
/events/<slug:slug>/picture.png                                     GET        200  200  200  200  200  200  200
/events/<slug:slug>/picture.png                                     POST       405  405  405  405  405  405  405
/events/<slug:slug>/matches/<int:number>/picture.png                GET        200  200  200  200  200  200  200
/events/<slug:slug>/matches/<int:number>/picture.png                POST       405  405  405  405  405  405  405
/players/<int:pk>/picture.png                                       GET        200  200  200  200  200  200  200
/players/<int:pk>/picture.png                                       POST       405  405  405  405  405  405  405
/events/<slug:slug>/chances/                                        GET        404  404  404  404  404  404  404
/events/<slug:slug>/chances/                                        POST       405  405  405  405  405  405  405
/events/<slug:slug>/standings/                                      GET        200  200  200  200  200  200  200
/events/<slug:slug>/standings/                                      POST       405  405  405  405  405  405  405
/accessibility/                                                     GET        200  200  200  200  200  200  200
/accessibility/                                                     POST       405  405  405  405  405  405  405
/language/                                                          GET        200  200  200  200  200  200  200
/language/                                                          POST       422  422  422  422  422  422  422
/players/                                                           GET        200  200  200  200  200  200  200
/players/                                                           POST       405  405  405  405  405  405  405
/players/<int:pk>-<slug:slug>/                                      GET        200  200  200  200  200  200  200
/players/<int:pk>-<slug:slug>/                                      POST       405  405  405  405  405  405  405
/desk/events/<slug:slug>/screens/                                   GET         in  404  404   in  200  200  200
/desk/events/<slug:slug>/screens/                                   POST        in  404  404   in  405  405  405
/desk/events/<slug:slug>/screens/pair/                              GET         in  404  404   in  405  405  405
/desk/events/<slug:slug>/screens/pair/                              POST        in  404  404   in  422  422  422
/desk/events/<slug:slug>/screens/show/                              GET         in  404  404   in  405  405  405
/desk/events/<slug:slug>/screens/show/                              POST        in  404  404   in  422  422  422
/desk/events/<slug:slug>/screens/names/                             GET         in  404  404   in  405  405  405
/desk/events/<slug:slug>/screens/names/                             POST        in  404  404   in   go   go   go
/desk/events/<slug:slug>/screens/<int:pk>/forget/                   GET         in  404  404   in  405  405  405
/desk/events/<slug:slug>/screens/<int:pk>/forget/                   POST        in  404  404   in   go   go   go
/embed/                                                             GET        200  200  200  200  200  200  200
/embed/                                                             POST       405  405  405  405  405  405  405
/embed/size.js                                                      GET        200  200  200  200  200  200  200
/embed/size.js                                                      POST       405  405  405  405  405  405  405
/embed/nights/                                                      GET        200  200  200  200  200  200  200
/embed/nights/                                                      POST       405  405  405  405  405  405  405
/embed/boards/                                                      GET        200  200  200  200  200  200  200
/embed/boards/                                                      POST       405  405  405  405  405  405  405
/embed/leagues/<slug:slug>/table/                                   GET        200  200  200  200  200  200  200
/embed/leagues/<slug:slug>/table/                                   POST       405  405  405  405  405  405  405
/embed/leagues/<slug:slug>/nights/                                  GET        200  200  200  200  200  200  200
/embed/leagues/<slug:slug>/nights/                                  POST       405  405  405  405  405  405  405
/embed/events/<slug:slug>/table/                                    GET        200  200  200  200  200  200  200
/embed/events/<slug:slug>/table/                                    POST       405  405  405  405  405  405  405
/embed/events/<slug:slug>/boards/                                   GET        200  200  200  200  200  200  200
/embed/events/<slug:slug>/boards/                                   POST       405  405  405  405  405  405  405
/screen/<slug:slug>/                                                GET        200  200  200  200  200  200  200
/screen/<slug:slug>/                                                POST        go   go   go   go   go   go   go
/screen/<slug:slug>/now/                                            GET        404  404  404  404  404  404  404
/screen/<slug:slug>/now/                                            POST       405  405  405  405  405  405  405
/leagues/<slug:slug>/screen/                                        GET        200  200  200  200  200  200  200
/leagues/<slug:slug>/screen/                                        POST       405  405  405  405  405  405  405
/leagues/<slug:slug>/screen/now/                                    GET        200  200  200  200  200  200  200
/leagues/<slug:slug>/screen/now/                                    POST       405  405  405  405  405  405  405
/api/                                                               GET        200  200  200  200  200  200  200
/api/                                                               POST       405  405  405  405  405  405  405
/api/v1/openapi.json                                                GET        200  200  200  200  200  200  200
/api/v1/openapi.json                                                POST       405  405  405  405  405  405  405
/api/v1/                                                            GET        200  200  200  200  200  200  200
/api/v1/                                                            POST       405  405  405  405  405  405  405
/api/v1/players/                                                    GET        200  200  200  200  200  200  200
/api/v1/players/                                                    POST       401  401  401  401  401  401  401
/api/v1/players/<int:pk>/                                           GET        200  200  200  200  200  200  200
/api/v1/players/<int:pk>/                                           POST       405  405  405  405  405  405  405
/api/v1/leagues/                                                    GET        200  200  200  200  200  200  200
/api/v1/leagues/                                                    POST       405  405  405  405  405  405  405
/api/v1/leagues/<slug:slug>/                                        GET        200  200  200  200  200  200  200
/api/v1/leagues/<slug:slug>/                                        POST       405  405  405  405  405  405  405
/api/v1/leagues/<slug:slug>/table/                                  GET        200  200  200  200  200  200  200
/api/v1/leagues/<slug:slug>/table/                                  POST       405  405  405  405  405  405  405
/api/v1/leagues/<slug:slug>/nights/                                 GET        200  200  200  200  200  200  200
/api/v1/leagues/<slug:slug>/nights/                                 POST       405  405  405  405  405  405  405
/api/v1/leagues/<slug:slug>/nights/<int:pk>/                        GET        200  200  200  200  200  200  200
/api/v1/leagues/<slug:slug>/nights/<int:pk>/                        POST       405  405  405  405  405  405  405
/api/v1/leagues/<slug:slug>/matches/                                GET        200  200  200  200  200  200  200
/api/v1/leagues/<slug:slug>/matches/                                POST       405  405  405  405  405  405  405
/api/v1/events/                                                     GET        200  200  200  200  200  200  200
/api/v1/events/                                                     POST       405  405  405  405  405  405  405
/api/v1/events/<slug:slug>/                                         GET        200  200  200  200  200  200  200
/api/v1/events/<slug:slug>/                                         POST       405  405  405  405  405  405  405
/api/v1/events/<slug:slug>/tables/                                  GET        200  200  200  200  200  200  200
/api/v1/events/<slug:slug>/tables/                                  POST       405  405  405  405  405  405  405
/api/v1/events/<slug:slug>/matches/                                 GET        200  200  200  200  200  200  200
/api/v1/events/<slug:slug>/matches/                                 POST       405  405  405  405  405  405  405
/api/v1/events/<slug:slug>/matches/<int:number>/                    GET        200  200  200  200  200  200  200
/api/v1/events/<slug:slug>/matches/<int:number>/                    POST       405  405  405  405  405  405  405
/api/v1/events/<slug:slug>/matches/<int:number>/rounds/             GET        405  405  405  405  405  405  405
/api/v1/events/<slug:slug>/matches/<int:number>/rounds/             POST       401  401  401  401  401  401  401
/api/v1/events/<slug:slug>/stream/                                  GET        200  200  200  200  200  200  200
/api/v1/events/<slug:slug>/stream/                                  POST       405  405  405  405  405  405  405
/overlay/<slug:slug>/boards/<int:number>/                           GET        200  200  200  200  200  200  200
/overlay/<slug:slug>/boards/<int:number>/                           POST       405  405  405  405  405  405  405
/overlay/<slug:slug>/matches/<int:number>/                          GET        200  200  200  200  200  200  200
/overlay/<slug:slug>/matches/<int:number>/                          POST       405  405  405  405  405  405  405
"""


@dataclass(frozen=True)
class Row:
    address: str
    method: str
    expected: dict[str, str]

    def __str__(self) -> str:
        return f"{self.method} {self.address}"

    def answer_to(self, name: str) -> str:
        """What this person is answered; of Sue by her link, what follows from the rule of the view."""
        if name != BY_LINK:
            return self.expected[name]
        rule = getattr(all_routes()[self.address].callback, "who_may", "")
        return self.expected["sue" if rule in RULES_OF_LEAGUES else "cat"]

    @property
    def part(self) -> str:
        """The part of the site it belongs to: accounts, desk, events …"""
        return self.address.split("/")[1] or "front"


def rows() -> list[Row]:
    lines = [
        line.split() for line in ADDRESSES.strip().splitlines()[1:] if line.strip()
    ]
    return [
        Row(address, method, everybody(*answers)) for address, method, *answers in lines
    ]


def everybody(*answers: str) -> dict[str, str]:
    """What each of them is answered."""
    if len(answers) == len(PEOPLE):
        return dict(zip(PEOPLE, answers, strict=True))
    found = dict(zip(PEOPLE[: -len(LIKE)], answers, strict=True))
    return found | {name: found[other] for name, other in LIKE.items()}


def routes(patterns: list[Any], before: str = "/") -> Iterator[tuple[str, URLPattern]]:
    """Every address as urls.py writes it: "/desk/people/<int:pk>/"."""
    for pattern in patterns:
        route = before + str(pattern.pattern).lstrip("^").rstrip("$")
        if isinstance(pattern, URLResolver):
            yield from routes(pattern.url_patterns, route)
        else:
            yield route, pattern


def all_routes() -> dict[str, URLPattern]:
    found = routes(get_resolver().url_patterns)
    return {route: view for route, view in found if not route.startswith("/_look/")}


# --- The table is complete --------------------------------------------------------------


def test_every_address_has_a_row() -> None:
    known = {row.address for row in rows()}
    missing = sorted(set(all_routes()) - known)
    assert not missing, (
        "add a row in tests/leagues/access/test_access.py for each of:\n  "
        + ("\n  ".join(missing))
    )


def test_every_row_has_an_address() -> None:
    gone = sorted({row.address for row in rows()} - set(all_routes()))
    assert not gone, (
        "take these rows out of tests/leagues/access/test_access.py:\n  "
        + ("\n  ".join(gone))
    )


def test_every_view_of_ours_wears_a_rule() -> None:
    bare = [
        route
        for route, pattern in all_routes().items()
        if pattern.callback.__module__.startswith("leagues.")
        and not hasattr(pattern.callback, "who_may")
    ]
    assert not bare, (
        f"put a decorator of leagues/access/roles.py on the views of {bare}"
    )
