"""The memory of a space over the HTTP door of its hub, which is found or started on this machine.

    with Madeleine.open() as memory:
        lisa = memory.agent("lisa")
        lisa.observe("Luna sleeps on the warm windowsill.")
        print(lisa.recall("Where does Luna sleep?").synthesis)

The verbs themselves and their types are generated from the hub's OpenAPI document; this file is all that is written by
hand: finding the hub, sending, reading, and trying again where that is safe.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote
from uuid import uuid4

import httpx
from pydantic import TypeAdapter

from ._verbs import AgentVerbs, AsyncAgentVerbs, AsyncSpaceVerbs, SpaceVerbs

START_SECONDS = 60.0
"""A large index takes seconds to load, and a program that holds the store may be about to end."""
RETRY_SECONDS = 10.0
"""How long a call waits for a hub that is away, as in the library."""
IDLE_EXIT_MINUTES = 15
"""A hub that was started here leaves after so long without a call, as one that the command line starts."""
FIRST_PAUSE_SECONDS = 0.025
LONGEST_PAUSE_SECONDS = 1.0


class MadeleineError(Exception):
    """What a hub refuses or fails at: `code` says what, `hint` how to mend it, `details` with which values.

    Its text names the rule, the value and the remedy.
    """

    def __init__(
        self, code: str, message: str, *, hint: str = "", details: Mapping[str, Any] | None = None, status: int = 0
    ):
        super().__init__(message)
        self.code = code
        self.hint = hint
        self.details = dict(details or {})
        self.status = status


class HubUnreachable(MadeleineError):
    """No hub answered. `details["mayBeDone"]` tells whether the call may have been carried out all the same."""

    def __init__(self, message: str, *, hint: str = "", may_be_done: bool = False):
        super().__init__("HUB_UNREACHABLE", f"{message} {hint}".strip(), hint=hint, details={"mayBeDone": may_be_done})


@dataclass(frozen=True)
class Hub:
    """Where a hub listens, and the token to call it with."""

    url: str
    token: str


def default_folder() -> Path:
    """The store that `madeleine` uses when nothing else is said: `MADELEINE_AT`, or `memory` in the user's data folder."""
    if at := os.environ.get("MADELEINE_AT"):
        return Path(at)
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


