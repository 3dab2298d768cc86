"""What Django asks for by name while somebody logs in: who it is, the session, the hash, the device."""
