"""Hindsight on its embedded Postgres with the setting that it has for no language model (`none`): each memory is kept as
it was said, and `recall` fuses its four ways of finding by their ranks, without its reranking model."""

import os
import re
import sys

from peer import Store, run

folder = sys.argv[2]
os.environ["HOME"] = folder
os.environ.update(
    HINDSIGHT_API_LLM_PROVIDER="none",
    HINDSIGHT_API_RERANKER_PROVIDER="rrf",
    HINDSIGHT_API_SEMANTIC_MIN_SIMILARITY="0",  # 0.3 is made for other vectors
    HINDSIGHT_API_LOG_LEVEL="error",
)


async def open_store(_folder, vector_of):
    from datetime import datetime

    from hindsight_api import MemoryEngine, RequestContext
    from hindsight_api.engine.embeddings import Embeddings

    class Table(Embeddings):
        provider_name = "table"
        dimension = 384

        async def initialize(self):
            pass

        async def encode(self, texts):
            # It embeds a month with each text; the vectors are those of the texts alone, as for every peer.
            return [vector_of(re.sub(r" \(happened in \w+ \d+\)$", "", text)) for text in texts]

    engine = MemoryEngine(db_url="pg0://bench", embeddings=Table())
    await engine.initialize()
    context = RequestContext()

    async def add(items):
        contents = [
            {
                "content": item["text"],
                "document_id": item["id"],
                "event_date": datetime.fromisoformat(
                    item.get("occurredAt", "2026-01-01T00:00:00Z").replace("Z", "+00:00")
                ),
            }
            for item in items
        ]
        await engine.retain_batch_async("bench", contents, request_context=context)

    async def search(query):
        found = await engine.recall_async("bench", query, max_tokens=100_000, request_context=context)
        return [one.document_id for one in found.results[:10]]

    return Store(add, search, engine.close)


run(open_store)
