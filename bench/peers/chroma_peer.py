"""Chroma in its own process, as run-peer.js runs the others: `python3 chroma_peer.py DATA FOLDER [WRITES]`."""

import time


import json
import os
import sys
from array import array


def rss_mb() -> float:
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS:")) / 1024


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
import chromadb
from chromadb.config import Settings

client = chromadb.PersistentClient(path=folder, settings=Settings(anonymized_telemetry=False))
collection = client.create_collection("bench", embedding_function=None)


def add(some: list[dict]) -> None:
    collection.add(
        ids=[item["id"] for item in some],
        documents=[item["text"] for item in some],
        embeddings=[vector_of(item["text"]) for item in some],
    )


def search(query: str) -> list[str]:
    return collection.query(query_embeddings=[vector_of(query)], n_results=10)["ids"][0]


def percentile(values: list[float], share: float) -> float:
    return sorted(values)[int(len(values) * share)] if values else 0


add(items[:1])
search(items[0]["text"])
first_hit_ms = (time.perf_counter() - opened) * 1000
singles = 100 if writes is None else writes
write_ms = []
for item in items[1 : 1 + singles]:
    start = time.perf_counter()
    add([item])
    write_ms.append((time.perf_counter() - start) * 1000)
if writes is not None:
    sys.stdout.flush()
    os._exit(0)
rest = items[1 + singles :]
filling = time.perf_counter()
for at in range(0, len(rest), 500):
    add(rest[at : at + 500])
batch_ms = (time.perf_counter() - filling) * 1000 / max(1, len(rest))
for text in kept["warmUp"]:
    search(text)
search_ms, found = [], 0.0
for asked in queries:
    start = time.perf_counter()
    ids = search(asked["query"])
    search_ms.append((time.perf_counter() - start) * 1000)
    found += sum(one in ids for one in asked["evidence"]) / max(1, len(asked["evidence"]))
result = {
    "firstHitMs": first_hit_ms,
    "writeMs": percentile(write_ms, 0.5),
    "batchMs": batch_ms,
    "searchP50": percentile(search_ms, 0.5),
    "searchP95": percentile(search_ms, 0.95),
    "asked": len(queries),
    "recallAt10": found / len(queries),
    "rssMb": rss_mb() - data_mb,
}
print(json.dumps(result), flush=True)
os._exit(0)
