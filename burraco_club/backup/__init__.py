"""The club's data kept twice: backups made and checked, restored, and a data folder looked at before it is used."""
