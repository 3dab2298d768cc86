"""The trials of formats by simulated evenings: the process that plays them, and its report."""
