"""The log of the server: lines of text or JSON, each with date, request and table.

A request is an HTTP request or a WebSocket; its id is random, and sent back in the header `x-request-id`. Tasks and
worker threads belong to the request that started them.
"""

import json
import logging
from contextvars import ContextVar
from datetime import UTC, datetime

FORMATS = ("text", "json")
LEVELS = ("debug", "info", "warning", "error")
NO_ID = "-"
request_id: ContextVar[str] = ContextVar("request_id", default=NO_ID)
table_id: ContextVar[str] = ContextVar("table_id", default=NO_ID)
LEVELS_OF_OTHERS = {"uvicorn": logging.ERROR, "alembic": logging.WARNING, "websockets": logging.WARNING}
"""Any client can cause warnings of uvicorn."""
DROPPED = ("Exception in ASGI application", "Invalid UTF-8")
"""Errors of uvicorn that the application has logged before, or that any client can cause."""


def add_ids(record: logging.LogRecord) -> bool:
    """Add request and table to a record; drop what must not be logged."""
    if record.name == "uvicorn.error" and record.msg.startswith(DROPPED):
        return False
    record.request, record.table = request_id.get(), table_id.get()
    return True


class TextFormatter(logging.Formatter):
    """A line such as 2026-11-16 14:36:57.123+00:00 INFO    request=4f1c table=WH62Zvbx7iIU the server is ready."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)-7s request=%(request)s table=%(table)s %(message)s")

    def formatTime(self, record: logging.LogRecord, datefmt: str | None = None) -> str:  # noqa: ARG002, N802
        """Return date and time in UTC."""
        return datetime.fromtimestamp(record.created, UTC).isoformat(" ", "milliseconds")

    def format(self, record: logging.LogRecord) -> str:
        """Return the record; what a client sent cannot begin a line of its own."""
        line, _, rest = super().format(record).partition("\nTraceback")
        return line.replace("\r", "\\r").replace("\n", "\\n") + ("\nTraceback" + rest if rest else "")


class JsonFormatter(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as JSON."""
        entry = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "request": getattr(record, "request", NO_ID),
            "table": getattr(record, "table", NO_ID),
            "message": record.getMessage(),
        }
        if record.exc_info:
            entry["exception"] = self.formatException(record.exc_info)
        return json.dumps(entry, ensure_ascii=False)


def build_handler(log_format: str) -> logging.Handler:
    """Return a handler that writes to stderr in one of `FORMATS`."""
    handler = logging.StreamHandler()
    handler.addFilter(add_ids)
    handler.setFormatter(JsonFormatter() if log_format == "json" else TextFormatter())
    return handler


def configure(log_format: str = "text", level: str = "info") -> None:
    """Log to stderr in one of `FORMATS`, from one of `LEVELS` on."""
    logging.basicConfig(level=logging.INFO, handlers=[build_handler(log_format)])
    logging.getLogger("ulpia").setLevel(level.upper())
    for name, least in LEVELS_OF_OTHERS.items():
        logging.getLogger(name).setLevel(least)
