"""Backups of the club's data: making, checking and restoring them, and checking the data folder before it is used."""
