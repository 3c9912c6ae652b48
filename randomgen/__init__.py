"""Random integers within a range, draws from a list, and dice."""
