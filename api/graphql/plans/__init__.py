"""Compiled execution plans for GraphQL documents; see the README beside this file."""
