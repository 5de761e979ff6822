"""What has an id of its own: by it clients keep it, and ask for it again.

Ids are plain: a game's is a UUID, a player's 32 hexadecimal digits, so no two things share one. Only nodes
have a field `id`; whatever else tells of a game or a player names it `game` or `player`.
"""

from __future__ import annotations

import strawberry


@strawberry.interface(description="What has an id of its own, unlike any other's; `node` finds it by that.")
class Node:
    """What all nodes share."""

    id: strawberry.ID = strawberry.field(description="The id; it never changes.")
