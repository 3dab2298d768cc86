from django.urls import path

from pages.later_addresses import LaterViews

calculator = LaterViews("scoring.views.calculator")

urlpatterns = [
    path("", calculator.calculator, name="calculator"),
    path("judged/", calculator.calculator_judged, name="calculator_judged"),
]
