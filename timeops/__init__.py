"""/time/: instants, time zones, arithmetic on the time line and in the calendar, and dates in plain English."""
