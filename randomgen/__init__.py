"""Random integers within a range."""
