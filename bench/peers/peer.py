"""One peer of Python in a process of its own, as run-peer.js runs the others: `python3 NAME_peer.py DATA FOLDER [WRITES]`."""

import asyncio
import json
import os
import sys
import time
from array import array
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

LIMIT_S = 60


@dataclass
class Store:
    add: Callable[[list[dict]], Awaitable[None]]
    search: Callable[[str], Awaitable[list[str]]]
    close: Callable[[], Awaitable[None]] | None = None


def rss_mb() -> float:
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS:")) / 1024


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[int(len(values) * share)] if values else 0


async def timed(work: Awaitable[list[str] | None]) -> tuple[float, list[str] | None]:
    start = time.perf_counter()
    result = await work
    return (time.perf_counter() - start) * 1000, result


async def measured(open_store: Callable[[str, Callable[[str], list[float]]], Awaitable[Store]]) -> None:
    bare_mb = rss_mb()
    data, folder = sys.argv[1], sys.argv[2]
    writes = int(sys.argv[3]) if len(sys.argv) > 3 else None
    with open(f"{data}.json") as file:
        kept = json.load(file)
    items, queries, texts = kept["items"], kept["queries"], kept["texts"]
    vectors = array("f")
    with open(f"{data}.f32", "rb") as file:
        vectors.frombytes(file.read())
    dimension = len(vectors) // len(texts)
    place_of = {text: at for at, text in enumerate(texts)}
    data_mb = rss_mb() - bare_mb

    def vector_of(text: str) -> list[float]:
        at = place_of[text]
        return vectors[at * dimension : (at + 1) * dimension].tolist()

    opened = time.perf_counter()
    store = await open_store(folder, vector_of)
    await store.add(items[:1])
    await store.search(items[0]["text"])
    first_hit_ms = (time.perf_counter() - opened) * 1000
    singles = 100 if writes is None else writes
    write_ms = [(await timed(store.add([item])))[0] for item in items[1 : 1 + singles]]
    if writes is None:
        rest = items[1 + singles :]
        filling = time.perf_counter()
        for at in range(0, len(rest), 500):
            await store.add(rest[at : at + 500])
        batch_ms = (time.perf_counter() - filling) * 1000 / max(1, len(rest))
        warming = time.perf_counter()
        for text in kept["warmUp"]:
            await store.search(text)
            if time.perf_counter() - warming > LIMIT_S:
                break
        search_ms, found = [], 0.0
        asking = time.perf_counter()
        for asked in queries:
            took, ids = await timed(store.search(asked["query"]))
            search_ms.append(took)
            found += sum(one in ids for one in asked["evidence"]) / max(1, len(asked["evidence"]))
            if time.perf_counter() - asking > LIMIT_S:
                break
        result = {
            "firstHitMs": first_hit_ms,
            "writeMs": percentile(write_ms, 0.5),
            "batchMs": batch_ms,
            "searchP50": percentile(search_ms, 0.5),
            "searchP95": percentile(search_ms, 0.95),
            "asked": len(search_ms),
            "recallAt10": found / len(search_ms),
            "rssMb": rss_mb() - data_mb,
        }
    if store.close:
        await store.close()
    if writes is None:
        print(json.dumps(result), flush=True)
    sys.stdout.flush()
    os._exit(0)


def run(open_store: Callable[[str, Callable[[str], list[float]]], Awaitable[Store]]) -> None:
    asyncio.run(measured(open_store))
