"""The server's schema in Python: types, documents, and a method for all that it has.

Made by `python -m kibitz_client.generate`: not to be changed by hand.
"""
