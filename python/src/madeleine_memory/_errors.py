"""What a call raises, whoever notices it: the hub, or this client before anything is sent."""

from __future__ import annotations

import errno
import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any, NoReturn

SHOWN_CHARACTERS = 60
"""The longest text that an error shows whole."""


class MadeleineError(Exception):
    """What a hub, or this client before it asks one, refuses or fails at.

    `code` says what, `hint` how to mend it, `details` with which values. Its text names the rule, the value and the
    remedy. `status` is that of the answer over HTTP, 0 where there was none to be had.
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


# Hints and statuses are those that the library has for the same codes.


def invalid(message: str, hint: str = "Correct the named value and call again.", **details: Any) -> MadeleineError:
    """The caller passed something that the rules refuse; nothing was sent."""
    return MadeleineError("INVALID_ARGUMENT", message, hint=hint, details=details, status=400)


def refuse(where: str, option: str, rule: str, got: str) -> NoReturn:
    """Raises what an argument that breaks a rule is refused with."""
    raise invalid(f'{where}: "{option}" {rule}, got {got}.', option=option, rule=rule, received=got)


def closed(verb: str) -> MadeleineError:
    """The client was closed, by itself or by the end of its `with`."""
    message = f"{verb}: the memory is closed; open it again."
    return MadeleineError("CLOSED", message, hint="Open the memory again.", status=409)


def no_folder(at: object, error: Exception) -> MadeleineError:
    """A folder cannot be that of a store."""
    why = code_of(error)
    details = {"at": str(at)}
    if isinstance(error, PermissionError) or why == "EROFS":
        message = f"open: the folder {shown(str(at))} cannot be read and written ({why}); change its permissions."
        hint = "Make the folder writable, or choose another."
        return MadeleineError("STORE_READONLY", message, hint=hint, details=details, status=503)
    message = f'open: "at" cannot be made a folder, got {shown(str(at))} ({why}); choose another.'
    hint = "Choose a folder that exists or can be made."
    return MadeleineError("STORE_PATH", message, hint=hint, details=details, status=400)


def code_of(error: Exception) -> str:
    """The system's word for what went wrong, such as ENOENT."""
    return errno.errorcode.get(getattr(error, "errno", None) or 0, type(error).__name__)


def shown(value: Any) -> str:
    """A value as an error shows it: short, quoted, on one line."""
    if isinstance(value, str):
        short = value if len(value) <= SHOWN_CHARACTERS else f"{value[:40]}…"
        return json.dumps(short, ensure_ascii=False)
    if value is None or isinstance(value, (bool, int, float)):
        return str(value)[:SHOWN_CHARACTERS]
    if isinstance(value, datetime):
        return value.isoformat()
    named = type_of(value)
    return f"{named} of {len(value):,}" if isinstance(value, (list, tuple)) else named


def type_of(value: Any) -> str:
    """The type of a value, as an error shows what it must not show itself."""
    if value is None:
        return "None"
    kind = type(value).__name__
    return f"{'an' if kind[:1].lower() in 'aeiou' else 'a'} {kind}"
