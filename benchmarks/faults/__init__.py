"""What happens to the service under faults and abuse, each a script with its figures: ``python -m benchmarks.faults``.

Everything is done to a service that the script starts itself, on 127.0.0.1, for seconds.
"""
