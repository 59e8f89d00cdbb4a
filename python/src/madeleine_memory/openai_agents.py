"""A session for the OpenAI Agents SDK (`pip install 'madeleine-memory[openai-agents]'`) in the memory of one agent.

    session = MadeleineSession("kitchen", memory.agent("lisa"), speaker="Mark")
    await Runner.run(agent, "How is Luna?", session=session)

Each item is an observation in the session of that id, so what both said is recalled long after the session. The item
lies in its metadata, or, where it is large, in its content. The SDK of TypeScript gives its items other fields, so
sessions of `madeleine/openai-agents` have tags of their own.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from ._options import LONGEST_ITEM, length_of
from .client import AsyncAgent

if TYPE_CHECKING:
    from agents.items import TResponseInputItem
    from agents.memory import SessionSettings

PAGE = 200
"""The most memories that one call answers."""
FURTHEST = 10_000
"""Where pages end."""
BATCH = 1_000


class MadeleineSession:
    """The history of one conversation, of at most 10,000 items. One program at a time adds to it."""

    session_settings: SessionSettings | None = None

    def __init__(self, session_id: str, agent: AsyncAgent, *, speaker: str | None = None):
        """`session_id` has at most 200 bytes; `speaker` is who speaks to the agent, by default nobody who is named."""
        self.session_id = session_id
        self._agent, self._speaker, self._tag = agent, speaker, f"openai-agents-python:{session_id}"

    async def get_items(self, limit: int | None = None) -> list[TResponseInputItem]:
        """The last items, or all of them, oldest first."""
        every = [item for _, item, _ in await self._all()]
        return every if limit is None else every[max(0, len(every) - limit) :]

    async def add_items(self, items: list[TResponseInputItem]) -> None:
        """Appends items."""
        if not items:
            return
        every = await self._all()
        first = every[-1][0] + 1 if every else 0
        made = [self._observation(dict(item), first + at) for at, item in enumerate(items)]
        for at in range(0, len(made), BATCH):
            await self._agent.observe_many(made[at : at + BATCH])

    async def pop_item(self) -> TResponseInputItem | None:
        """Takes the last item back, from the agent's memory too."""
        every = await self._all()
        if not every:
            return None
        _, item, id = every[-1]
        await self._agent.withdraw(id)
        return item

    async def clear_session(self) -> None:
        """Takes all items back, from the agent's memory too."""
        for _, _, id in await self._all():
            await self._agent.withdraw(id)

    async def _all(self) -> list[tuple[int, Any, str]]:
        found: list[tuple[int, Any, str]] = []
        for offset in range(0, FURTHEST, PAGE):
            page = await self._agent.latest(tags=[self._tag], limit=PAGE, offset=offset, archived=True)
            found += [kept for memory in page if (kept := _kept(memory))]
            if len(page) < PAGE:
                break
        return sorted(found, key=lambda one: one[0])

    def _observation(self, item: dict[str, Any], position: int) -> dict[str, Any]:
        whole = json.dumps(item, ensure_ascii=False)
        role = item.get("role")
        text = _text(item.get("content")) if role in ("user", "assistant") else ""
        fits = length_of(whole) <= LONGEST_ITEM
        kept = {"position": position, **({"item": item} if fits else {})}
        said = {
            "content": text if text and fits else whole,
            "session": self.session_id,
            "tags": [self._tag],
            "metadata": {"openaiAgents": kept},
        }
        if role == "user":
            return {**said, "channel": "user", **({"speaker": self._speaker} if self._speaker else {})}
        if role == "assistant":
            return {**said, "channel": "agent", "speaker": self._agent.name}
        # Calls of tools and their results belong to the history and say little by themselves.
        return {**said, "channel": "tool", "type": "tool_output", "importance": 1}


def _kept(memory: Any) -> tuple[int, Any, str] | None:
    """The place of an item, the item and its id; None for what somebody else has tagged like one."""
    try:
        kept = memory.believers[0].metadata["openaiAgents"]
        position, item = kept["position"], kept["item"] if "item" in kept else json.loads(memory.content)
    except (TypeError, KeyError, ValueError):
        return None
    return (position, item, memory.id) if type(position) is int and isinstance(item, dict) else None


def _text(content: Any) -> str:
    if isinstance(content, str):
        return content.strip()
    parts = content if isinstance(content, list) else []
    return "\n".join(part["text"] for part in parts if isinstance(part.get("text"), str)).strip()


__all__ = ["MadeleineSession"]
