"""The log's Merkle tree as a read model: heads of games, and the tiles of the tree above all events."""
