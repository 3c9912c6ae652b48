"""Further ways to ask the same operations: many calls in one request, and tools for agents."""
