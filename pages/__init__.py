"""The common parts of all pages: refusals, addresses and QR codes, cached answers, number fields and chart marks."""
