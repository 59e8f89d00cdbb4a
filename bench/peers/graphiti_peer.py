"""Graphiti on Kuzu, which runs in the process, without a language model: what one would extract is not there, so each
memory is an episode and one fact between its speaker and its session, found by words and vectors."""

import os
import warnings
from datetime import datetime, timezone

from peer import Store, run

os.environ["GRAPHITI_TELEMETRY_ENABLED"] = "false"
os.environ["EMBEDDING_DIM"] = "384"
warnings.simplefilter("ignore", DeprecationWarning)


async def open_store(folder, vector_of):
    from graphiti_core import Graphiti
    from graphiti_core.cross_encoder.client import CrossEncoderClient
    from graphiti_core.driver.kuzu_driver import KuzuDriver
    from graphiti_core.edges import EntityEdge
    from graphiti_core.embedder.client import EmbedderClient
    from graphiti_core.llm_client.client import LLMClient
    from graphiti_core.llm_client.config import LLMConfig
    from graphiti_core.nodes import EntityNode, EpisodeType, EpisodicNode
    from graphiti_core.search.search_config_recipes import EDGE_HYBRID_SEARCH_RRF

    class Table(EmbedderClient):
        async def create(self, input_data):
            return vector_of(input_data if isinstance(input_data, str) else input_data[0])

    class NoModel(LLMClient):
        async def _generate_response(self, *_args, **_kwargs):
            raise RuntimeError("there is no language model")

    class NoReranker(CrossEncoderClient):
        async def rank(self, _query, _passages):
            raise RuntimeError("there is no reranker")

    driver = KuzuDriver(db=os.path.join(folder, "graph.kuzu"))
    graphiti = Graphiti(
        graph_driver=driver, llm_client=NoModel(LLMConfig()), embedder=Table(), cross_encoder=NoReranker()
    )
    await driver.graph_ops.build_indices_and_constraints(driver)
    # `Graphiti.search` with its own recipe, but without its least similarity of 0.6, which is made for other vectors.
    config = EDGE_HYBRID_SEARCH_RRF.model_copy(deep=True)
    config.edge_config.sim_min_score = 0
    config.limit = 10
    entities = {}
    keys = {}

    async def entity(name):
        if name not in entities:
            entities[name] = EntityNode(name=name, group_id="bench", name_embedding=[0.0] * 384)
            await entities[name].save(driver)
        return entities[name].uuid

    async def add(items):
        for item in items:
            at = datetime.fromisoformat(item.get("occurredAt", "2026-01-01T00:00:00Z").replace("Z", "+00:00"))
            speaker, session = item.get("speaker", "someone"), item.get("session", "a session")
            now = datetime.now(timezone.utc)
            episode = EpisodicNode(
                name=item["id"],
                group_id="bench",
                source=EpisodeType.message,
                source_description=session,
                content=f"{speaker}: {item['text']}",
                valid_at=at,
                created_at=now,
            )
            await episode.save(driver)
            fact = EntityEdge(
                name="SAID",
                group_id="bench",
                source_node_uuid=await entity(speaker),
                target_node_uuid=await entity(session),
                fact=item["text"],
                fact_embedding=vector_of(item["text"]),
                episodes=[episode.uuid],
                created_at=now,
                valid_at=at,
            )
            await fact.save(driver)
            keys[fact.uuid] = item["id"]

    async def search(query):
        found = await graphiti.search_(query, config=config, group_ids=["bench"])
        return [keys[fact.uuid] for fact in found.edges]

    return Store(add, search)


run(open_store)
