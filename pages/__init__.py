"""What the pages of all apps share: refusals, addresses and QR codes, cached answers, number fields and chart marks."""
