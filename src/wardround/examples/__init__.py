"""A complete small game, as a package of its own would hold it; ``wardround new`` copies it."""
