"""Further interfaces to the same operations: many calls in one request, and tools for agents."""
