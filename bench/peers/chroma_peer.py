"""Chroma's PersistentClient, which runs in the process."""

from peer import Store, run


async def open_store(folder, vector_of):
    import chromadb
    from chromadb.config import Settings

    client = chromadb.PersistentClient(path=folder, settings=Settings(anonymized_telemetry=False))
    collection = client.create_collection("bench", embedding_function=None)

    async def add(items):
        collection.add(
            ids=[item["id"] for item in items],
            documents=[item["text"] for item in items],
            embeddings=[vector_of(item["text"]) for item in items],
        )

    async def search(query):
        return collection.query(query_embeddings=[vector_of(query)], n_results=10)["ids"][0]

    return Store(add, search)


run(open_store)
