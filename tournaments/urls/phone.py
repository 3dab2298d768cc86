"""Slips on the players' phones: the way to a table, the table's slip, a pair's own code; and the referee's switches."""

from django.urls import URLPattern, path

from pages.lazy_views import LazyViews

captain = LazyViews("tournaments.views.phone.captain")
code = LazyViews("tournaments.views.phone.code")
entrance = LazyViews("tournaments.views.phone.entrance")
hall = LazyViews("tournaments.views.phone.hall")
photo = LazyViews("tournaments.views.phone.photo")
referee = LazyViews("tournaments.views.phone.referee")
table = LazyViews("tournaments.views.phone.table")

TABLE = "t/<slug:slug>/table/<int:number>/<int:table>/<slug:address>/"

urlpatterns: list[URLPattern] = [
    path("t/<slug:slug>/table/", entrance.phone_entrance, name="phone_entrance"),
    path(TABLE, table.phone_table, name="phone_table"),
    path(f"{TABLE}hall/", hall.phone_hall, name="phone_hall"),
    path(f"{TABLE}photo/", photo.phone_photo, name="phone_photo"),
    path("t/<slug:slug>/captain/<slug:code>/", captain.captain, name="captain"),
    path("t/<slug:slug>/pairs/<int:number>/code/", code.phone_code, name="phone_code"),
    path("tournaments/<slug:slug>/rounds/<int:number>/on-paper/", referee.on_paper, name="round_on_paper"),
    path("tournaments/<slug:slug>/rounds/<int:number>/unlock/", referee.unlock, name="tables_unlock"),
]
