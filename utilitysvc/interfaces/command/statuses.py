"""The exit statuses of the command."""

#: The comparison that the caller asked for has failed.
NO_MATCH = 1
#: There is no answer; standard error says why.
REFUSED = 2
# A shell reports 128 plus the signal's number for a program that a signal has ended.
INTERRUPTED = 130
BROKEN_PIPE = 141
