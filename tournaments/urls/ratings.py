from django.urls import path

from pages.lazy_views import LazyViews

ratings = LazyViews("tournaments.views.ratings")

urlpatterns = [
    path("ratings/", ratings.ratings, name="ratings"),
    path("ratings/switch/", ratings.ratings_switched, name="ratings_switch"),
    path("ratings/<int:pk>/", ratings.rating, name="rating"),
]
