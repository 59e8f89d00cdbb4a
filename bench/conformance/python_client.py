"""Lists and calls every tool with the Python package `mcp`; prints a JSON array of outcomes, one for each request."""

import asyncio
import json
import sys

import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client


async def main(url: str, token: str, mode: str, calls_file: str) -> None:
    with open(calls_file, encoding="utf-8") as file:
        calls = json.load(file)
    outcomes = []

    def note(what: str, failure: str | None = None) -> None:
        outcomes.append({"what": what} if failure is None else {"what": what, "failure": failure})

    headers = {"Authorization": f"Bearer {token}"}
    async with httpx2.AsyncClient(headers=headers, timeout=30) as http:
        async with Client(streamable_http_client(url, http_client=http), mode=mode) as client:
            for method, ask in (
                ("resources/list", client.list_resources),
                ("resources/templates/list", client.list_resource_templates),
                ("prompts/list", client.list_prompts),
            ):
                await ask()
                note(method)
            names = {tool.name for tool in (await client.list_tools()).tools}
            uncalled = names - {name for name, _ in calls}
            note("tools/list", f"uncalled: {sorted(uncalled)}" if uncalled else None)
            last_id = ""
            for name, args in calls:
                given = {key: last_id if value == "$id" else value for key, value in args.items()}
                result = await client.call_tool(name, given)
                last_id = (result.structured_content or {}).get("id", last_id)
                note(name, str(result.content) if result.is_error else None)
    print(json.dumps(outcomes))


asyncio.run(main(*sys.argv[1:]))
