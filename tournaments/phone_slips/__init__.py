"""A slip that the players write on their phones: its states, the codes of its lines, and its tile on the desk."""
