"""The command ``utilitysvc``: each function in a shell, the service itself, and tools for agents (B12)."""
