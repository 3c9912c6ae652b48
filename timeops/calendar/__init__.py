"""Arithmetic: local times in a zone, moves and differences by calendar or in elapsed time, first and last seconds."""
