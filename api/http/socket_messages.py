"""The messages on a socket: JSON as text, up to a maximum size."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from json import JSONDecodeError
from typing import Any, Final

from starlette.websockets import WebSocketDisconnect, WebSocketState
from strawberry.asgi import ASGIWebSocketAdapter
from strawberry.http.exceptions import NonJsonMessageReceived, NonTextMessageReceived

TOO_LARGE: Final = 1009
"""The WebSocket protocol's close code for a message that is too large."""
MAX_REASON: Final = 123
"""Maximum bytes of the reason in a close frame."""


class JsonMessages(ASGIWebSocketAdapter):
    """The messages on a socket: JSON as text, up to a maximum size."""

    async def iter_json(self, *, ignore_parsing_errors: bool = False) -> AsyncGenerator[object, None]:
        """Yield the messages as they arrive; a message that is too large closes the socket with 1009."""
        endpoint: Any = self.view
        limit = endpoint.limits.message
        try:
            while self.ws.application_state != WebSocketState.DISCONNECTED:
                text = await self.ws.receive_text()
                if len(text) > limit or len(text.encode()) > limit:
                    await self.close(TOO_LARGE, f"A message has at most {limit:,} bytes")
                    return
                yield endpoint.decode_json(text)
        except JSONDecodeError as error:
            raise NonJsonMessageReceived from error
        except KeyError as error:
            raise NonTextMessageReceived from error
        except WebSocketDisconnect:
            return

    async def close(self, code: int, reason: str) -> None:
        """Close the socket; a reason that is too long, perhaps because it quotes the client, is cut."""
        await super().close(code, reason.encode()[:MAX_REASON].decode(errors="ignore"))
