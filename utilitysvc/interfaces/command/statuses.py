"""The exit statuses of the command."""

#: A comparison that was asked for has failed.
NO_MATCH = 1
#: There is no answer; standard error says why.
REFUSED = 2
# What a shell shows for a program that a signal has ended: 128 and the number of the signal.
INTERRUPTED = 130
BROKEN_PIPE = 141
