"""The money of an evening."""

from django.urls import path

from tournaments.views.till import files, till

urlpatterns = [
    path("till/", till.till, name="till"),
    path("till/terms/", till.till_terms, name="till_terms"),
    path("till/paid/", till.till_paid, name="till_paid"),
    path("till/special/", till.special_prize_add, name="special_prize_add"),
    path("till/special/<int:pk>/remove/", till.special_prize_remove, name="special_prize_remove"),
    path("till/special/<int:pk>/draw/", till.special_prize_draw, name="special_prize_draw"),
    path("till/books.pdf", files.books, name="till_books"),
    path("till/prizes.pdf", files.prize_giving, name="till_prizes"),
    path("till/till.xlsx", files.till_xlsx, name="till_xlsx"),
    path("till/till.csv", files.till_csv, name="till_csv"),
]
