"""Shared by the apps that draw random values: sources of random bytes, uniform integers, seeded draws, the range.

This package is not part of the kit, which holds only what every app uses, nor of one of the apps, because no app
imports another.
"""
