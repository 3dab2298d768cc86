"""What the players' phones and the wall show."""