def find_hub(folder: str | os.PathLike[str]) -> Hub | None:
    """The hub that serves the store in a folder; None where none does, or none that is ready."""
    try:
        note = json.loads((Path(folder) / "hub.json").read_text())
        url, pid = str(note["url"]), int(note["pid"])
        # Another program may have the port of a killed hub. It must not get the token, so the process counts first.
        if sys.platform != "win32":
            os.kill(pid, 0)
        if httpx.get(f"{url}/readyz", timeout=2.0).status_code != 200:
            return None
        return Hub(url, (Path(folder) / "hub.token").read_text().strip())
    except PermissionError:
        raise
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

    Raises HubUnreachable with the hub's own last words where it does not start.
    """
    if found := find_hub(folder):
        return found
    at = Path(folder)
    at.mkdir(parents=True, exist_ok=True, mode=0o700)
    words = [*(command or _command()), "serve", "--at", str(at), "--json", "--idle-exit", str(IDLE_EXIT_MINUTES)]
    words += ["--space", space, *(["--embedder", embedder] if embedder else [])]
    # The hub refuses variables of its prefix that are no settings of its own.
    environment = {name: value for name, value in os.environ.items() if name != "MADELEINE_COMMAND"}
    log = at / "hub.log"
    before = log.stat().st_size if log.exists() else 0
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
            raise HubUnreachable(f'open: "{words[0]}" cannot be started ({error.strerror}).', hint=_COMMAND_HINT) from error
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


def _agent_in_path(name: str) -> str:
    if not name.strip():
        raise MadeleineError("INVALID_ARGUMENT", f'agent: "name" must not be blank, got "{name}"; name the agent.')
    return quote(name, safe="")


class _Attempts:
    """Which calls are made again. One that broke off may have been carried out, so only what may be done twice is."""

    def __init__(self, url: str, path: str, repeatable: bool, retry_seconds: float):
        self._url, self._path, self._repeatable = url, path, repeatable
        self._left, self._pause = retry_seconds, FIRST_PAUSE_SECONDS

    def pause_after(self, error: Exception) -> float:
        """Seconds until the next attempt; raises what the caller is to hear where there is none."""
        pause = min(LONGEST_PAUSE_SECONDS, self._pause)
        self._left -= pause
        self._pause *= 2
        if isinstance(error, MadeleineError):
            # A hub that is busy or about to end has not begun with the call.
            if error.code in ("BUSY", "CLOSED") and self._left >= 0:
                return pause
            raise error
        unheard = isinstance(error, (httpx.ConnectError, httpx.ConnectTimeout))
        if self._left >= 0 and (unheard or self._repeatable):
            return pause
        verb = self._path.rsplit("/", 1)[-1]
        done = "" if unheard else "; the call may have been carried out"
        hint = "Start the hub with `madeleine serve`, or check the address."
        raise HubUnreachable(
            f"{verb}: the hub at {self._url} cannot be reached ({error}){done}.", hint=hint, may_be_done=not unheard
        ) from error


_MEMORY_ID = re.compile(r"\s*(?:fact|observation):\S+\s*")
"""A content that means a memory, which has its id already."""


def _with_own_ids(options: dict[str, Any], verb: str) -> dict[str, Any]:
    """Ids for what is to be written, so that a call that is made twice writes once."""
    if verb == "believe" and _MEMORY_ID.fullmatch(options.get("content") or ""):
        return options
    if verb in ("observe", "think", "believe") and not {"id", "memory"} & options.keys():
        return {**options, "id": str(uuid4())}
    if verb == "session" and "id" not in options:
        return {**options, "id": str(uuid4())}
    for many in ("observations", "facts"):
        if verb in ("observe-many", "believe-many") and many in options:
            return {
                **options,
                many: [one if {"id", "memory"} & one.keys() else {**one, "id": str(uuid4())} for one in options[many]],
            }
    return options


def _refusal(response: httpx.Response) -> MadeleineError:
    try:
        problem = response.json()
        return MadeleineError(
            problem["code"],
            problem["detail"],
            hint=problem["hint"],
            details=problem["details"],
            status=response.status_code,
        )
    except (ValueError, KeyError, TypeError):
        message = f'"{response.url}" answered {response.status_code}, which is no answer of a hub.'
        return HubUnreachable(message, hint="Check the address.")


def _read(result: Any, text: str) -> Any:
    return TypeAdapter(result).validate_json(text)


def _event_of(event: str, data: str) -> dict[str, Any]:
    """What an event tells; an answer that begins well may still end with a problem."""
    value = json.loads(data)
    if event == "problem":
        raise MadeleineError(
            value["code"], value["detail"], hint=value["hint"], details=value["details"], status=value["status"]
        )
    return value


class _Events:
    """Puts the lines of `text/event-stream` together into events."""

    def __init__(self) -> None:
        self._event, self._data = "", ""

    def line(self, line: str) -> dict[str, Any] | None:
        if line.startswith("event:"):
            self._event = line[6:].strip()
        elif line.startswith("data:"):
            self._data += line[5:].strip()
        elif line == "" and self._data:
            told, self._event, self._data = _event_of(self._event, self._data), "", ""
            return told
        return None


def _client_options(hub: Hub) -> dict[str, Any]:
    # A hub answers when it is done: sleep over a large space takes minutes.
    timeout = httpx.Timeout(None, connect=5.0)
    # The hub of this machine is never behind a proxy.
    return {
        "base_url": hub.url,
        "headers": {"authorization": f"Bearer {hub.token}"},
        "timeout": timeout,
        "trust_env": False,
    }


_JSON = {"accept": "application/json", "content-type": "application/json"}
_STREAM = {"accept": "application/x-ndjson, text/event-stream", "content-type": "application/json"}


class _Calls:
    """Sends the calls of verbs and waits for them."""

    def __init__(self, http: httpx.Client, base: str, retry_seconds: float):
        self._http, self._base, self._retry_seconds = http, base, retry_seconds

    def _call(self, path: str, options: dict[str, Any], result: Any, *, repeatable: bool = True) -> Any:
        return _read(result, self._send(path, json.dumps(_with_own_ids(options, path)), _JSON, repeatable))

    def _upload(
        self, path: str, file: str | os.PathLike[str], options: dict[str, Any], result: Any, *, repeatable: bool = True
    ) -> Any:
        headers = {"accept": "application/json", "content-type": "application/octet-stream"}
        given = httpx.QueryParams(
            {"file": Path(file).name, **{key: one for key, one in options.items() if one is not None}}
        )
        return _read(result, self._send(f"{path}?{given}", Path(file).read_bytes(), headers, repeatable))

    def _send(self, path: str, body: str | bytes, headers: dict[str, str], repeatable: bool) -> str:
        attempts = _Attempts(str(self._http.base_url), path, repeatable, self._retry_seconds)
        while True:
            try:
                response = self._http.post(f"{self._base}/{path}", content=body, headers=headers)
                if response.is_success:
                    return response.text
                raise _refusal(response)
            except (httpx.TransportError, MadeleineError) as error:
                time.sleep(attempts.pause_after(error))

    def _lines(self, path: str, options: dict[str, Any]) -> Iterator[str]:
        with self._http.stream(
            "POST", f"{self._base}/{path}", content=json.dumps(options), headers=_STREAM
        ) as response:
            if not response.is_success:
                response.read()
                raise _refusal(response)
            yield from response.iter_lines()

    def _events(self, path: str, options: dict[str, Any]) -> Iterator[dict[str, Any]]:
        events = _Events()
        for line in self._lines(path, options):
            if (told := events.line(line)) is not None:
                yield told


class _AsyncCalls:
    """Sends the calls of verbs, to be awaited."""

    def __init__(self, http: httpx.AsyncClient, base: str, retry_seconds: float):
        self._http, self._base, self._retry_seconds = http, base, retry_seconds

    async def _call(self, path: str, options: dict[str, Any], result: Any, *, repeatable: bool = True) -> Any:
        return _read(result, await self._send(path, json.dumps(_with_own_ids(options, path)), _JSON, repeatable))

    async def _upload(
        self, path: str, file: str | os.PathLike[str], options: dict[str, Any], result: Any, *, repeatable: bool = True
    ) -> Any:
        headers = {"accept": "application/json", "content-type": "application/octet-stream"}
        given = httpx.QueryParams(
            {"file": Path(file).name, **{key: one for key, one in options.items() if one is not None}}
        )
        body = await asyncio.to_thread(Path(file).read_bytes)
        return _read(result, await self._send(f"{path}?{given}", body, headers, repeatable))

    async def _send(self, path: str, body: str | bytes, headers: dict[str, str], repeatable: bool) -> str:
        attempts = _Attempts(str(self._http.base_url), path, repeatable, self._retry_seconds)
        while True:
            try:
                response = await self._http.post(f"{self._base}/{path}", content=body, headers=headers)
                if response.is_success:
                    return response.text
                raise _refusal(response)
            except (httpx.TransportError, MadeleineError) as error:
                await asyncio.sleep(attempts.pause_after(error))

    async def _lines(self, path: str, options: dict[str, Any]) -> AsyncIterator[str]:
        body = json.dumps(options)
        async with self._http.stream("POST", f"{self._base}/{path}", content=body, headers=_STREAM) as response:
            if not response.is_success:
                await response.aread()
                raise _refusal(response)
            async for line in response.aiter_lines():
                yield line

    async def _events(self, path: str, options: dict[str, Any]) -> AsyncIterator[dict[str, Any]]:
        events = _Events()
        async for line in self._lines(path, options):
            if (told := events.line(line)) is not None:
                yield told


class Agent(_Calls, AgentVerbs):
    """The memory of one agent: what it observed, believes and recalls."""

    @property
    def name(self) -> str:
        """The agent's name."""
        return unquote(self._base.rsplit("/", 1)[-1])


