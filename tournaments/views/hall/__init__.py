"""The pages of the players' phones and of the wall."""
