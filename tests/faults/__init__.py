"""The effect of computer failures on an evening: killed processes, a locked database, lost connections, power cuts."""
