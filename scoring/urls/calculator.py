from django.urls import path

from pages.lazy_views import LazyViews

calculator = LazyViews("scoring.views.calculator")

urlpatterns = [
    path("", calculator.calculator, name="calculator"),
    path("judged/", calculator.calculator_judged, name="calculator_judged"),
]
