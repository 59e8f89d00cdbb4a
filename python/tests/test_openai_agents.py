"""The session of the OpenAI Agents SDK against a real hub, by the SDK's own runner and a scripted model."""

import asyncio

import pytest

from madeleine_memory import AsyncMadeleine
from madeleine_memory.openai_agents import MadeleineSession


def using(shared, name, use):
    async def run():
        url, token = str(shared._http.base_url), shared._http.headers["authorization"][7:]
        async with AsyncMadeleine(url, token) as memory:
            return await use(memory.agent(name))

    return asyncio.run(run())


ITEMS = [
    {"role": "user", "content": "Luna is sixteen."},
    {"type": "reasoning", "id": "rs_1", "summary": []},
    {"type": "function_call", "call_id": "c1", "name": "warm", "arguments": "{}"},
    {"type": "function_call_output", "call_id": "c1", "output": "x" * 20_000},
    {"type": "function_call_output", "call_id": "c2", "output": "\U0001f408" * 9_000},
    {"role": "assistant", "type": "message", "content": [{"type": "output_text", "text": "She is warm now."}]},
]


def test_items_come_back_as_they_were_in_their_order(shared, request):
    async def use(lisa):
        session = MadeleineSession("kitchen", lisa, speaker="Mark")
        assert await session.get_items() == []
        await session.add_items(ITEMS[:3])
        await session.add_items(ITEMS[3:])
        again = MadeleineSession("kitchen", lisa)
        assert await again.get_items() == ITEMS
        assert await again.get_items(2) == ITEMS[-2:]
        assert await again.get_items(0) == []
        assert await MadeleineSession("cellar", lisa).get_items() == []

    using(shared, request.node.name, use)


def test_the_last_item_is_popped_and_a_session_is_cleared(shared, request):
    async def use(lisa):
        session = MadeleineSession("kitchen", lisa)
        await session.add_items(ITEMS)
        assert await session.pop_item() == ITEMS[-1]
        await session.add_items([ITEMS[0]])
        assert await session.get_items() == [*ITEMS[:-1], ITEMS[0]]
        await session.clear_session()
        assert await session.get_items() == []
        assert await session.pop_item() is None

    using(shared, request.node.name, use)


def test_what_somebody_else_tags_like_an_item_is_none(shared, request):
    async def use(lisa):
        session = MadeleineSession("kitchen", lisa)
        await session.add_items(ITEMS[:1])
        others = [None, *({"openaiAgents": one} for one in ("none", {"position": 7}, {"position": 8, "item": "none"}))]
        for metadata in others:
            await lisa.observe("Luna purrs.", tags=["openai-agents-python:kitchen"], metadata=metadata)
        assert await session.get_items() == ITEMS[:1]
        await session.clear_session()
        assert len(await lisa.latest(tags=["openai-agents-python:kitchen"])) == 4

    using(shared, request.node.name, use)


def test_what_was_said_is_recalled_after_the_session(shared, request):
    async def use(lisa):
        await MadeleineSession("kitchen", lisa, speaker="Mark").add_items(ITEMS)
        found = (await lisa.recall("Who is sixteen?")).memories[0]
        assert (found.content, found.speaker) == ("Luna is sixteen.", "Mark")

    using(shared, request.node.name, use)


def test_more_items_than_a_page_come_back(shared, request):
    async def use(lisa):
        items = [{"role": "user", "content": f"Line {number}."} for number in range(230)]
        session = MadeleineSession("long", lisa)
        await session.add_items(items)
        assert await session.get_items() == items

    using(shared, request.node.name, use)


def test_the_runner_of_the_sdk_hears_the_history(shared, request):
    agents = pytest.importorskip("agents", reason="openai-agents is not there")
    from agents.models.interface import Model
    from openai.types.responses import ResponseOutputMessage, ResponseOutputText

    heard = []

    class Scripted(Model):
        async def get_response(self, system_instructions, input, *_args, **_kwargs):
            heard.append([one.get("content") for one in input])
            text = ResponseOutputText(type="output_text", text="She is warm now.", annotations=[], logprobs=[])
            message = ResponseOutputMessage(
                id="msg_1", type="message", role="assistant", status="completed", content=[text]
            )
            return agents.ModelResponse(output=[message], usage=agents.Usage(), response_id=None)

        def stream_response(self, *_args, **_kwargs):
            raise NotImplementedError

    async def use(lisa):
        agents.set_tracing_disabled(True)
        agent = agents.Agent(name="lisa", model=Scripted())
        session = MadeleineSession("kitchen", lisa, speaker="Mark")
        assert isinstance(session, agents.Session)
        await agents.Runner.run(agent, "Luna is sixteen.", session=session)
        result = await agents.Runner.run(agent, "How is she?", session=session)
        assert result.final_output == "She is warm now."
        assert heard[0] == ["Luna is sixteen."]
        assert (heard[1][0], heard[1][1][0]["text"], heard[1][2]) == (
            "Luna is sixteen.",
            "She is warm now.",
            "How is she?",
        )

    using(shared, request.node.name, use)