class AsyncAgent(_AsyncCalls, AsyncAgentVerbs):
    """The memory of one agent, to be awaited."""

    @property
    def name(self) -> str:
        """The agent's name."""
        return unquote(self._base.rsplit("/", 1)[-1])


class Madeleine(_Calls, SpaceVerbs):
    """The memory of a space. `agent(name)` is that of one agent in it."""

    def __init__(self, url: str, token: str, *, space: str = "default", retry_seconds: float = RETRY_SECONDS):
        """Connects to a hub; nothing is sent before the first call."""
        http = httpx.Client(**_client_options(Hub(url.rstrip("/"), token)))
        super().__init__(http, f"/v1/spaces/{quote(space, safe='')}", retry_seconds)

    @classmethod
    def open(
        cls,
        at: str | os.PathLike[str] | None = None,
        *,
        space: str = "default",
        embedder: str | None = None,
        command: Sequence[str] | None = None,
    ) -> Madeleine:
        """The memory in a folder of this machine, by its hub, which is started where none runs.

        Its embedder counts for a hub that is started: `minilm` (the default) or `none`.
        """
        hub = start_hub(at or default_folder(), command=command, space=space, embedder=embedder)
        return cls(hub.url, hub.token, space=space)

    def agent(self, name: str) -> Agent:
        """The memory of one agent. Names are the same whatever their case and the spaces around them."""
        return Agent(self._http, f"{self._base}/agents/{_agent_in_path(name)}", self._retry_seconds)

    def close(self) -> None:
        """Lets go of the connections; the hub goes on for others."""
        self._http.close()

    def __enter__(self) -> Madeleine:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class AsyncMadeleine(_AsyncCalls, AsyncSpaceVerbs):
    """The memory of a space, to be awaited. `agent(name)` is that of one agent in it."""

    def __init__(self, url: str, token: str, *, space: str = "default", retry_seconds: float = RETRY_SECONDS):
        """Connects to a hub; nothing is sent before the first call."""
        http = httpx.AsyncClient(**_client_options(Hub(url.rstrip("/"), token)))
        super().__init__(http, f"/v1/spaces/{quote(space, safe='')}", retry_seconds)

    @classmethod
    async def open(
        cls,
        at: str | os.PathLike[str] | None = None,
        *,
        space: str = "default",
        embedder: str | None = None,
        command: Sequence[str] | None = None,
    ) -> AsyncMadeleine:
        """As `Madeleine.open`."""
        folder = at or default_folder()
        hub = await asyncio.to_thread(start_hub, folder, command=command, space=space, embedder=embedder)
        return cls(hub.url, hub.token, space=space)

    def agent(self, name: str) -> AsyncAgent:
        """The memory of one agent. Names are the same whatever their case and the spaces around them."""
        return AsyncAgent(self._http, f"{self._base}/agents/{_agent_in_path(name)}", self._retry_seconds)

    async def close(self) -> None:
        """Lets go of the connections; the hub goes on for others."""
        await self._http.aclose()

    async def __aenter__(self) -> AsyncMadeleine:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()
