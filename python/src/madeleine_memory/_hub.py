"""Hubs: where one listens, the one of a store on this machine, how it is started, and what may be said of either."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx

from ._errors import HubUnreachable, invalid, no_folder, refuse, shown, type_of

START_SECONDS = 60.0
"""A large index takes seconds to load, and a program that holds the store may be about to end."""
IDLE_EXIT_MINUTES = 15
"""A hub that was started here leaves after so long without a call, as one that the command line starts."""
LONGEST_RETRY_SECONDS = 600
LONGEST_TOKEN = 4096


@dataclass(frozen=True)
class Hub:
    """Where a hub listens, and the token to call it with."""

    url: str
    token: str


def default_folder() -> Path:
    """The store that `madeleine` uses when nothing else is said: `MADELEINE_AT`, or `memory` in the user's data folder."""
    if at := os.environ.get("MADELEINE_AT"):
        return _folder_at(at)
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "madeleine" / "memory"
    if sys.platform == "win32":
        return (
            Path(os.environ.get("LOCALAPPDATA", str(Path.home() / "AppData" / "Local")))
            / "madeleine"
            / "Data"
            / "memory"
        )
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "madeleine" / "memory"


def _folder_at(at: str | os.PathLike[str]) -> Path:
    """A folder as the command line reads it: `~` is the user's own."""
    if "://" in str(at):
        refuse("open", "at", "must be the path of a folder", shown(str(at)))
    return Path(os.path.expanduser(at))


def find_hub(folder: str | os.PathLike[str]) -> Hub | None:
    """The hub that serves the store in a folder; None where none does, or none that is ready."""
    try:
        at = Path(os.path.expanduser(folder))
        note = json.loads((at / "hub.json").read_text())
        url, pid = str(note["url"]), int(note["pid"])
        # Another program may have the port of a killed hub. It must not get the token, so the process counts first.
        if sys.platform != "win32":
            # One of another account is alive, too.
            with suppress(PermissionError):
                os.kill(pid, 0)
        if httpx.get(f"{url}/readyz", timeout=2.0).status_code != 200:
            return None
        return Hub(url, (at / "hub.token").read_text().strip())
    except PermissionError as error:
        raise no_folder(folder, error) from error
    except (OSError, ValueError, KeyError, TypeError, httpx.HTTPError):
        return None


def start_hub(
    folder: str | os.PathLike[str],
    *,
    command: Sequence[str] | None = None,
    space: str = "default",
    embedder: str | None = None,
) -> Hub:
    """The hub of the store in a folder, started in the background where none runs.

    `command` is how `madeleine` is called; by default `MADELEINE_COMMAND` (split at spaces), else `madeleine` on the PATH.

    Raises HubUnreachable with the hub's own last words where it does not start, and MadeleineError where the folder
    cannot be one or an argument is wrong.
    """
    _check_start(folder, command, space, embedder)
    at = _folder_at(folder)
    if found := find_hub(at):
        return found
    log = at / "hub.log"
    try:
        at.mkdir(parents=True, exist_ok=True, mode=0o700)
        log.touch(mode=0o600)
    except (OSError, ValueError) as error:
        raise no_folder(folder, error) from error
    words = [*(command or _command()), "serve", "--at", str(at), "--json", "--idle-exit", str(IDLE_EXIT_MINUTES)]
    words += ["--space", space, *(["--embedder", embedder] if embedder else [])]
    # The hub refuses variables of its prefix that are no settings of its own.
    environment = {name: value for name, value in os.environ.items() if name != "MADELEINE_COMMAND"}
    before = log.stat().st_size
    with open(log, "ab", opener=lambda path, flags: os.open(path, flags, 0o600)) as errors:
        try:
            child = subprocess.Popen(
                words,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=errors,
                start_new_session=True,
                env=environment,
            )
        except OSError as error:
            raise HubUnreachable(
                f'open: "{words[0]}" cannot be started ({error.strerror}).', hint=_COMMAND_HINT
            ) from error
    until = time.monotonic() + START_SECONDS
    while time.monotonic() < until:
        if found := find_hub(at):
            return found
        if child.poll() not in (None, 0):
            said = log.read_bytes()[before:].decode(errors="replace").strip() or f"it ended with {child.returncode}"
            raise HubUnreachable(f'open: the hub of "{at}" did not start: {said}')
        time.sleep(0.05)
    raise HubUnreachable(f'open: the hub of "{at}" was not ready within {START_SECONDS:.0f} s.', hint=f'See "{log}".')


_COMMAND_HINT = "Install it with npm, or set MADELEINE_COMMAND, such as to `node /path/to/madeleine/bin/madeleine.js`."


def _command() -> list[str]:
    if given := os.environ.get("MADELEINE_COMMAND"):
        return given.split()
    if found := shutil.which("madeleine"):
        return [found]
    raise HubUnreachable("open: there is no `madeleine` on the PATH.", hint=_COMMAND_HINT)


def _check_start(folder: Any, command: Any, space: Any, embedder: Any) -> None:
    if not isinstance(folder, (str, os.PathLike)):
        refuse("open", "at", "must be the path of a folder", shown(folder))
    if not os.fspath(folder).strip():
        refuse("open", "at", "must not be blank", shown(os.fspath(folder)))
    is_list = isinstance(command, Sequence) and not isinstance(command, (str, bytes))
    if command is not None and not (is_list and all(isinstance(word, str) for word in command)):
        refuse("open", "command", "must be a list of strings", shown(command))
    if embedder is not None and not isinstance(embedder, str):
        refuse("open", "embedder", "must be a string", shown(embedder))
    _check_space("open", space)


def _check_space(where: str, space: Any) -> None:
    if not isinstance(space, str) or not re.fullmatch(r"[A-Za-z0-9_-]{1,64}", space):
        refuse(where, "space", 'must be 1-64 letters, digits, "-" or "_"', shown(space))


def address(url: Any, token: Any, space: Any, retry_seconds: Any) -> Hub:
    """Where to connect to, checked, so that what can reach no hub is refused before anything is sent."""
    if not isinstance(url, str) or not _is_address(url):
        refuse("connect", "url", "must be the http:// or https:// address of a hub", shown(url))
    # No message shows a token.
    if not isinstance(token, str):
        refuse("connect", "token", "must be a string", type_of(token))
    if not 1 <= len(token) <= LONGEST_TOKEN:
        refuse("connect", "token", f"must be 1-{LONGEST_TOKEN:,} characters", f"{len(token):,}")
    if not re.fullmatch(r"[!-~]+", token):
        raise invalid('connect: "token" must be ASCII without spaces; pass it as the hub made it.', option="token")
    _check_space("connect", space)
    is_number = isinstance(retry_seconds, (int, float)) and not isinstance(retry_seconds, bool)
    if not is_number or not 0 <= retry_seconds <= LONGEST_RETRY_SECONDS:
        refuse("connect", "retry_seconds", f"must be 0-{LONGEST_RETRY_SECONDS}", shown(retry_seconds))
    return Hub(url.rstrip("/"), token)


def _is_address(url: str) -> bool:
    try:
        # Each of the two lets through what the other refuses, such as a port that there is not.
        host, port = urlsplit(url).hostname, urlsplit(url).port
        read = httpx.URL(url)
    except (httpx.InvalidURL, ValueError):
        return False
    return read.scheme in ("http", "https") and bool(host) and port != 0 and not re.search(r"\s", url)
