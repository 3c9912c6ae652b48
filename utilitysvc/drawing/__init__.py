"""Common to the functions that draw at random: sources of random bytes, uniform integers, replay by a seed, the range.

It stands beside the kit because the kit holds only what every app uses, and because an app imports no other app.
"""
