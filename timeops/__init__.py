"""/time/: instants, time zones, arithmetic with exact lengths and with the calendar, and dates in plain English."""
