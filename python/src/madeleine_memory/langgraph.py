"""A LangGraph store (`pip install 'madeleine-memory[langgraph]'`) in the memory of one agent.

    store = MadeleineStore(memory.agent("lisa"))
    graph = builder.compile(store=store)

An item is an observation: its content is the text in its value, so `recall` and ambient memory find it too. The value
lies in its metadata, its namespace and key in its tags. What is put again takes the place of what was there, which is
withdrawn. `madeleine/langgraph` of the npm package reads and writes the same items.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple
from urllib.parse import quote

from pydantic import BaseModel, ValidationError

try:
    from langgraph.store.base import (
        BaseStore,
        GetOp,
        ListNamespacesOp,
        MatchCondition,
        Op,
        PutOp,
        Result,
        SearchItem,
        SearchOp,
        get_text_at_path,
    )
except ImportError as missing:
    raise ImportError("madeleine_memory.langgraph needs `pip install 'madeleine-memory[langgraph]'`.") from missing

from ._errors import MadeleineError, invalid, shown
from ._options import LONGEST_ITEM, length_of
from .client import Agent

PAGE = 200
"""The most memories that one call answers."""
FURTHEST = 10_000
"""Where pages end."""
TAG_BYTES = 256


class MadeleineStore(BaseStore):
    """A store whose items an agent remembers; other agents have their own.

    A namespace has at most 30 labels. An item's value, namespace and key have at most 16,000 characters as JSON, and a
    search sees the 10,000 items that fit best or were put last. Items have no TTL.
    """

    def __init__(self, agent: Agent, *, fields: Sequence[str] | None = None):
        """`fields` are the paths of what is searched, as in LangGraph's own `index`; by default all text in the value."""
        self._agent, self._fields = agent, list(fields) if fields else None

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        return [self._answer(op) for op in ops]

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        return await asyncio.to_thread(self.batch, list(ops))

    def _answer(self, op: Op) -> Result:
        if isinstance(op, GetOp):
            found = self._under(_item_tag(op.namespace, op.key))
            return found[0].item if found else None
        if isinstance(op, SearchOp):
            return self._search(op)
        if isinstance(op, ListNamespacesOp):
            return self._namespaces(op)
        if isinstance(op, PutOp):
            return self._put(op)
        raise TypeError(f"MadeleineStore takes no {type(op).__name__}.")

    def _put(self, op: PutOp) -> None:
        tag = _item_tag(op.namespace, op.key)
        kept = None if op.value is None else _kept(op)
        before = self._under(tag)
        if kept is not None:
            created = {"created": before[0].item.created_at.isoformat()} if before else {}
            self._agent.observe(
                self._text(op),
                type="document",
                channel="agent",
                permanent=True,
                shared=False,
                tags=[*_prefix_tags(op.namespace), tag],
                metadata={"langgraph": {**kept, **created}, "searched": op.index is not False},
            )
            # Others may have put something meanwhile: whoever looks last sees it all, and the newest stays.
            before = self._under(tag)[1:]
        for one in before:
            try:
                self._agent.withdraw(one.id, channel="agent")
            except MadeleineError as gone:  # another program has put or deleted it meanwhile
                if gone.code != "NOT_FOUND":
                    raise

    def _text(self, op: PutOp) -> str:
        fields = self._fields if op.index is None else op.index
        named = "/".join([*op.namespace, op.key])
        if fields is False:
            return named
        if fields is None:
            texts = list(_texts(op.value)) or [json.dumps(op.value, ensure_ascii=False)]
        else:
            texts = [text for path in fields for text in get_text_at_path(op.value, path)]
        return "\n".join(texts).strip() or named

    def _search(self, op: SearchOp) -> list[SearchItem]:
        found: list[SearchItem] = []
        seen: set[tuple[tuple[str, ...], str]] = set()
        for _, item, searched in self._items(_prefix_tag(op.namespace_prefix), op.query):
            if (item.namespace, item.key) in seen or (op.query and not searched):
                continue
            seen.add((item.namespace, item.key))
            if all(_matches(item.value.get(name), asked) for name, asked in (op.filter or {}).items()):
                found.append(item)
            if len(found) == op.offset + op.limit:
                break
        return found[op.offset : op.offset + op.limit]

    def _namespaces(self, op: ListNamespacesOp) -> list[tuple[str, ...]]:
        every = {kept.item.namespace for kept in self._items(_prefix_tag(()))}
        asked = {
            one[: op.max_depth] for one in every if all(_is_under(one, rule) for rule in op.match_conditions or ())
        }
        return sorted(asked)[op.offset : op.offset + op.limit]

    def _under(self, tag: str) -> list[_Kept]:
        """What is under a key, the newest first."""
        return list(self._items(tag))

    def _items(self, tag: str, query: str | None = None) -> Iterator[_Kept]:
        """The items of a tag; what somebody else has tagged so is none."""
        for memory in self._memories([tag], query):
            if kept := _item(memory, memory.score if query else None):
                yield kept

    def _memories(self, tags: list[str], query: str | None) -> Iterator[Any]:
        for offset in range(0, FURTHEST, PAGE):
            if query:
                page = self._agent.search(
                    query, tags=tags, limit=PAGE, offset=offset, min_relevance=0, faded=True
                ).memories
            else:
                page = self._agent.latest(tags=tags, limit=PAGE, offset=offset, archived=True)
            yield from page
            if len(page) < PAGE:
                return


