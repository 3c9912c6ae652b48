"""Calculating: local times in a zone, moves and differences by calendar and time line, periods and their ends."""
