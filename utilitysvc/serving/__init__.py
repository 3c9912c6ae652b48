"""What concerns the server and not the answer: gunicorn's refusals, the line of a request, the logs, the metrics."""