class _Kept(NamedTuple):
    """An item, and the memory that it lies in."""

    id: str
    item: SearchItem
    searched: bool


def _item(memory: Any, score: float | None) -> _Kept | None:
    belief = memory.believers[0]
    try:
        read = _Metadata.model_validate(belief.metadata)
    except ValidationError:
        return None
    kept = read.langgraph
    item = SearchItem(tuple(kept.namespace), kept.key, kept.value, kept.created or belief.since, belief.since, score)
    return _Kept(memory.id, item, read.searched)


class _KeptItem(BaseModel):
    namespace: list[str]
    key: str
    value: dict[str, Any]
    created: datetime | None = None


class _Metadata(BaseModel):
    langgraph: _KeptItem
    searched: bool


def _kept(op: PutOp) -> dict[str, Any]:
    """An item as its metadata holds it; refused where that cannot."""
    kept = {"namespace": list(op.namespace), "key": op.key, "value": dict(op.value or {})}
    # As JSON.stringify of JavaScript writes it.
    size = length_of(json.dumps(kept, ensure_ascii=False, separators=(",", ":"), default=str))
    if size > LONGEST_ITEM:
        rule = f"must have at most {LONGEST_ITEM:,} characters as JSON, got {size:,}"
        named = {"namespace": list(op.namespace), "key": op.key}
        raise invalid(f"put: the item {shown(op.key)} {rule}; split it into several.", **named, received=size)
    return kept


def _path(labels: Sequence[str]) -> str:
    # As encodeURIComponent of JavaScript, so that programs of both languages find each other's items.
    return "/".join(quote(label, safe="!~*'()") for label in labels)


def _tag(path: str) -> str:
    whole = f"langgraph:{path}"
    return whole if len(whole) <= TAG_BYTES else f"langgraph#{hashlib.sha256(whole.encode()).hexdigest()}"


def _prefix_tag(labels: Sequence[str]) -> str:
    return _tag(f"{_path(labels)}/")


def _prefix_tags(namespace: Sequence[str]) -> list[str]:
    return [_prefix_tag(namespace[:depth]) for depth in range(len(namespace) + 1)]


def _item_tag(namespace: Sequence[str], key: str) -> str:
    return _tag(f"{_path(namespace)}?{_path([key])}")


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for part in value.values():
            yield from _texts(part)
    elif isinstance(value, (list, tuple)):
        for part in value:
            yield from _texts(part)


_COMPARED: dict[str, Callable[[Any, Any], bool]] = {
    "$eq": lambda one, other: one == other,
    "$ne": lambda one, other: one != other,
    "$gt": lambda one, other: one > other,
    "$gte": lambda one, other: one >= other,
    "$lt": lambda one, other: one < other,
    "$lte": lambda one, other: one <= other,
}


def _matches(value: Any, asked: Any) -> bool:
    if not isinstance(asked, Mapping) or not any(name.startswith("$") for name in asked):
        return value == asked
    if unknown := asked.keys() - _COMPARED.keys():
        raise ValueError(f"search: no operator {', '.join(sorted(unknown))}; there are {', '.join(_COMPARED)}.")
    # What has no such field, or one of another type, is neither more nor less.
    try:
        return all(_COMPARED[name](value, other) for name, other in asked.items())
    except TypeError:
        return False


def _is_under(namespace: tuple[str, ...], rule: MatchCondition) -> bool:
    if len(namespace) < len(rule.path):
        return False
    part = namespace[: len(rule.path)] if rule.match_type == "prefix" else namespace[-len(rule.path) :]
    return all(asked in ("*", label) for label, asked in zip(part, rule.path, strict=True))


__all__ = ["MadeleineStore"]
