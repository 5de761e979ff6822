"""Transport of GraphQL operations over HTTP and WebSocket, with retries."""
