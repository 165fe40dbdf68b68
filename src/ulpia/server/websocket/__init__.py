"""What is said over a WebSocket."""
