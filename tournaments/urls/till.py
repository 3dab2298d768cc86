"""The money of an evening."""

from django.urls import path

from pages.lazy_views import LazyViews

club_till = LazyViews("tournaments.views.till.club_till")
files = LazyViews("tournaments.views.till.files")
receipts = LazyViews("tournaments.views.till.receipts")
till = LazyViews("tournaments.views.till.till")

urlpatterns = [
    path("till/", till.till, name="till"),
    path("till/terms/", till.till_terms, name="till_terms"),
    path("till/paid/", till.till_paid, name="till_paid"),
    path("till/together/", till.till_together, name="till_together"),
    path("till/together/take-back/", till.till_together_take_back, name="till_together_take_back"),
    path("till/special/", till.special_prize_add, name="special_prize_add"),
    path("till/special/<int:pk>/remove/", till.special_prize_remove, name="special_prize_remove"),
    path("till/special/<int:pk>/draw/", till.special_prize_draw, name="special_prize_draw"),
    path("till/books.pdf", files.books, name="till_books"),
    path("till/prizes.pdf", files.prize_giving, name="till_prizes"),
    path("till/till.xlsx", files.till_xlsx, name="till_xlsx"),
    path("till/till.csv", files.till_csv, name="till_csv"),
]

club_patterns = [
    path("", club_till.club_till, name="club_till"),
    path("statement.pdf", club_till.club_till_pdf, name="club_till_pdf"),
    path("statement.xlsx", club_till.club_till_xlsx, name="club_till_xlsx"),
    path("movements/add/", club_till.movement_add, name="movement_add"),
    path("movements/<int:pk>/", club_till.movement_edit, name="movement_edit"),
    path("movements/<int:pk>/delete/", club_till.movement_delete, name="movement_delete"),
    path("counts/add/", club_till.cash_count_add, name="cash_count_add"),
    path("counts/<int:pk>/delete/", club_till.cash_count_delete, name="cash_count_delete"),
    path("receipts/", receipts.receipts, name="receipts"),
    path("receipts/new/", receipts.receipt_new, name="receipt_new"),
    path("receipts/receipts.xlsx", receipts.receipts_xlsx, name="receipts_xlsx"),
    path("receipts/<int:year>/<int:number>/", receipts.receipt, name="receipt"),
    path("receipts/<int:year>/<int:number>/receipt.pdf", receipts.receipt_pdf, name="receipt_pdf"),
    path("receipts/<int:year>/<int:number>/void/", receipts.receipt_void, name="receipt_void"),
]
"""The club's money beside that of an evening."""
