"""Mutations: the root fields, their inputs and their results."""
