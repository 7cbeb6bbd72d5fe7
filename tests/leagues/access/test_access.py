"""The table of permissions: every address of the site, for each role, by GET and by POST.

A new address needs a row in ``ADDRESSES``; a test lists the missing ones.

    200   the page            in    asked to sign in
    422   the form, refused   go    redirected after success
    404   not found           405   method not allowed

A row gives the answers for the roles that may use the address. Other people are asked to sign
in if they have no account, and get 404 if they have one. An address that answers differently
has its rows in ``IN_FULL``.

Ann organises, Olga owns, Sam scores, Ben plays and has an account, Cat has only a personal
link, Dan is signed in and has nothing to do with the club. The host is Cat, who runs tonight's
night in a browser where she opened her link. Sue is the league's secretary and has an account;
by her link she works without it, in a browser where she opened it.

The table is written by hand: a table generated from the views could not show that a view
lets too many people in.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver

PEOPLE = ("stranger", "dan", "ben", "cat", "sam", "ann", "olga", "host", "sue")
BY_LINK = "sue by link"
EVERYONE = (*PEOPLE, BY_LINK)
WITHOUT_ACCOUNT = {"stranger", "cat", "host", BY_LINK}
LIKE = {"host": "cat", "sue": "dan", BY_LINK: "cat"}
"""The person with the same answers, for people not named in a row of ``IN_FULL``."""
WHO_MAY = {
    "anyone": set(EVERYONE),
    "signed-in": {"dan", "ben", "sam", "ann", "olga", "sue"},
    "players": {"ben", "sue"},
    "scorers": {"sam", "ann", "olga"},
    "organisers": {"ann", "olga"},
    "owners": {"olga"},
    "secretary": {"ann", "olga", "sue", BY_LINK},
    "host": {"ann", "olga", "sue", BY_LINK, "host"},
    "scorers-host": {"sam", "ann", "olga", "sue", BY_LINK, "host"},
}

ADDRESSES = r"""
address                                                                    who           GET  POST
/healthz                                                                   anyone        200  405
/metrics                                                                   anyone        200  405
/accounts/inactive/                                                        anyone        200  405
/accounts/reauthenticate/                                                  signed-in     200  422
/accounts/email/                                                           signed-in     200  go
/accounts/confirm-email/                                                   anyone        200  405
/accounts/password/change/                                                 signed-in     200  422
/accounts/password/set/                                                    signed-in     go   go
/accounts/password/reset/                                                  anyone        200  422
/accounts/login/code/confirm/                                              anyone        go   go
/accounts/confirm-email/(?P<key>[-:\w]+)/                                  anyone        200  404
/accounts/password/reset/key/done/                                         anyone        200  405
/accounts/password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/         anyone        200  422
/accounts/password/reset/done/                                             anyone        200  405
/accounts/2fa/                                                             signed-in     200  405
/accounts/2fa/authenticate/                                                anyone        go   go
/accounts/2fa/reauthenticate/                                              signed-in     go   go
/accounts/2fa/recovery-codes/                                              signed-in     404  405
/accounts/2fa/recovery-codes/generate/                                     signed-in     go   go
/accounts/2fa/recovery-codes/download/                                     signed-in     404  404
/accounts/2fa/webauthn/                                                    signed-in     200  405
/accounts/2fa/webauthn/add/                                                signed-in     go   go
/accounts/2fa/webauthn/reauthenticate/                                     signed-in     go   go
/accounts/2fa/webauthn/keys/<int:pk>/remove/                               signed-in     go   go
/accounts/2fa/webauthn/keys/<int:pk>/edit/                                 signed-in     go   go
/accounts/2fa/webauthn/login/                                              anyone        go   go
/setup/                                                                    anyone        404  404
/setup/club/                                                               anyone        404  404
/setup/file/                                                               anyone        404  404
/me/                                                                       signed-in     200  405
/me/<str:token>/                                                           anyone        200  405
/me/calendar/                                                              players       405  go
/me/<str:token>/calendar/                                                  anyone        405  go
/me/app.webmanifest                                                        players       200  405
/me/<str:token>/app.webmanifest                                            anyone        200  405
/me/home-screen/                                                           players       200  405
/me/<str:token>/home-screen/                                               anyone        200  405
/me/contact/                                                               players       200  go
/me/<str:token>/contact/                                                   anyone        200  go
/me/messages/                                                              players       200  go
/me/<str:token>/messages/                                                  anyone        200  go
/me/data/                                                                  players       200  405
/me/<str:token>/data/                                                      anyone        200  405
/me/leave/                                                                 players       405  go
/me/<str:token>/leave/                                                     anyone        405  go
/me/events/<slug:slug>/                                                    players       200  go
/me/<str:token>/events/<slug:slug>/                                        anyone        200  go
/me/nights/<int:pk>/                                                       players       200  422
/me/<str:token>/nights/<int:pk>/                                           anyone        200  422
/me/<str:token>/nights/<int:pk>/host/                                      anyone        405  go
/me/leagues/<slug:slug>/challenge/                                         players       405  404
/me/<str:token>/leagues/<slug:slug>/challenge/                             anyone        405  404
/me/<str:token>/leagues/<slug:slug>/desk/                                  anyone        405  go
/me/leagues/<slug:slug>/play/                                              players       405  404
/me/<str:token>/leagues/<slug:slug>/play/                                  anyone        405  404
/me/matches/<int:pk>/                                                      players       404  405
/me/<str:token>/matches/<int:pk>/                                          anyone        404  405
/me/matches/<int:pk>/totals/                                               players       405  404
/me/<str:token>/matches/<int:pk>/totals/                                   anyone        405  404
/me/matches/<int:pk>/<slug:act>/                                           players       405  404
/me/<str:token>/matches/<int:pk>/<slug:act>/                               anyone        405  404
/me/friendlies/<int:pk>/<slug:act>/                                        players       405  404
/me/<str:token>/friendlies/<int:pk>/<slug:act>/                            anyone        405  404
/me/drill/                                                                 players       200  422
/me/<str:token>/drill/                                                     anyone        200  422
/me/drill/<int:pk>/remove/                                                 players       405  404
/me/<str:token>/drill/<int:pk>/remove/                                     anyone        405  404
/leagues/<slug:slug>/nights/<int:pk>/                                      anyone        200  405
/me/seasons/<slug:slug>/                                                   players       405  404
/me/<str:token>/seasons/<slug:slug>/                                       anyone        405  404
/desk/leagues/<slug:slug>/nights/<int:pk>/coming/                          host          200  405
/desk/leagues/<slug:slug>/nights/<int:pk>/coming/answer/                   host          405  422
/desk/leagues/<slug:slug>/nights/<int:pk>/coming/spare/                    host          405  422
/desk/leagues/<slug:slug>/nights/<int:pk>/coming/spare/off/                host          405  422
/mail/act/<str:signed>/                                                    anyone        200  422
/mail/stop/<str:signed>/                                                   anyone        200  200
/b/<int:pk>-<str:secret>/                                                  anyone        go   405
/b/<int:pk>-<str:secret>/friendly/                                         anyone        go   422
/kiosk/<str:token>/                                                        anyone        go   405
/play/                                                                     anyone        200  422
/play/sw.js                                                                anyone        200  405
/play/offline/                                                             anyone        200  405
/play/hand-over/                                                           anyone        200  400
/play/<str:signed>/                                                        anyone        200  422
/play/<str:signed>/state.json                                              anyone        200  405
/play/<str:signed>/reports/                                                anyone        405  400
/play/<str:signed>/confirm/                                                anyone        405  400
/play/<str:signed>/help/                                                   anyone        405  400
/play/<str:signed>/take-over/                                              anyone        405  400
/play/<str:signed>/board/                                                  anyone        go   405
/play/<str:signed>/next/                                                   anyone        200  405
/sw.js                                                                     anyone        200  405
/push/                                                                     anyone        405  404
/desk/                                                                     scorers       200  405
/desk/events/                                                              scorers       200  405
/desk/new/                                                                 organisers    200  405
/desk/new/<slug:shape>/                                                    organisers    200  422
/desk/events/<slug:slug>/change/                                           organisers    200  422
/desk/events/<slug:slug>/bin/                                              organisers    405  go
/desk/events/<slug:slug>/restore/                                          organisers    200  go
/desk/leagues/                                                             scorers       200  405
/desk/leagues/new/                                                         organisers    200  422
/desk/leagues/new/<slug:screen>/                                           organisers    200  422
/desk/leagues/<slug:slug>/                                                 secretary     200  405
/desk/leagues/<slug:slug>/settings/                                        secretary     200  422
/desk/leagues/<slug:slug>/settings/night/                                  secretary     200  422
/desk/leagues/<slug:slug>/settings/counts/                                 secretary     200  422
/desk/leagues/<slug:slug>/settings/divisions/                              secretary     200  go
/desk/leagues/<slug:slug>/write/                                           secretary     200  422
/desk/leagues/<slug:slug>/calendar/                                        secretary     200  405
/desk/leagues/<slug:slug>/calendar/add/                                    secretary     200  422
/desk/leagues/<slug:slug>/calendar/rule/                                   secretary     200  422
/desk/leagues/<slug:slug>/calendar/<int:pk>/                               secretary     200  422
/desk/leagues/<slug:slug>/calendar/<int:pk>/cancel/                        secretary     405  422
/desk/leagues/<slug:slug>/calendar/<int:pk>/bring-back/                    secretary     405  go
/desk/leagues/<slug:slug>/calendar/<int:pk>/skip/                          secretary     405  422
/desk/leagues/<slug:slug>/calendar/<int:pk>/events/                        organisers    200  405
/desk/leagues/<slug:slug>/calendar/<int:pk>/events/<int:event>/            organisers    200  go
/captain/<int:pk>-<str:secret>/                                            anyone        200  404
/desk/leagues/<slug:slug>/teams/                                           secretary     404  405
/desk/leagues/<slug:slug>/teams/<int:pk>/                                  secretary     404  404
/desk/leagues/<slug:slug>/teams/<int:pk>/captain/                          secretary     405  404
/desk/leagues/<slug:slug>/teams/<int:pk>/join/                             secretary     404  404
/desk/leagues/<slug:slug>/teams/<int:pk>/leave/<int:entry>/                secretary     405  404
/desk/leagues/<slug:slug>/venue/<int:pk>/                                  secretary     404  404
/desk/leagues/<slug:slug>/period/                                          secretary     404  404
/desk/leagues/<slug:slug>/end/                                             secretary     200  405
/desk/leagues/<slug:slug>/end/awards/                                      secretary     200  go
/desk/leagues/<slug:slug>/paper/                                           secretary     200  405
/desk/leagues/<slug:slug>/paper/nights/<int:pk>/                           secretary     200  405
/desk/leagues/<slug:slug>/paper/table/                                     secretary     200  405
/desk/leagues/<slug:slug>/paper/certificates/                              secretary     200  405
/desk/leagues/<slug:slug>/end/finals/                                      secretary     200  422
/desk/leagues/<slug:slug>/end/close/                                       secretary     200  422
/desk/leagues/<slug:slug>/challenge/                                       secretary     404  404
/desk/leagues/<slug:slug>/end/next/                                        secretary     200  422
/desk/leagues/<slug:slug>/people/in/                                       secretary     404  404
/desk/leagues/<slug:slug>/end/reopen/                                      secretary     405  go
/desk/leagues/<slug:slug>/matches/                                         secretary     404  404
/desk/leagues/<slug:slug>/matches/<int:number>/                            secretary     404  405
/desk/leagues/<slug:slug>/matches/<int:number>/<slug:act>/                 secretary     405  404
/desk/leagues/<slug:slug>/settings/matches/                                secretary     404  404
/desk/leagues/<slug:slug>/needs/apart/<int:pk>/<int:other>/                secretary     405  go
/desk/leagues/<slug:slug>/needs/seen/<int:pk>/                             secretary     405  go
/desk/leagues/<slug:slug>/leave/<int:pk>/                                  secretary     404  404
/desk/leagues/<slug:slug>/log/                                             secretary     200  405
/desk/leagues/<slug:slug>/log/<int:pk>/undo/                               secretary     200  go
/desk/leagues/<slug:slug>/people/                                          secretary     200  405
/desk/leagues/<slug:slug>/people/enrol/                                    secretary     200  422
/desk/leagues/<slug:slug>/people/division/                                 secretary     200  422
/desk/leagues/<slug:slug>/people/link/                                     secretary     405  go
/desk/leagues/<slug:slug>/people/adjust/                                   secretary     200  422
/desk/leagues/<slug:slug>/people/adjustments/<int:pk>/withdraw/            secretary     405  go
/desk/leagues/<slug:slug>/people/<int:pk>/                                 secretary     200  go
/desk/leagues/<slug:slug>/people/<int:pk>/remove/                          secretary     405  go
/desk/leagues/<slug:slug>/dues/                                            secretary     200  go
/desk/leagues/<slug:slug>/dues/dues.csv                                    secretary     200  405
/desk/events/<slug:slug>/                                                  scorers-host  go   405
/desk/events/<slug:slug>/play/                                             scorers-host  200  405
/desk/events/<slug:slug>/play/start/                                       organisers    405  go
/desk/events/<slug:slug>/play/next/                                        scorers-host  405  go
/desk/events/<slug:slug>/play/boards/<int:number>/broken/                  organisers    405  422
/desk/events/<slug:slug>/play/card/                                        scorers-host  200  422
/desk/events/<slug:slug>/play/card/sum/                                    scorers-host  204  405
/desk/events/<slug:slug>/play/say/                                         organisers    405  422
/desk/events/<slug:slug>/play/say/<int:pk>/down/                           organisers    405  go
/desk/events/<slug:slug>/rounds/<int:pk>/call/                             scorers-host  405  go
/desk/events/<slug:slug>/rounds/<int:pk>/clock/                            scorers-host  405  go
/desk/events/<slug:slug>/rounds/<int:pk>/cards/                            scorers-host  200  405
/desk/events/<slug:slug>/rounds/<int:pk>/pairings/                         scorers-host  200  405
/desk/events/<slug:slug>/paper/                                            scorers-host  200  405
/desk/events/<slug:slug>/paper/stages/<int:number>/                        scorers-host  200  405
/desk/events/<slug:slug>/paper/certificates/                               scorers-host  200  405
/desk/events/<slug:slug>/matches/                                          scorers-host  200  405
/desk/events/<slug:slug>/matches/<int:number>/                             scorers-host  200  405
/desk/events/<slug:slug>/matches/<int:number>/call/                        scorers-host  405  go
/desk/events/<slug:slug>/matches/<int:number>/put-back/                    scorers-host  405  go
/desk/events/<slug:slug>/matches/<int:number>/help/                        scorers-host  405  go
/desk/events/<slug:slug>/matches/<int:number>/accept/                      scorers-host  405  go
/desk/events/<slug:slug>/matches/<int:number>/rule/                        scorers-host  405  422
/desk/events/<slug:slug>/matches/<int:number>/end/                         host          405  422
/desk/events/<slug:slug>/matches/<int:number>/rate/                        host          405  go
/desk/events/<slug:slug>/phones/                                           organisers    200  422
/desk/events/<slug:slug>/phones/labels/                                    organisers    200  405
/desk/events/<slug:slug>/phones/labels/void/                               organisers    405  go
/desk/events/<slug:slug>/phones/tablets/<int:pk>/revoke/                   organisers    405  go
/desk/events/<slug:slug>/draw/                                             organisers    200  405
/desk/events/<slug:slug>/draw/promise/                                     organisers    405  422
/desk/events/<slug:slug>/draw/apart/                                       organisers    405  404
/desk/events/<slug:slug>/draw/<int:number>/                                organisers    200  405
/desk/events/<slug:slug>/draw/<int:number>/open/                           organisers    405  422
/desk/events/<slug:slug>/draw/<int:number>/empty/                          organisers    405  422
/desk/events/<slug:slug>/draw/<int:number>/make/                           organisers    405  422
/desk/events/<slug:slug>/draw/<int:number>/swap/                           organisers    405  422
/desk/events/<slug:slug>/draw/<int:number>/lot/                            organisers    405  422
/desk/events/<slug:slug>/draw/<int:number>/mend/                           organisers    405  422
/desk/events/<slug:slug>/draw/<int:number>/publish/                        organisers    405  422
/desk/events/<slug:slug>/draw/<int:number>/back/                           organisers    405  go
/desk/events/<slug:slug>/draw/<int:number>/discard/                        organisers    405  422
/desk/events/<slug:slug>/rehearsal/                                        organisers    200  422
/desk/events/<slug:slug>/rehearsal/speed/                                  organisers    405  go
/desk/events/<slug:slug>/rehearsal/delete/                                 organisers    405  go
/desk/events/<slug:slug>/stages/                                           organisers    200  405
/desk/events/<slug:slug>/stages/add/                                       organisers    200  405
/desk/events/<slug:slug>/stages/add/<slug:kind>/                           organisers    200  422
/desk/events/<slug:slug>/stages/<int:number>/                              organisers    200  422
/desk/events/<slug:slug>/stages/<int:number>/move/                         organisers    405  go
/desk/events/<slug:slug>/stages/<int:number>/remove/                       organisers    405  go
/desk/events/<slug:slug>/matches/<int:number>/correct/                     host          200  422
/desk/events/<slug:slug>/matches/<int:number>/reports/                     host          200  405
/desk/events/<slug:slug>/log/                                              organisers    200  405
/desk/events/<slug:slug>/log/<int:pk>/undo/                                organisers    200  go
/desk/log/                                                                 owners        200  405
/desk/log/<int:pk>/undo/                                                   owners        200  go
/desk/events/<slug:slug>/advance/                                          organisers    200  405
/desk/events/<slug:slug>/advance/<int:number>/settle/                      organisers    405  404
/desk/events/<slug:slug>/advance/settlements/<int:pk>/withdraw/            organisers    405  go
/desk/events/<slug:slug>/advance/<int:number>/pools/                       organisers    405  404
/desk/events/<slug:slug>/advance/<int:number>/open/                        organisers    405  422
/desk/events/<slug:slug>/advance/<int:number>/seats/                       organisers    405  422
/desk/events/<slug:slug>/advance/<int:number>/move-up/                     organisers    405  404
/desk/events/<slug:slug>/advance/<int:number>/shoot-out/                   organisers    404  404
/desk/events/<slug:slug>/advance/finish/                                   organisers    405  422
/desk/events/<slug:slug>/people/                                           organisers    200  405
/desk/events/<slug:slug>/people/check-in/                                  organisers    405  go
/desk/events/<slug:slug>/people/list/                                      organisers    200  422
/desk/events/<slug:slug>/people/pick/                                      organisers    200  422
/desk/events/<slug:slug>/people/pairs/                                     organisers    200  422
/desk/events/<slug:slug>/people/seeds/                                     organisers    200  422
/desk/events/<slug:slug>/people/registration/                              organisers    200  422
/desk/events/<slug:slug>/people/<int:pk>/                                  organisers    200  405
/desk/events/<slug:slug>/people/<int:pk>/team/                             organisers    405  go
/desk/events/<slug:slug>/people/<int:pk>/part/                             organisers    405  422
/desk/events/<slug:slug>/people/<int:pk>/substitute/                       organisers    405  422
/desk/events/<slug:slug>/people/<int:pk>/<slug:act>/                       organisers    405  422
/desk/people/look-alikes/                                                  organisers    200  405
/desk/people/<int:pk>/merge/<int:other>/                                   organisers    200  422
/desk/people/merges/<int:pk>/undo/                                         organisers    405  404
/desk/people/                                                              organisers    200  405
/desk/people/membership/                                                   organisers    200  go
/desk/people/membership/fee/                                               organisers    200  422
/desk/people/membership/members.csv                                        organisers    200  405
/desk/people/add/                                                          organisers    200  422
/desk/people/list/                                                         organisers    200  422
/desk/people/names/                                                        organisers    200  405
/desk/people/<int:pk>/                                                     organisers    200  422
/desk/people/<int:pk>/bin/                                                 organisers    405  go
/desk/people/<int:pk>/leave/                                               organisers    200  422
/desk/people/<int:pk>/restore/                                             organisers    405  go
/desk/people/<int:pk>/link/                                                organisers    405  200
/desk/people/links/                                                        organisers    200  422
/desk/people/links/paper/                                                  organisers    200  422
/desk/people/<int:pk>/link/mail/                                           organisers    405  go
/desk/people/<int:pk>/wrong-address/                                       organisers    405  go
/desk/write/                                                               organisers    200  422
/desk/write/<int:pk>/                                                      organisers    200  405
/desk/write/<int:pk>/down/                                                 organisers    405  go
/desk/mail/                                                                organisers    200  405
/desk/mail/<int:pk>/again/                                                 organisers    405  go
/desk/leagues/<slug:slug>/calendar/hosts/                                  secretary     200  422
/desk/leagues/<slug:slug>/calendar/hosts/fill/                             secretary     405  422
/desk/mail/silent/                                                         owners        405  go
/desk/people/<int:pk>/link/revoke/                                         organisers    405  go
/desk/people/<int:pk>/guardian/                                            organisers    200  422
/desk/guardians/<int:pk>/remove/                                           organisers    405  go
/desk/people/<int:pk>/release/                                             organisers    405  go
/desk/language/                                                            owners        200  422
/desk/texts/                                                               owners        200  404
/desk/texts/words/                                                         owners        405  404
/desk/texts/<int:pk>/reset/                                                owners        405  go
/desk/publish/                                                             owners        200  422
/desk/publish/now/                                                         owners        405  go
/desk/server/                                                              owners        200  405
/desk/server/backup/                                                       owners        405  go
/desk/programs/                                                            organisers    200  422
/desk/programs/<int:pk>/revoke/                                            organisers    405  go
/desk/club/                                                                organisers    200  422
/desk/club/logo/                                                           organisers    405  422
/desk/club/logo/remove/                                                    organisers    405  go
/desk/club/photos/                                                         organisers    405  422
/desk/club/photos/<int:pk>/remove/                                         organisers    405  go
/desk/webhooks/                                                            organisers    200  422
/desk/webhooks/<int:pk>/                                                   organisers    200  405
/desk/webhooks/<int:pk>/pause/                                             organisers    405  go
/desk/webhooks/<int:pk>/go-on/                                             organisers    405  go
/desk/webhooks/<int:pk>/remove/                                            organisers    405  go
/desk/webhooks/<int:pk>/test/                                              organisers    405  go
/desk/deliveries/<int:pk>/again/                                           organisers    405  go
/desk/helpers/                                                             owners        200  422
/desk/helpers/<int:pk>/role/                                               owners        405  go
/desk/helpers/<int:pk>/remove/                                             owners        405  go
/desk/invitations/<int:pk>/withdraw/                                       owners        405  go
/desk/bring-in/                                                            organisers    200  422
/desk/bring-in/<int:pk>/                                                   organisers    200  go
/desk/bring-in/<int:pk>/throw-away/                                        organisers    405  go
/desk/bring-in/undo/<int:pk>/                                              organisers    200  go
/desk/club-file/                                                           owners        200  405
/desk/club-file/download/                                                  owners        200  405
/desk/leagues/<slug:slug>/nights/<int:pk>/tonight/                         host          200  405
/desk/leagues/<slug:slug>/nights/<int:pk>/tonight/dues/                    host          405  404
/desk/leagues/<slug:slug>/nights/<int:pk>/tonight/here/                    host          405  go
/desk/leagues/<slug:slug>/nights/<int:pk>/tonight/walk-up/                 host          405  422
/desk/leagues/<slug:slug>/nights/<int:pk>/tonight/places/                  host          405  go
/desk/leagues/<slug:slug>/nights/<int:pk>/tonight/draw/                    host          405  go
/desk/leagues/<slug:slug>/nights/<int:pk>/tonight/back/                    host          405  go
/desk/leagues/<slug:slug>/nights/<int:pk>/tonight/start/                   host          405  422
/desk/leagues/<slug:slug>/nights/<int:pk>/tonight/game/                    host          405  404
/desk/leagues/<slug:slug>/nights/<int:pk>/tonight/game/<int:number>/back/  host          405  404
/desk/leagues/<slug:slug>/nights/<int:pk>/tonight/late/                    host          405  404
/desk/leagues/<slug:slug>/nights/<int:pk>/tonight/leave/                   host          405  404
/desk/leagues/<slug:slug>/nights/<int:pk>/tonight/board/                   host          405  404
/desk/leagues/<slug:slug>/nights/<int:pk>/tonight/call/                    host          405  go
/desk/leagues/<slug:slug>/nights/<int:pk>/tonight/end/                     host          405  422
/desk/leagues/<slug:slug>/nights/<int:pk>/tonight/write/                   host          200  422
/desk/<path:rest>/                                                         signed-in     404  404
/                                                                          anyone        200  405
/picture.png                                                               anyone        200  405
/news.atom                                                                 anyone        200  405
/sitemap.xml                                                               anyone        200  405
/favicon.ico                                                               anyone        go   405
/robots.txt                                                                anyone        200  405
/leagues/<slug:slug>/picture.png                                           anyone        200  405
/leagues/<slug:slug>/nights/<int:pk>/picture.png                           anyone        200  405
/calendar.ics                                                              anyone        200  405
/leagues/<slug:slug>/calendar.ics                                          anyone        200  405
/calendar/<int:pk>-<str:secret>.ics                                        anyone        200  405
/events/<slug:slug>/                                                       anyone        200  405
/club/                                                                     anyone        200  405
/club/pictures/(?P<digest>[0-9a-f]{24})                                    anyone        200  405
/club/colour-(?P<colour>[0-9a-f]{6})\.css                                  anyone        200  405
/club/icon-<slug:digest>/<slug:name>.png                                   anyone        200  405
/events/                                                                   anyone        200  405
/events/<slug:slug>/about/                                                 anyone        200  405
/events/<slug:slug>/numbers/                                               anyone        200  405
/events/<slug:slug>/files/<str:name>                                       anyone        200  405
/leagues/<slug:slug>/files/<str:name>                                      anyone        404  405
/leagues/<slug:slug>/nights/<int:pk>/files/<str:name>                      anyone        404  405
/files/<str:name>                                                          anyone        404  405
/players/<int:pk>/files/<str:name>                                         anyone        200  405
/desk/people/files/<str:name>                                              organisers    200  405
/events/<slug:slug>/bracket/                                               anyone        200  405
/events/<slug:slug>/draw/                                                  anyone        200  405
/events/<slug:slug>/draw/<int:pk>.json                                     anyone        404  405
/events/<slug:slug>/draw/<int:pk>/                                         anyone        404  405
/events/<slug:slug>/enter/                                                 anyone        200  422
/events/<slug:slug>/matches/                                               anyone        200  405
/events/<slug:slug>/matches/<int:number>/                                  anyone        200  405
/events/<slug:slug>/players/                                               anyone        200  405
/events/<slug:slug>/entries/<int:pk>/                                      anyone        200  405
/players/<int:pk>/against/<int:other>/                                     anyone        404  405
/players/<int:pk>/against/                                                 anyone        200  405
/players/compare/                                                          anyone        200  405
/leagues/                                                                  anyone        200  405
/honours/                                                                  anyone        200  405
/yearbook/<int:year>/                                                      anyone        200  405
/leagues/<slug:slug>/yearbook/                                             anyone        404  405
/leagues/<slug:slug>/                                                      anyone        200  405
/leagues/<slug:slug>/players/<int:pk>/                                     anyone        200  405
/leagues/<slug:slug>/what-if/                                              anyone        200  405
/records/                                                                  anyone        200  405
/players/ratings/                                                          anyone        200  405
/search/                                                                   anyone        200  405
/events/<slug:slug>/picture.png                                            anyone        200  405
/events/<slug:slug>/matches/<int:number>/picture.png                       anyone        200  405
/players/<int:pk>/picture.png                                              anyone        200  405
/events/<slug:slug>/chances/                                               anyone        404  405
/events/<slug:slug>/standings/                                             anyone        200  405
/accessibility/                                                            anyone        200  405
/language/                                                                 anyone        200  422
/players/                                                                  anyone        200  405
/players/<int:pk>-<slug:slug>/                                             anyone        200  405
/desk/events/<slug:slug>/screens/                                          scorers       200  405
/desk/events/<slug:slug>/screens/pair/                                     scorers       405  422
/desk/events/<slug:slug>/screens/show/                                     scorers       405  422
/desk/events/<slug:slug>/screens/names/                                    scorers       405  go
/desk/events/<slug:slug>/screens/<int:pk>/forget/                          scorers       405  go
/embed/                                                                    anyone        200  405
/embed/size.js                                                             anyone        200  405
/embed/nights/                                                             anyone        200  405
/embed/boards/                                                             anyone        200  405
/embed/leagues/<slug:slug>/table/                                          anyone        200  405
/embed/leagues/<slug:slug>/nights/                                         anyone        200  405
/embed/events/<slug:slug>/table/                                           anyone        200  405
/embed/events/<slug:slug>/boards/                                          anyone        200  405
/screen/<slug:slug>/                                                       anyone        200  go
/screen/<slug:slug>/now/                                                   anyone        404  405
/leagues/<slug:slug>/screen/                                               anyone        200  405
/leagues/<slug:slug>/screen/now/                                           anyone        200  405
/api/                                                                      anyone        200  405
/api/v1/openapi.json                                                       anyone        200  405
/api/v1/                                                                   anyone        200  405
/api/v1/players/                                                           anyone        200  401
/api/v1/players/<int:pk>/                                                  anyone        200  405
/api/v1/leagues/                                                           anyone        200  405
/api/v1/leagues/<slug:slug>/                                               anyone        200  405
/api/v1/leagues/<slug:slug>/table/                                         anyone        200  405
/api/v1/leagues/<slug:slug>/nights/                                        anyone        200  405
/api/v1/leagues/<slug:slug>/nights/<int:pk>/                               anyone        200  405
/api/v1/leagues/<slug:slug>/matches/                                       anyone        200  405
/api/v1/events/                                                            anyone        200  405
/api/v1/events/<slug:slug>/                                                anyone        200  405
/api/v1/events/<slug:slug>/tables/                                         anyone        200  405
/api/v1/events/<slug:slug>/matches/                                        anyone        200  405
/api/v1/events/<slug:slug>/matches/<int:number>/                           anyone        200  405
/api/v1/events/<slug:slug>/matches/<int:number>/rounds/                    anyone        405  401
/api/v1/events/<slug:slug>/stream/                                         anyone        200  405
/overlay/<slug:slug>/boards/<int:number>/                                  anyone        200  405
/overlay/<slug:slug>/matches/<int:number>/                                 anyone        200  405
"""

IN_FULL = r"""
address                       by    stranger  dan  ben  cat  sam  ann  olga  host  sue
/accounts/login/              GET   200       go   go   200  go   go   go
/accounts/login/              POST  422       go   go   422  go   go   go
/accounts/logout/             GET   go        200  200  go   200  200  200
/accounts/logout/             POST  go        go   go   go   go   go   go
/accounts/signup/             GET   200       go   go   200  go   go   go
/accounts/signup/             POST  200       go   go   200  go   go   go
/accounts/login/code/         GET   200       go   go   200  go   go   go
/accounts/login/code/         POST  422       go   go   422  go   go   go
/me/<str:token>/guard/        GET   405       405  405  405  405  405  405
/me/<str:token>/guard/        POST  in        go   go   in   go   go   go
/me/<str:token>/claim/        GET   405       405  405  405  405  405  405
/me/<str:token>/claim/        POST  in        go   go   in   go   go   go
/invited/<str:token>/         GET   200       200  200  200  200  200  200
/invited/<str:token>/         POST  in        go   go   in   go   go   go
/join/<int:pk>-<str:secret>/  GET   200       200  200  200  200  200  200
/join/<int:pk>-<str:secret>/  POST  422       422  go   422  422  422  422   422   go
"""


@dataclass(frozen=True)
class Row:
    address: str
    method: str
    expected: dict[str, str]

    def __str__(self) -> str:
        return f"{self.method} {self.address}"

    @property
    def part(self) -> str:
        """The part of the site, such as ``accounts`` or ``desk``; ``front`` for the front page."""
        return self.address.split("/")[1] or "front"


def rows() -> list[Row]:
    return [
        Row(address, method, answers_of(who, answer))
        for address, who, *answers in lines_of(ADDRESSES)
        for method, answer in zip(("GET", "POST"), answers, strict=True)
    ] + [
        Row(address, method, answers_in_full(*answers))
        for address, method, *answers in lines_of(IN_FULL)
    ]


def lines_of(table: str) -> list[list[str]]:
    return [line.split() for line in table.strip().splitlines()[1:]]


def answers_of(who: str, answer: str) -> dict[str, str]:
    """The answer for each person: ``answer`` for those who may, a refusal for the others."""
    refused = {name: "in" if name in WITHOUT_ACCOUNT else "404" for name in EVERYONE}
    return refused | dict.fromkeys(WHO_MAY[who], answer)


def answers_in_full(*answers: str) -> dict[str, str]:
    found = dict(zip(PEOPLE, answers, strict=False))
    return {name: found[LIKE[name]] for name in LIKE} | found


def routes(patterns: list[Any], before: str = "/") -> Iterator[tuple[str, URLPattern]]:
    """Yield each URL pattern with its address as in urls.py: ``/desk/people/<int:pk>/``."""
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
    assert not missing, "add a row in tests/leagues/access/test_access.py for each of:\n  " + (
        "\n  ".join(missing)
    )


def test_every_row_has_an_address() -> None:
    gone = sorted({row.address for row in rows()} - set(all_routes()))
    assert not gone, "take these rows out of tests/leagues/access/test_access.py:\n  " + (
        "\n  ".join(gone)
    )


def test_every_view_of_ours_wears_a_rule() -> None:
    bare = [
        route
        for route, pattern in all_routes().items()
        if pattern.callback.__module__.startswith("leagues.")
        and not hasattr(pattern.callback, "who_may")
    ]
    assert not bare, f"put a decorator of leagues/access/roles.py on the views of {bare}"
