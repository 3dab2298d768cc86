from django.urls import path

from scoring.views import calculator

urlpatterns = [
    path("", calculator.calculator, name="calculator"),
    path("judged/", calculator.calculator_judged, name="calculator_judged"),
]
