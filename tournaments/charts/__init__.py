"""Charts of an evening, as pure drawings with tables. Pages write them as SVG, sheets as PDF."""
