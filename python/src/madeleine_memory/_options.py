"""Checks what callers pass before anything is sent, and puts a broken rule into the words that the library has for it.

The rules are the JSON Schemas of the models in `_models.py`. A value must have the type that its option has: nothing
is made of another, since "yes" and 1 are no decision to share. Names are those that the caller wrote.
"""

from __future__ import annotations

import difflib
import math
from collections.abc import Callable, Mapping
from datetime import datetime
from functools import cache
from typing import Annotated, Any

from pydantic import BaseModel, StringConstraints, TypeAdapter, ValidationError

from . import _models
from ._errors import invalid, shown

LONGEST_ITEM = 16_000
"""The largest item of a store or a session that goes into metadata, which has 16,384 characters with what else is in it."""
LISTED_NAMES = 4
"""An object with more names than these is not spelled out by an error."""

Schema = Mapping[str, Any]


class _Refused(Exception):
    """A broken rule: where, which, and what was received instead of it."""

    def __init__(self, path: str, rule: str, got: str | None = None, hint: str | None = None):
        self.path, self.rule, self.got, self.hint = path, rule, got, hint


def asked(verb: str, model: type[BaseModel], given: Mapping[str, Any]) -> dict[str, Any]:
    """The options that were given, checked, under the names that they have on the wire.

    Raises MadeleineError, INVALID_ARGUMENT, naming the verb, the option, the rule and what was received.
    """
    schema = _schema(model)
    options = {name: given[name] for name in model.model_fields if given.get(name) is not None}
    try:
        return _Check(schema).value(schema, options, "")
    except RecursionError:
        raise invalid(f"{verb}: the options are nested too deep; pass plain values.") from None
    except _Refused as why:
        got = "" if why.got is None else f", got {why.got}"
        details = {"option": why.path, "rule": why.rule, **({} if why.got is None else {"received": why.got})}
        hint = {} if why.hint is None else {"hint": why.hint}
        raise invalid(f'{verb}: "{why.path}" {why.rule}{got}.', **hint, **details) from None


@cache
def _schema(model: type[BaseModel]) -> Schema:
    return model.model_json_schema()


@cache
def _has_form(pattern: str) -> Callable[[str], bool]:
    # Not `re`, which knows no classes of characters such as \p{C}.
    rule: TypeAdapter[str] = TypeAdapter(Annotated[str, StringConstraints(pattern=pattern)])

    def fits(text: str) -> bool:
        try:
            rule.validate_python(text)
        except ValidationError:
            return False
        return True

    return fits


class _Check:
    """Walks through a value by the schema that it is to have, and makes what goes over the wire of it."""

    def __init__(self, whole: Schema):
        self._models: Mapping[str, Schema] = whole.get("$defs", {})

    def value(self, schema: Schema, value: Any, path: str) -> Any:
        # What an option is for stands beside its forms.
        is_time = schema.get("description", "").startswith("ISO 8601")
        if is_time and isinstance(value, datetime):
            return value.isoformat()
        forms = self._forms(schema)
        if not forms:
            return _json_value(value, path)
        form = next((one for one in forms if _is_of(_kind(one), value)), None)
        if form is None:
            words = "a datetime or an ISO 8601 string" if is_time else ", or ".join(map(self._words, forms))
            raise _Refused(path, f"must be {words}", shown(value), _hint_for(forms[0], path, value))
        return getattr(self, f"_{_kind(form)}")(form, value, path)

    def _forms(self, schema: Schema) -> list[Schema]:
        """What a value may be; none where it may be anything."""
        if "$ref" in schema:
            return [self._models[schema["$ref"].rsplit("/", 1)[-1]]]
        if "anyOf" in schema:
            return [form for one in schema["anyOf"] if one.get("type") != "null" for form in self._forms(one)]
        return [schema] if "type" in schema else []

    def _object(self, schema: Schema, value: Any, path: str) -> Any:
        if "properties" not in schema:
            return _json_value(value, path)
        given, names = _given(value), _names(schema)
        if unknown := [key for key in given if key not in names]:
            near = difflib.get_close_matches(str(unknown[0]), names, 1)
            hint = f'Did you mean "{near[0]}"? Correct the name and call again.' if near else None
            raise _Refused(_inner(path, unknown[0]), "is not known; leave it out", hint=hint)
        written = {names[key]: key for key, inner in given.items() if inner is not None}
        for wire in schema.get("required", ()):
            if wire not in written:
                raise _Refused(_inner(path, _python_name(names, wire)), "is required")
        return {
            wire: self.value(schema["properties"][wire], given[key], _inner(path, key)) for wire, key in written.items()
        }

    def _array(self, schema: Schema, value: list[Any], path: str) -> Any:
        least, most = schema.get("minItems", 0), schema.get("maxItems", math.inf)
        if not least <= len(value) <= most:
            bounds = f"at most {most:,}" if least == 0 else f"{least:,}-{most:,}"
            raise _Refused(path, f"must be {bounds} items", f"{len(value):,}")
        items = schema.get("items", {})
        if _kind(items) == "number" and all(
            type(one) is float and items["minimum"] <= one <= items["maximum"] for one in value
        ):
            return value  # a vector: there may be a thousand of them in a call
        return [self.value(items, one, f"{path}[{at}]") for at, one in enumerate(value)]

    def _string(self, schema: Schema, value: str, path: str) -> str:
        if (choices := _choices(schema)) and value not in choices:
            raise _Refused(path, f"must be {self._words(schema)}", shown(value))
        least, most = schema.get("minLength", 0), schema.get("maxLength", math.inf)
        if len(value) > most:
            raise _Refused(path, f"must be {least}-{most:,} characters", f"{len(value):,}")
        if least > 0 and not value.strip():
            raise _Refused(path, "must not be blank", shown(value))
        if "pattern" in schema and not _has_form(schema["pattern"])(value):
            raise _Refused(path, f"must be of the form {schema['pattern']}", shown(value))
        return value

    def _number(self, schema: Schema, value: float, path: str) -> float:
        # What is no number at all is in no range.
        if not schema.get("minimum", -math.inf) <= value <= schema.get("maximum", math.inf) or math.isinf(value):
            raise _Refused(path, f"must be {self._words(schema)}", shown(value))
        return value

    _integer = _number

    def _boolean(self, schema: Schema, value: bool, path: str) -> bool:
        return value

    def _words(self, schema: Schema) -> str:
        """What a value of a schema is, as a rule says it after `must be`."""
        kind = _kind(schema)
        if kind == "boolean":
            return "true or false"
        if kind == "string":
            choices = _choices(schema)
            return f"one of {', '.join(choices)}" if choices else "a string"
        if kind == "array":
            forms = self._forms(schema.get("items", {}))
            kinds = dict.fromkeys(_THINGS[_kind(one)] for one in forms)
            return f"a list of {' or '.join(kinds) or 'values'}"
        if kind == "object":
            return _spelled_out(schema)
        words = ["a whole number"] if kind == "integer" else []
        if "minimum" in schema:
            words.append(_range(schema["minimum"], schema["maximum"]))
        return ", ".join(words) or "a number"


