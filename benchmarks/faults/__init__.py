"""Scripts that damage and attack a running service, and print how it fares: ``python -m benchmarks.faults``.

Everything is done to a service that the script starts itself, on 127.0.0.1, for seconds.
"""
