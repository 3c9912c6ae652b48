"""Where an IP address is, from databases in MaxMind's format."""
