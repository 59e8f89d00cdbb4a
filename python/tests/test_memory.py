"""The client against a real hub on an embedded store on disk."""

import asyncio
import importlib.resources
import json
import re
import signal
from datetime import datetime, timezone

import pytest
from conftest import COMMAND, end_hub

from madeleine_memory import (
    AsyncMadeleine,
    HubUnreachable,
    Madeleine,
    MadeleineError,
    _models,
    find_hub,
    start_hub,
)


def test_its_types_are_found_by_type_checkers():
    assert importlib.resources.files("madeleine_memory").joinpath("py.typed").is_file()


def test_tags_and_metadata_come_back_and_filter(memory):
    lisa = memory.agent("tagger")
    lisa.observe("Luna limps.", tags=["vet"], metadata={"row": 7, "list": [1, None]})
    lisa.observe("Luna sleeps.")
    found = lisa.search("Luna", tags=["vet"]).memories
    assert [one.content for one in found] == ["Luna limps."]
    assert (found[0].believers[0].tags, found[0].believers[0].metadata) == (["vet"], {"row": 7, "list": [1, None]})


def test_an_agent_recalls_what_it_observed_and_another_does_not(memory):
    lisa = memory.agent("lisa")
    told = lisa.observe("Luna the cat sleeps on the warm windowsill.", speaker="Mark")
    assert told.outcome == "stored"
    answer = lisa.recall("Where does Luna sleep?")
    assert answer.memories[0].content == "Luna the cat sleeps on the warm windowsill."
    assert lisa.search("Luna").memories[0].id == told.id
    assert memory.agent("electra").recall("Where does Luna sleep?").memories == []


def test_options_have_the_names_of_python_and_results_too(memory):
    lisa = memory.agent("lisa")
    receipt = lisa.believe(
        content="Lisa prefers green tea.", kind="self.preference", valid_from="2024-05-01", shared=True
    )
    assert lisa.believe(content=receipt.id).outcome == "merged"
    found = memory.agent("electra").search("green tea").memories[0]
    assert receipt.outcome == "stored"
    assert (found.kind, found.valid_from) == ("self.preference", datetime(2024, 5, 1, tzinfo=timezone.utc))
    many = lisa.observe_many([{"content": "Rex barked."}, {"content": "Rex slept.", "occurredAt": "2024-05-02"}])
    assert [one.outcome for one in many.receipts] == ["stored", "stored"]


def test_a_refusal_says_what_is_wrong_and_how_to_mend_it(memory):
    with pytest.raises(MadeleineError) as refused:
        memory.agent("lisa").explain("Luna", id="no-such-memory")
    assert refused.value.code == "NOT_FOUND"
    assert refused.value.status == 404
    assert refused.value.hint
    assert refused.value.hint not in str(refused.value)
    with pytest.raises(MadeleineError, match='"name" must not be blank'):
        memory.agent(" ")
    with pytest.raises(ValueError, match="content"):
        memory.agent("lisa").observe("")


def test_results_take_values_that_a_newer_hub_adds_and_options_do_not(memory):
    lisa = memory.agent("lisa")
    lisa.observe("Luna purrs.")
    answer = json.loads(lisa.recall("Luna", signals=True).model_dump_json(by_alias=True, exclude_none=True))
    found = answer["memories"][0]
    ground = {"name": "newer ground", "value": 1, "weight": 0.5, "contribution": 0.5}
    found.update(role="newer role", type="newer type", grounds=[ground])
    read = _models.RecallResult.model_validate(answer).memories[0]
    assert (read.role, read.grounds[0].name, read.type) == ("newer role", "newer ground", "newer type")
    with pytest.raises(ValueError, match="profile"):
        lisa.recall("Luna", profile="newer profile")


