"""The referee's desk: slips come in, are typed, judged, counted and saved."""
