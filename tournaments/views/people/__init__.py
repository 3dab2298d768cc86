"""Who plays: pairs, players, teams, and the members the club knows."""
