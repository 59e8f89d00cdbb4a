"""The memory of a space over the HTTP door of its hub, which is found or started on this machine (`_hub.py`).

    with Madeleine.open() as memory:
        lisa = memory.agent("lisa")
        lisa.observe("Luna sleeps on the warm windowsill.")
        print(lisa.recall("Where does Luna sleep?").synthesis)

The verbs themselves and their types are generated from the hub's OpenAPI document, and `_options.py` checks by it what
they are called with. This file sends, reads, and tries again where that is safe.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from email.utils import formatdate
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote
from uuid import uuid4

import httpx
from pydantic import TypeAdapter, ValidationError

from ._errors import HubUnreachable, MadeleineError, closed, code_of, invalid, refuse, shown
from ._hub import Hub, address, default_folder, start_hub
from ._verbs import AgentVerbs, AsyncAgentVerbs, AsyncSpaceVerbs, SpaceVerbs

RETRY_SECONDS = 10.0
"""How long a call waits for a hub that is away, as in the library."""
FIRST_PAUSE_SECONDS = 0.025
LONGEST_PAUSE_SECONDS = 1.0
LONGEST_NAME_BYTES = 256


def _agent_in_path(name: Any) -> str:
    if not isinstance(name, str):
        refuse("agent", "name", "must be a string", shown(name))
    if not name.strip():
        refuse("agent", "name", "must not be blank", shown(name))
    try:
        size = len(name.encode())
    except UnicodeEncodeError:
        refuse("agent", "name", "must be well-formed Unicode, without lone surrogates", ascii(name))
    if size > LONGEST_NAME_BYTES:
        refuse("agent", "name", f"must be 1-{LONGEST_NAME_BYTES} bytes", f"{size:,}")
    if name.strip() in (".", ".."):
        # The verbs of the space would be called.
        refuse("agent", "name", 'must be more than "." or "..", which an address leaves out', shown(name))
    return quote(name, safe="")


def _verb_in(path: str) -> str:
    """A verb as it is called here, by its path."""
    return path.partition("?")[0].replace("-", "_")


class _Attempts:
    """Which calls are made again. One that broke off may have been carried out, so only what may be done twice is."""

    def __init__(self, url: str, path: str, repeatable: bool, retry_seconds: float):
        self._url, self._path, self._repeatable = url, path, repeatable
        self._left, self._pause = retry_seconds, FIRST_PAUSE_SECONDS

    def pause_after(self, error: Exception, *, may_repeat: bool = True) -> float:
        """Seconds until the next attempt; raises what the caller is to hear where there is none."""
        pause = min(LONGEST_PAUSE_SECONDS, self._pause)
        self._left -= pause
        self._pause *= 2
        if isinstance(error, MadeleineError):
            # A hub that is busy or about to end has not begun with the call.
            if may_repeat and error.code in ("BUSY", "CLOSED") and self._left >= 0:
                return pause
            raise error
        if not isinstance(error, (httpx.RequestError, httpx.StreamError)):
            raise error
        unheard = isinstance(error, (httpx.ConnectError, httpx.ConnectTimeout))
        if may_repeat and self._left >= 0 and (unheard or self._repeatable):
            return pause
        verb = _verb_in(self._path)
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
        closes = options.get("status") == "closed" or "endedAt" in options
        # Which one is to be closed the hub asks.
        named = not closes or {"goal", "startedAt"} & options.keys()
        return {**options, "id": str(uuid4())} if named else options
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


def _read(path: str, result: Any, text: str) -> Any:
    try:
        return TypeAdapter(result).validate_json(text)
    except ValidationError as error:
        message = (
            f"{_verb_in(path)}: the hub answered what this version cannot read; use the same version on both sides."
        )
        raise MadeleineError("INTERNAL", message, hint="Please report this with the details.", status=500) from error


def _upload_of(path: str, file: Any, options: dict[str, Any]) -> tuple[str, bytes, dict[str, str]]:
    """Where a file is sent with its options, what is in it, and the headers, which tell when it was last changed."""
    verb = _verb_in(path)
    if not isinstance(file, (str, os.PathLike)):
        refuse(verb, "file", "must be the path of a file", shown(file))
    try:
        content = Path(file).read_bytes()
        changed_at = Path(file).stat().st_mtime
    except (OSError, ValueError) as error:
        message = f"{verb}: cannot read {shown(str(file))} ({code_of(error)}); name a file that is there."
        raise invalid(message, file=str(file)) from error
    headers = {**_FILE, "last-modified": formatdate(changed_at, usegmt=True)}
    return f"{path}?{httpx.QueryParams({'file': Path(file).name, **options})}", content, headers


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


_LOST = (httpx.RequestError, httpx.StreamError, MadeleineError, RuntimeError)
"""What a call may end with that was sent; a client that is closed meanwhile raises a RuntimeError."""
_FILE = {"accept": "application/json", "content-type": "application/octet-stream"}
_JSON = {"accept": "application/json", "content-type": "application/json"}
_STREAM = {"accept": "application/x-ndjson, text/event-stream", "content-type": "application/json"}


class _Connected:
    """What calls have in common, awaited or not."""

    _http: httpx.Client | httpx.AsyncClient
    _retry_seconds: float

    def _check_open(self, path: str) -> None:
        if self._http.is_closed:
            raise closed(_verb_in(path))

    def _attempts(self, path: str, repeatable: bool) -> _Attempts:
        return _Attempts(str(self._http.base_url), path, repeatable, self._retry_seconds)


class _Calls(_Connected):
    """Sends the calls of verbs and waits for them."""

    def __init__(self, http: httpx.Client, base: str, retry_seconds: float):
        self._http, self._base, self._retry_seconds = http, base, retry_seconds

    def _call(self, path: str, options: dict[str, Any], result: Any, *, repeatable: bool = True) -> Any:
        body = json.dumps(_with_own_ids(options, path))
        return _read(path, result, self._send(path, body, _JSON, repeatable))

    def _upload(
        self, path: str, file: str | os.PathLike[str], options: dict[str, Any], result: Any, *, repeatable: bool = True
    ) -> Any:
        self._check_open(path)
        asked, body, headers = _upload_of(path, file, options)
        return _read(path, result, self._send(asked, body, headers, repeatable))

    def _send(self, path: str, body: str | bytes, headers: dict[str, str], repeatable: bool) -> str:
        attempts = self._attempts(path, repeatable)
        while True:
            self._check_open(path)
            try:
                response = self._http.post(f"{self._base}/{path}", content=body, headers=headers)
                if response.is_success:
                    return response.text
                raise _refusal(response)
            except _LOST as error:
                self._check_open(path)
                time.sleep(attempts.pause_after(error))

    def _lines(self, path: str, options: dict[str, Any]) -> Iterator[str]:
        # Not by the generator itself, which would refuse no sooner than somebody reads.
        self._check_open(path)
        return self._lines_of(path, json.dumps(options))

    def _lines_of(self, path: str, body: str) -> Iterator[str]:
        attempts, begun = self._attempts(path, True), False
        while True:
            self._check_open(path)
            try:
                with self._http.stream("POST", f"{self._base}/{path}", content=body, headers=_STREAM) as response:
                    if response.is_success:
                        begun = True
                        yield from response.iter_lines()
                        return
                    response.read()
                    raise _refusal(response)
            except _LOST as error:
                self._check_open(path)
                pause = attempts.pause_after(error, may_repeat=not begun)
            time.sleep(pause)

    def _events(self, path: str, options: dict[str, Any]) -> Iterator[dict[str, Any]]:
        return self._events_in(self._lines(path, options))

    def _events_in(self, lines: Iterator[str]) -> Iterator[dict[str, Any]]:
        events = _Events()
        try:
            for line in lines:
                if (told := events.line(line)) is not None:
                    yield told
        except MadeleineError as error:
            if error.code != "CLOSED":
                raise


class _AsyncCalls(_Connected):
    """Sends the calls of verbs, to be awaited."""

    def __init__(self, http: httpx.AsyncClient, base: str, retry_seconds: float):
        self._http, self._base, self._retry_seconds = http, base, retry_seconds

    async def _call(self, path: str, options: dict[str, Any], result: Any, *, repeatable: bool = True) -> Any:
        body = json.dumps(_with_own_ids(options, path))
        return _read(path, result, await self._send(path, body, _JSON, repeatable))

    async def _upload(
        self, path: str, file: str | os.PathLike[str], options: dict[str, Any], result: Any, *, repeatable: bool = True
    ) -> Any:
        self._check_open(path)
        asked, body, headers = await asyncio.to_thread(_upload_of, path, file, options)
        return _read(path, result, await self._send(asked, body, headers, repeatable))

    async def _send(self, path: str, body: str | bytes, headers: dict[str, str], repeatable: bool) -> str:
        attempts = self._attempts(path, repeatable)
        while True:
            self._check_open(path)
            try:
                response = await self._http.post(f"{self._base}/{path}", content=body, headers=headers)
                if response.is_success:
                    return response.text
                raise _refusal(response)
            except _LOST as error:
                self._check_open(path)
                await asyncio.sleep(attempts.pause_after(error))

    def _lines(self, path: str, options: dict[str, Any]) -> AsyncIterator[str]:
        self._check_open(path)
        return self._lines_of(path, json.dumps(options))

    async def _lines_of(self, path: str, body: str) -> AsyncIterator[str]:
        attempts, begun = self._attempts(path, True), False
        while True:
            self._check_open(path)
            try:
                async with self._http.stream("POST", f"{self._base}/{path}", content=body, headers=_STREAM) as response:
                    if response.is_success:
                        begun = True
                        async for line in response.aiter_lines():
                            yield line
                        return
                    await response.aread()
                    raise _refusal(response)
            except _LOST as error:
                self._check_open(path)
                pause = attempts.pause_after(error, may_repeat=not begun)
            await asyncio.sleep(pause)

    def _events(self, path: str, options: dict[str, Any]) -> AsyncIterator[dict[str, Any]]:
        return self._events_in(self._lines(path, options))

    async def _events_in(self, lines: AsyncIterator[str]) -> AsyncIterator[dict[str, Any]]:
        events = _Events()
        try:
            async for line in lines:
                if (told := events.line(line)) is not None:
                    yield told
        except MadeleineError as error:
            if error.code != "CLOSED":
                raise


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
        http = httpx.Client(**_client_options(address(url, token, space, retry_seconds)))
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
        hub = start_hub(default_folder() if at is None else at, command=command, space=space, embedder=embedder)
        return cls(hub.url, hub.token, space=space)

    def agent(self, name: str) -> Agent:
        """The memory of one agent. Names are the same whatever their case and the spaces around them."""
        self._check_open("agent")
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
        http = httpx.AsyncClient(**_client_options(address(url, token, space, retry_seconds)))
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
        folder = default_folder() if at is None else at
        hub = await asyncio.to_thread(start_hub, folder, command=command, space=space, embedder=embedder)
        return cls(hub.url, hub.token, space=space)

    def agent(self, name: str) -> AsyncAgent:
        """The memory of one agent. Names are the same whatever their case and the spaces around them."""
        self._check_open("agent")
        return AsyncAgent(self._http, f"{self._base}/agents/{_agent_in_path(name)}", self._retry_seconds)

    async def close(self) -> None:
        """Lets go of the connections; the hub goes on for others."""
        await self._http.aclose()

    async def __aenter__(self) -> AsyncMadeleine:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()
