"""The nodes of a plan, and what they are made of."""
