"""The log's Merkle tree and its signed checkpoints, in the formats of RFC 6962 and of C2SP.

Nothing here knows of games or databases. Clients verify with their own code, `kibitz_client.transparency`.
"""
