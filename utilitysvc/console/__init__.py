"""The pages for people: the console and the interactive documentation (S1, S2)."""
