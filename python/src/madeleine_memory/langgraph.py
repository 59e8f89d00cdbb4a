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
from typing import Any
from urllib.parse import quote

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

from ._errors import MadeleineError
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
            found = self._agent.latest(tags=[_item_tag(op.namespace, op.key)], limit=1, archived=True)
            return _item(found[0], None) if found else None
        if isinstance(op, SearchOp):
            return self._search(op)
        if isinstance(op, ListNamespacesOp):
            return self._namespaces(op)
        if isinstance(op, PutOp):
            return self._put(op)
        raise TypeError(f"MadeleineStore takes no {type(op).__name__}.")

    def _put(self, op: PutOp) -> None:
        tag = _item_tag(op.namespace, op.key)
        before = self._agent.latest(tags=[tag], limit=PAGE, archived=True)
        if op.value is not None:
            created = {"created": _item(before[0], None).created_at.isoformat()} if before else {}
            kept = {"namespace": list(op.namespace), "key": op.key, "value": dict(op.value), **created}
            self._agent.observe(
                self._text(op),
                type="document",
                channel="agent",
                permanent=True,
                shared=False,
                tags=[*_prefix_tags(op.namespace), tag],
                metadata={"langgraph": kept, "searched": op.index is not False},
            )
            # Others may have put something meanwhile: whoever looks last sees it all, and the newest stays.
            before = self._agent.latest(tags=[tag], limit=PAGE, archived=True)[1:]
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
        tags, found, seen = [_prefix_tag(op.namespace_prefix)], [], set()
        for memory in self._memories(tags, op.query):
            item = _item(memory, memory.score if op.query else None)
            if (item.namespace, item.key) in seen or (op.query and not memory.believers[0].metadata["searched"]):
                continue
            seen.add((item.namespace, item.key))
            if all(_matches(item.value.get(name), asked) for name, asked in (op.filter or {}).items()):
                found.append(item)
            if len(found) == op.offset + op.limit:
                break
        return found[op.offset : op.offset + op.limit]

    def _namespaces(self, op: ListNamespacesOp) -> list[tuple[str, ...]]:
        every = {_item(memory, None).namespace for memory in self._memories([_prefix_tag(())], None)}
        asked = {
            one[: op.max_depth] for one in every if all(_is_under(one, rule) for rule in op.match_conditions or ())
        }
        return sorted(asked)[op.offset : op.offset + op.limit]

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


def _item(memory: Any, score: float | None) -> SearchItem:
    belief = memory.believers[0]
    kept = belief.metadata["langgraph"]
    created = datetime.fromisoformat(kept["created"].replace("Z", "+00:00")) if "created" in kept else belief.since
    return SearchItem(tuple(kept["namespace"]), kept["key"], kept["value"], created, belief.since, score)


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
