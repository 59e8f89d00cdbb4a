"""The LangGraph store, as its users call it, against a real hub."""

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor

import pytest

pytest.importorskip("langgraph.store.base", reason="langgraph-checkpoint is not there")

from langgraph.store.base import PutOp  # noqa: E402

from madeleine_memory import MadeleineError  # noqa: E402
from madeleine_memory.langgraph import MadeleineStore  # noqa: E402

MARK = ("users", "mark")


@pytest.fixture
def store(agent):
    return MadeleineStore(agent)


def test_an_item_is_put_got_changed_and_deleted(store):
    assert store.get(MARK, "cat") is None
    value = {"text": "Luna is sixteen.", "deep": {"list": [1, None, True]}, "nothing": None}
    store.put(MARK, "cat", value)
    first = store.get(MARK, "cat")
    assert (first.namespace, first.key, first.value) == (MARK, "cat", value)
    store.put(MARK, "cat", {"text": "Luna is seventeen."})
    second = store.get(MARK, "cat")
    assert second.value == {"text": "Luna is seventeen."}
    assert second.created_at == first.created_at < second.updated_at
    assert [item.value for item in store.search(MARK)] == [{"text": "Luna is seventeen."}]
    store.delete(MARK, "cat")
    assert store.get(MARK, "cat") is None
    assert store.search(()) == []


def test_of_what_threads_put_at_once_one_stays_believed(store, agent):
    with ThreadPoolExecutor(3) as threads:
        list(threads.map(lambda code: store.put(MARK, "door", {"text": f"The door code is {code}."}), range(3)))
    assert [memory.content for memory in agent.latest()] == [store.get(MARK, "door").value["text"]]


def test_an_item_that_is_too_large_is_refused_and_the_one_before_stays(store):
    store.put(MARK, "note", {"text": "short"})
    fits = 16_000 - len(json.dumps({"namespace": MARK, "key": "note", "value": {"text": ""}}, separators=(",", ":")))
    for text in ("x" * (fits + 1), "x" * (fits - 1) + "\U0001f408"):
        with pytest.raises(MadeleineError) as refused:
            store.put(MARK, "note", {"text": text})
        told = 'put: the item "note" must have at most 16,000 characters as JSON, got 16,001; split it into several.'
        assert (refused.value.code, str(refused.value)) == ("INVALID_ARGUMENT", told)
    assert store.get(MARK, "note").value == {"text": "short"}
    for _ in range(2):
        store.put(MARK, "note", {"text": "x" * fits}, index=False)
    assert store.get(MARK, "note").value == {"text": "x" * fits}


def test_what_somebody_else_tags_like_an_item_is_none(store, agent):
    store.put(MARK, "door", {"text": "The door code is 1111."})
    tags = agent.latest()[0].believers[0].tags
    other = {"namespace": list(MARK), "key": "door", "value": {}, "created": "long ago"}
    for metadata in (None, {"langgraph": "door"}, {"langgraph": other, "searched": True}):
        agent.observe("The door is green.", tags=tags, metadata=metadata)
    assert store.get(MARK, "door").value == {"text": "The door code is 1111."}
    assert [item.key for item in store.search(MARK)] == ["door"]
    assert [item.key for item in store.search(MARK, query="door")] == ["door"]
    assert store.list_namespaces() == [MARK]
    store.put(MARK, "door", {"text": "The door code is 2222."})
    store.delete(MARK, "door")
    assert store.get(MARK, "door") is None
    assert [memory.content for memory in agent.latest()] == ["The door is green."] * 3


def test_equal_values_under_two_keys_are_two_items(store):
    for key in ("one", "two"):
        store.put(MARK, key, {"text": "The same."})
    store.delete(MARK, "one")
    assert [item.key for item in store.search(MARK)] == ["two"]


def test_a_search_keeps_to_its_namespace_and_ranks_by_its_query(store):
    store.put(MARK, "a", {"text": "Luna sleeps on the warm windowsill."})
    store.put((*MARK, "work"), "b", {"text": "The login bug is in auth.ts."})
    store.put(("users", "sofia"), "c", {"text": "Rex sleeps in the garden."})
    assert {item.key for item in store.search(MARK)} == {"a", "b"}
    assert {item.key for item in store.search(("users",))} == {"a", "b", "c"}
    assert store.search(("user",)) == []
    found = store.search(("users",), query="Where is the login bug?")
    assert (found[0].key, found[0].score > 0) == ("b", True)
    assert "c" not in {item.key for item in store.search(MARK, query="Who sleeps?")}


def test_a_filter_compares_fields(store):
    for key, age in (("luna", 16), ("rex", 3), ("tom", None)):
        store.put(MARK, key, {"name": key, "age": age})
    assert [item.key for item in store.search(MARK, filter={"name": "rex"})] == ["rex"]
    assert [item.key for item in store.search(MARK, filter={"age": {"$gte": 3, "$lt": 16}})] == ["rex"]
    assert {item.key for item in store.search(MARK, filter={"age": {"$ne": 3}})} == {"luna", "tom"}
    with pytest.raises(ValueError, match=r"\$in"):
        store.search(MARK, filter={"age": {"$in": [3]}})


def test_what_is_searched_may_be_narrowed(agent):
    store = MadeleineStore(agent, fields=["title"])
    store.put(MARK, "a", {"title": "Trains", "body": "Bananas are yellow."})
    store.put(MARK, "b", {"title": "Bananas"}, index=False)
    store.put(MARK, "c", {"title": "Trees", "body": "Bananas grow."}, index=["body"])
    assert [item.key for item in store.search(MARK, query="bananas")] == ["c"]
    assert store.get(MARK, "b").value == {"title": "Bananas"}


def test_pages_show_every_item_once(store):
    store.batch([PutOp(MARK, f"key {number}", {"number": number}) for number in range(205)])
    keys = [item.key for offset in (0, 100, 200) for item in store.search(MARK, limit=100, offset=offset)]
    assert sorted(keys) == sorted(f"key {number}" for number in range(205))


def test_namespaces_are_listed(store):
    for namespace in (("a", "x", "v1"), ("a", "y", "v1"), ("b", "x", "v2")):
        store.put(namespace, "key", {"some": "thing"})
    assert store.list_namespaces(prefix=("a",)) == [("a", "x", "v1"), ("a", "y", "v1")]
    assert store.list_namespaces(suffix=("v1",), max_depth=1) == [("a",)]
    assert store.list_namespaces(prefix=("*", "x"), limit=1, offset=1) == [("b", "x", "v2")]


def test_any_label_and_key_finds_its_item(store):
    for key in ("a/b?c#d", "ключ", "k" * 300, "猫" * 90):
        store.put(("ünï", "a/b"), key, {"key": key})
        assert store.get(("ünï", "a/b"), key).value == {"key": key}
    assert len(store.search(("ünï", "a/b"))) == 4
    assert store.search(("ünï", "a")) == []


def test_it_is_this_agents_and_its_recall_finds_it(shared, agent, store):
    store.put(MARK, "cat", {"text": "Luna the cat sleeps on the warm windowsill."})
    assert agent.recall("Where does Luna sleep?").memories[0].content.startswith("Luna the cat")
    assert MadeleineStore(shared.agent("electra")).search(()) == []


def test_the_same_is_awaited(store):
    async def use() -> None:
        await store.aput(MARK, "cat", {"text": "Luna"})
        assert (await store.aget(MARK, "cat")).value == {"text": "Luna"}
        assert [item.key for item in await store.asearch(MARK, query="Luna")] == ["cat"]

    asyncio.run(use())