def test_a_space_is_exported_and_imported(memory, tmp_path):
    memory.agent("lisa").observe("Luna purrs.")
    lines = list(memory.export())
    assert any("Luna purrs." in line for line in lines)
    file = tmp_path / "export.ndjson"
    file.write_text("\n".join(lines) + "\n")
    with Madeleine(memory._http.base_url.__str__(), memory._http.headers["authorization"][7:], space="copy") as copy:
        report = copy.import_(file)
        assert report.model_dump()
        assert copy.agent("lisa").search("Luna").memories[0].content == "Luna purrs."


def test_a_hub_that_was_killed_is_waited_for_and_nothing_is_written_twice(memory, folder):
    lisa = memory.agent("lisa")
    lisa.observe("Before the kill.")
    end_hub(folder, signal.SIGKILL)
    start_hub(folder, command=COMMAND, embedder="none")
    lisa.observe("After the kill.")
    assert sorted(one.content for one in lisa.latest()) == ["After the kill.", "Before the kill."]


def test_programs_find_the_hub_that_runs(memory, folder):
    assert find_hub(folder) == start_hub(folder, command=["false"])
    with Madeleine.open(folder, command=["false"]) as other:
        other.agent("lisa").observe("Said elsewhere.")
    assert memory.agent("lisa").search("elsewhere").memories[0].content == "Said elsewhere."


def test_a_hub_that_does_not_start_says_why(tmp_path):
    file = tmp_path / "file"
    file.write_text("no folder")
    with pytest.raises((HubUnreachable, FileExistsError)):
        Madeleine.open(file, command=COMMAND)
    with pytest.raises(HubUnreachable, match="did not start"):
        Madeleine.open(tmp_path / "memory", command=["false"])
    assert find_hub(tmp_path / "nowhere") is None


def test_a_command_that_is_not_there_is_told_with_the_remedy(tmp_path, monkeypatch):
    monkeypatch.setenv("MADELEINE_COMMAND", "/nope")
    with pytest.raises(HubUnreachable, match='"/nope" cannot be started .*or set MADELEINE_COMMAND'):
        start_hub(tmp_path / "memory")


def test_a_hub_that_is_away_is_told_in_time(tmp_path):
    with (
        Madeleine("http://127.0.0.1:9", "mdl_none", retry_seconds=0.2) as nobody,
        pytest.raises(HubUnreachable) as away,
    ):
        nobody.stats()
    assert away.value.details == {"mayBeDone": False}


def test_the_same_is_awaited(folder):
    async def talk() -> None:
        async with await AsyncMadeleine.open(folder, embedder="none", command=COMMAND) as memory:
            lisa = memory.agent("lisa")
            heard: list[dict] = []

            async def listen() -> None:
                async for change in lisa.changes():
                    heard.append(change)
                    return

            listening = asyncio.create_task(listen())
            while not heard:
                await lisa.observe("Luna sleeps.")
                await asyncio.sleep(0.2)
            await listening
            assert heard
            answer = await lisa.recall("Luna")
            assert answer.memories[0].content == "Luna sleeps."
            assert [line async for line in memory.export()]
            assert (await memory.stats()).model_dump()

    asyncio.run(talk())


def test_every_verb_and_option_of_the_hub_is_there(memory):
    document = memory._http.get("/v1/openapi.json").json()
    seen = 0
    for methods in document["paths"].values():
        for operation in methods.values():
            owner, _, name = operation["operationId"].partition(".")
            if owner not in ("agent", "space"):
                continue
            seen += 1
            snake = re.sub(r"(?<!^)([A-Z])", r"_\1", name).lower()
            method = getattr(
                memory if owner == "space" else memory.agent("lisa"), f"{snake}_" if snake == "import" else snake
            )
            kind = ("Space" if owner == "space" else "") + name[0].upper() + name[1:] + "Options"
            options = document["components"]["schemas"].get(kind, {"properties": {}})["properties"]
            fields = (
                {field.alias or key for key, field in getattr(_models, kind).model_fields.items()} if options else set()
            )
            assert fields == set(options), f"{name}: run generate.py"
            assert method.__doc__ == operation["summary"]
    assert seen > 45
