"""The WebSocket interface."""
