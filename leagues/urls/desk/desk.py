"""What organisers and their helpers do."""

from django.urls import include, path

from leagues.views.desk import (
    club,
    club_page,
    home,
    language,
    mail,
    server,
    texts,
    tokens,
    webhooks,
)
from leagues.views.desk.people import (
    former,
    membership,
    people,
    people_list,
    print_links,
    send_links,
)
from leagues.views.site import nothing

urlpatterns = [
    path("desk/", home.desk, name="desk"),
    path("desk/club/", club_page.club_page_edit, name="club-page-edit"),
    path("desk/club/logo/", club_page.club_logo, name="club-logo"),
    path("desk/club/logo/remove/", club_page.club_logo_remove, name="club-logo-remove"),
    path("desk/club/photos/", club_page.club_photo_add, name="club-photo-add"),
    path(
        "desk/club/photos/<int:pk>/remove/",
        club_page.club_photo_remove,
        name="club-photo-remove",
    ),
    path("desk/people/", people.people_list, name="people"),
    path("desk/people/add/", people.person_add, name="person_add"),
    path("desk/people/list/", people_list.people_add_list, name="people_add_list"),
    path("desk/people/links/", send_links.send_links, name="send_links"),
    path("desk/people/links/paper/", print_links.print_links, name="print_links"),
    path("desk/people/membership/", membership.membership, name="membership"),
    path(
        "desk/people/membership/fee/", membership.membership_fee, name="membership_fee"
    ),
    path(
        "desk/people/membership/members.csv",
        membership.membership_download,
        name="membership_download",
    ),
    path("desk/people/names/", people.names_shown, name="names_shown"),
    path("desk/people/<int:pk>/", people.person, name="person"),
    path("desk/people/<int:pk>/bin/", people.person_bin, name="person_bin"),
    path("desk/people/<int:pk>/restore/", people.person_restore, name="person_restore"),
    path("desk/people/<int:pk>/link/", people.link_give, name="link_give"),
    path("desk/people/<int:pk>/link/mail/", people.link_mail, name="link_mail"),
    path("desk/people/<int:pk>/link/revoke/", people.link_revoke, name="link_revoke"),
    path("desk/people/<int:pk>/release/", people.person_release, name="person_release"),
    path("desk/mail/", mail.mail_list, name="mail"),
    path("desk/mail/<int:pk>/again/", mail.mail_again, name="mail_again"),
    path("desk/people/<int:pk>/leave/", former.person_leave, name="person_leave"),
    path("desk/language/", language.club_language, name="club_language"),
    path("desk/texts/", texts.texts, name="texts"),
    path("desk/texts/words/", texts.text_words, name="text_words"),
    path("desk/texts/<int:pk>/reset/", texts.text_reset, name="text_reset"),
    path("desk/server/", server.server, name="server"),
    path("desk/server/backup/", server.backup_download, name="backup_download"),
    path("desk/helpers/", club.members_list, name="members"),
    path("desk/helpers/<int:pk>/role/", club.member_role, name="member_role"),
    path("desk/helpers/<int:pk>/remove/", club.member_remove, name="member_remove"),
    path(
        "desk/invitations/<int:pk>/withdraw/",
        club.invitation_withdraw,
        name="invitation_withdraw",
    ),
    path("desk/programs/", tokens.tokens, name="tokens"),
    path("desk/programs/<int:pk>/revoke/", tokens.token_revoke, name="token_revoke"),
    path("desk/webhooks/", webhooks.webhooks, name="webhooks"),
    path("desk/webhooks/<int:pk>/", webhooks.webhook, name="webhook"),
    path("desk/webhooks/<int:pk>/pause/", webhooks.webhook_pause, name="webhook_pause"),
    path(
        "desk/webhooks/<int:pk>/go-on/", webhooks.webhook_resume, name="webhook_resume"
    ),
    path(
        "desk/webhooks/<int:pk>/remove/", webhooks.webhook_remove, name="webhook_remove"
    ),
    path("desk/webhooks/<int:pk>/test/", webhooks.webhook_try, name="webhook_try"),
    path(
        "desk/deliveries/<int:pk>/again/",
        webhooks.delivery_again,
        name="delivery_again",
    ),
    # One event's desk: a file for each thing that is done there.
    path("desk/", include("leagues.urls.desk.events")),
    path("desk/", include("leagues.urls.desk.results")),
    path("desk/", include("leagues.urls.desk.rehearsal")),
    path("desk/", include("leagues.urls.desk.draw")),
    path("desk/", include("leagues.urls.desk.play")),
    path("desk/", include("leagues.urls.desk.phones")),
    path("desk/", include("leagues.urls.desk.entries")),
    path("desk/", include("leagues.urls.desk.advance")),
    path("desk/", include("leagues.urls.desk.screens")),
    path("desk/", include("leagues.urls.desk.leagues")),
    path("desk/", include("leagues.urls.desk.data")),
    path("desk/", include("leagues.urls.desk.answers")),
    # Last of all: what else could stand under /desk/ asks strangers to sign in as well.
    path("desk/<path:rest>/", nothing.nothing, name="desk_nothing"),
]
