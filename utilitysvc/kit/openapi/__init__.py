"""The OpenAPI description of a ComputeView, made from its operations, for our generator and any host's (F1, S2)."""
