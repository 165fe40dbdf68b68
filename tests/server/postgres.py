"""A PostgreSQL of one's own for the tests, where its programs are installed."""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

UNPRIVILEGED = ("postgres", "nobody")
PATIENCE = 30.0


def find_program(name: str) -> str | None:
    """In PATH, or where Debian puts it."""
    installed = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    return shutil.which(name) or (str(installed[-1]) if installed else None)


def unprivileged() -> str | None:
    """PostgreSQL refuses to run as root; somebody else must."""
    if os.getuid() != 0:
        return pwd.getpwuid(os.getuid()).pw_name
    known = {entry.pw_name for entry in pwd.getpwall()}
    return next((name for name in UNPRIVILEGED if name in known), None)


def why_not() -> str | None:
    """What keeps the tests from starting one."""
    if find_program("initdb") is None or find_program("postgres") is None:
        return "PostgreSQL is not installed"
    return None if unprivileged() else "nobody here may run PostgreSQL"


@contextmanager
def running() -> Iterator[str]:
    """Start one on a socket in a temporary folder; yield its URL."""
    folder, user = Path(tempfile.mkdtemp(prefix="ulpia-pg-")), unprivileged()
    other = {"user": user} if os.getuid() == 0 else {}
    if other:
        shutil.chown(folder, user)
    data, initdb, postgres = folder / "data", find_program("initdb"), find_program("postgres")
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": folder}
    made = [initdb, "-D", data, "-U", "ulpia", "--auth=trust", "--no-sync", "-E", "UTF8", "--locale=C"]
    subprocess.run(made, check=True, **quiet, **other)  # type: ignore[call-overload]
    started = [postgres, "-D", data, "-k", folder, "-c", "listen_addresses=", "-c", "fsync=off"]
    server = subprocess.Popen(started, **quiet, **other)  # type: ignore[call-overload]
    try:
        url = f"postgresql://ulpia@/postgres?host={folder}"
        _wait(url)
        yield url
    finally:
        server.send_signal(signal.SIGINT)  # does not wait for those who forgot to leave
        server.wait(PATIENCE)
        shutil.rmtree(folder, ignore_errors=True)


def _wait(url: str) -> None:
    import psycopg

    end = time.monotonic() + PATIENCE
    while True:
        try:
            psycopg.connect(url).close()
            return
        except psycopg.OperationalError:
            if time.monotonic() > end:
                raise
            time.sleep(0.05)