_THINGS = {"string": "strings", "integer": "numbers", "number": "numbers", "boolean": "flags", "object": "objects"}
_THINGS["array"] = "lists"


def _kind(schema: Schema) -> str:
    return schema.get("type", "")


def _choices(schema: Schema) -> list[str]:
    return [schema["const"]] if "const" in schema else schema.get("enum", [])


def _is_of(kind: str, value: Any) -> bool:
    # True and False are numbers to Python, and to nobody who asks for one.
    if kind == "boolean" or isinstance(value, bool):
        return kind == "boolean" and isinstance(value, bool)
    if kind == "object":
        return isinstance(value, (Mapping, BaseModel))
    return isinstance(value, {"string": str, "integer": int, "number": (int, float), "array": list}[kind])


def _given(value: Mapping[str, Any] | BaseModel) -> Mapping[str, Any]:
    if isinstance(value, BaseModel):
        return {name: getattr(value, name) for name in value.model_fields_set}
    return value


def _names(schema: Schema) -> dict[str, str]:
    """The names of a model's fields, those of Python and those on the wire, each with that on the wire."""
    fields = getattr(_models, schema["title"]).model_fields.items()
    wires = {name: field.alias or name for name, field in fields}
    return {**wires, **{wire: wire for wire in wires.values()}}


def _python_name(names: Mapping[str, str], wire: str) -> str:
    return next(name for name, told in names.items() if told == wire)


def _json_value(value: Any, path: str) -> Any:
    """What may be anything that JSON has, and times, which go as texts."""
    if value is None or isinstance(value, (str, bool, int)):
        return value
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, float) and math.isfinite(value):
        return value
    if isinstance(value, Mapping) and all(isinstance(key, str) for key in value):
        return {key: _json_value(inner, _inner(path, key)) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [_json_value(inner, f"{path}[{at}]") for at, inner in enumerate(value)]
    raise _Refused(path, "must be a JSON value", shown(value))


def _hint_for(schema: Schema, path: str, value: Any) -> str | None:
    """How to write what was passed bare."""
    is_bare = _kind(schema) == "array" and path.isidentifier() and isinstance(value, (str, int, float))
    return f"Write {path}=[{shown(value)}]." if is_bare else None


def _spelled_out(schema: Schema) -> str:
    if not 0 < len(schema.get("properties", {})) <= LISTED_NAMES:
        return "an object"
    names, needed = _names(schema), schema.get("required", ())
    words = [f"{_python_name(names, wire)}{'' if wire in needed else '?'}" for wire in schema["properties"]]
    return f"{{ {', '.join(words)} }}"


def _range(least: float, most: float) -> str:
    low, high = (f"{int(bound):,}" if bound == int(bound) else f"{bound:,}" for bound in (least, most))
    return f"{low} to {high}" if least < 0 else f"{low}-{high}"


def _inner(path: str, key: Any) -> str:
    return f"{path}.{key}" if path else str(key)


def length_of(text: str) -> int:
    """How many characters a text has to a hub, which counts as JavaScript does."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


__all__ = ["LONGEST_ITEM", "asked", "length_of"]
