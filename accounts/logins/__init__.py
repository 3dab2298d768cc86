"""The parts of a login that Django's settings and signals name: backend, session store, hasher and device cookies."""
