"""Further interfaces to the same operations: many calls in one request, tools for agents, and a command."""
