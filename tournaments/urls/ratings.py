from django.urls import path

from tournaments.views import ratings

urlpatterns = [
    path("ratings/", ratings.ratings, name="ratings"),
    path("ratings/switch/", ratings.ratings_switched, name="ratings_switch"),
    path("ratings/<int:pk>/", ratings.rating, name="rating"),
]
