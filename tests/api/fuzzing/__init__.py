"""Random requests over HTTP and sockets."""
