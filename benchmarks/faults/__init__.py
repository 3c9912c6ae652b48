"""Scripts that attack or damage a running service, and print how it copes: ``python -m benchmarks.faults``.

Each script starts its own service on 127.0.0.1, for some seconds.
"""
