"""Charts of an evening: pure drawings, each with its table, that a page writes as SVG and a sheet as PDF."""
