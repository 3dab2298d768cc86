"""Figures as the Río de la Plata writes them: Django's Spanish separates thousands by a space."""

THOUSAND_SEPARATOR = "."
DECIMAL_SEPARATOR = ","
NUMBER_GROUPING = 3
