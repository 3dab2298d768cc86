"""People who enter themselves, and the club's answers to them."""

from django.urls import URLPattern, path

from pages.lazy_views import LazyViews

board = LazyViews("tournaments.views.entries.board")
club_messages = LazyViews("tournaments.views.entries.club_messages")
mails = LazyViews("tournaments.views.entries.mails")
partners = LazyViews("tournaments.views.entries.partners")
public = LazyViews("tournaments.views.entries.public")

urlpatterns: list[URLPattern] = [
    path("t/<slug:slug>/enter/", public.public_entry, name="public_entry"),
    path("t/<slug:slug>/enter/<slug:token>/", public.own_entry, name="own_entry"),
    path("t/<slug:slug>/enter/partner/<int:pk>/", partners.public_offer, name="public_offer"),
    path("tournaments/<slug:slug>/entries/", board.entries, name="entries"),
    path("tournaments/<slug:slug>/entries/terms/", board.entry_terms, name="entry_terms"),
    path("tournaments/<slug:slug>/entries/accept/", board.entries_accept, name="entries_accept"),
    path("tournaments/<slug:slug>/entries/take-out/", board.entries_take_out, name="entries_take_out"),
    path("tournaments/<slug:slug>/entries/<int:pk>/", board.entry, name="entry"),
    path("tournaments/<slug:slug>/entries/<int:pk>/refuse/", board.entry_refuse, name="entry_refuse"),
    path("tournaments/<slug:slug>/entries/<int:pk>/up/", board.entry_move_up, name="entry_move_up"),
    path("tournaments/<slug:slug>/entries/<int:pk>/look/", partners.entry_look, name="entry_look"),
    path("tournaments/<slug:slug>/entries/<int:pk>/offer/", partners.entry_offer, name="entry_offer"),
    path("tournaments/<slug:slug>/entries/<int:pk>/message/", club_messages.entry_message, name="entry_message"),
    path("tournaments/<slug:slug>/messages/", club_messages.messages, name="messages"),
    path("tournaments/<slug:slug>/messages/<int:number>/", club_messages.pair_message, name="pair_message"),
    path("tournaments/<slug:slug>/messages/<slug:kind>/email/", mails.message_mail, name="message_mail"),
    path("club/emails/", mails.mails, name="mails"),
    path("club/emails/drop/", mails.mails_drop, name="mails_drop"),
    path("club/emails/<int:pk>/again/", mails.mail_retry, name="mail_retry"),
    path("club/emails/<int:pk>/drop/", mails.mail_drop, name="mail_drop"),
    path("club/email-server/", mails.mail_server_page, name="mail_server"),
    path("emails/<slug:token>/", mails.mail_stop, name="mail_stop"),
    path("club/messages/", club_messages.club_messages, name="club_messages"),
    path("club/messages/<slug:kind>/", club_messages.club_message, name="club_message"),
    path("club/messages/<slug:kind>/ours/", club_messages.club_message_reset, name="club_message_reset"),
]
