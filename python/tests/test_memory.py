"""The client against a real hub on an embedded store on disk."""

import asyncio
import errno
import importlib.resources
import inspect
import json
import os
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
    default_folder,
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
    with pytest.raises(MadeleineError, match='"content" must not be blank'):
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
    with pytest.raises(MadeleineError, match='recall: "profile" must be one of balanced, .*, got "newer profile"'):
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


def test_a_note_that_is_imported_has_the_time_at_which_its_file_was_changed(memory, tmp_path):
    note = tmp_path / "luna.md"
    note.write_text("Luna sleeps on the warm windowsill.\n")
    changed_at = datetime(2023, 5, 2, tzinfo=timezone.utc)
    os.utime(note, (changed_at.timestamp(), changed_at.timestamp()))
    memory.import_(note, agent="lisa")
    assert memory.agent("lisa").latest()[0].occurred_at == changed_at


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
    with pytest.raises(MadeleineError, match='"at" cannot be made a folder') as refused:
        Madeleine.open(file, command=COMMAND)
    assert refused.value.code == "STORE_PATH"
    with pytest.raises(HubUnreachable, match="did not start"):
        Madeleine.open(tmp_path / "memory", command=["false"])
    assert find_hub(tmp_path / "nowhere") is None


def test_a_folder_is_read_as_the_command_line_reads_it(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    with pytest.raises(HubUnreachable, match="did not start"):
        Madeleine.open("~/memory", command=["false"])
    assert (tmp_path / "memory" / "hub.log").exists()
    monkeypatch.setenv("MADELEINE_AT", "~/elsewhere")
    assert default_folder() == tmp_path / "elsewhere"
    monkeypatch.setenv("MADELEINE_AT", "ws://127.0.0.1:8000")
    with pytest.raises(MadeleineError, match='open: "at" must be the path of a folder, got "ws://127.0.0.1:8000"'):
        Madeleine.open()


def test_a_killed_hub_whose_number_a_process_of_another_account_has_is_none(tmp_path, monkeypatch):
    def kill(*_):
        raise PermissionError(errno.EPERM, "not permitted")

    (tmp_path / "hub.json").write_text(json.dumps({"url": AWAY, "pid": 1}))
    monkeypatch.setattr(os, "kill", kill)
    assert find_hub(tmp_path) is None


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


AWAY = "http://127.0.0.1:9"
"""Nobody listens there, so a call that is sent ends as HubUnreachable and not as a refusal."""


@pytest.fixture(params=[Madeleine, AsyncMadeleine])
def away(request):
    """A client without a hub, and what a call of it comes to."""

    async def outcome(call):
        answer = call()
        return [one async for one in answer] if hasattr(answer, "__aiter__") else await answer

    def run(call):
        if request.param is AsyncMadeleine:
            return asyncio.run(outcome(call))
        answer = call()
        return list(answer) if hasattr(answer, "__next__") else answer

    return request.param(AWAY, "mdl_none", retry_seconds=0), run


def refused(run, call) -> MadeleineError:
    with pytest.raises(MadeleineError) as error:
        run(call)
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 300
    return error.value


def verbs_of(memory):
    """Each verb of an agent and of the space, with the options that it takes and those that it needs."""
    for target in (memory.agent("lisa"), memory):
        for name, method in inspect.getmembers(target, inspect.ismethod):
            if not name.startswith("_") and name not in ("agent", "open", "close"):
                options = inspect.signature(method).parameters.values()
                yield (
                    name,
                    method,
                    [one.name for one in options],
                    [one.name for one in options if one.default is one.empty],
                )


SAID = "Luna purrs."


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (lambda lisa: lisa.observe(SAID, shared="yes"), 'observe: "shared" must be true or false, got "yes".'),
        (lambda lisa: lisa.observe(SAID, shared=1), 'observe: "shared" must be true or false, got 1.'),
        (lambda lisa: lisa.observe(5), 'observe: "content" must be a string, got 5.'),
        (lambda lisa: lisa.observe(""), 'observe: "content" must not be blank, got "".'),
        (lambda lisa: lisa.observe(None), 'observe: "content" is required.'),
        (
            lambda lisa: lisa.observe(SAID, tags=("vet",)),
            'observe: "tags" must be a list of strings, got a tuple of 1.',
        ),
        (lambda lisa: lisa.observe(SAID, tags=["vet"] * 33), 'observe: "tags" must be at most 32 items, got 33.'),
        (lambda lisa: lisa.observe(SAID, mood=5), 'observe: "mood" must be { valence, arousal }, got 5.'),
        (
            lambda lisa: lisa.observe(SAID, metadata={"seen": {1}}),
            'observe: "metadata.seen" must be a JSON value, got a set.',
        ),
        (lambda lisa: lisa.recall("x", limit=0), 'recall: "limit" must be a whole number, 1-200, got 0.'),
        (lambda lisa: lisa.recall("x", limit="3"), 'recall: "limit" must be a whole number, 1-200, got "3".'),
        (lambda lisa: lisa.recall("x", limit=True), 'recall: "limit" must be a whole number, 1-200, got True.'),
        (lambda lisa: lisa.recall("x", min_relevance=5), 'recall: "min_relevance" must be 0-1, got 5.'),
        (lambda lisa: lisa.recall("x", from_=5), 'recall: "from_" must be a datetime or an ISO 8601 string, got 5.'),
        (lambda lisa: lisa.facts(about="Mark"), 'facts: "about" must be a list of strings, got "Mark".'),
        (
            lambda lisa: lisa.observe_many([{"content": SAID, "shared": "yes"}]),
            'observe_many: "observations[0].shared" must be true or false, got "yes".',
        ),
        (
            lambda lisa: lisa.observe_many([{"conten": SAID}]),
            'observe_many: "observations[0].conten" is not known; leave it out.',
        ),
        (
            lambda lisa: lisa.think(SAID, revises_thought=True),
            'think: "revises_thought" must be a whole number, 1-1,000,000, or a string, got True.',
        ),
    ],
)
def test_what_an_option_must_not_be_is_refused_in_one_sentence_and_nothing_is_sent(away, call, told):
    memory, run = away
    lisa = memory.agent("lisa")
    error = refused(run, lambda: call(lisa))
    assert (error.code, error.status, str(error)) == ("INVALID_ARGUMENT", 400, told)
    assert error.hint.endswith(".")


def test_a_refusal_shows_how_to_write_what_was_meant(away):
    memory, run = away
    lisa = memory.agent("lisa")
    assert refused(run, lambda: lisa.facts(about="Mark")).hint == 'Write about=["Mark"].'
    assert 'Did you mean "content"?' in refused(run, lambda: lisa.observe_many([{"conten": SAID}])).hint


def test_each_option_of_each_verb_is_refused_where_it_is_of_no_type_that_there_is(away):
    memory, run = away
    seen = 0
    for name, method, options, needed in verbs_of(memory):
        for option in options:
            given = {**dict.fromkeys(needed, "x"), option: b"bytes"}
            error = refused(run, lambda method=method, given=given: method(**given))
            assert error.code == "INVALID_ARGUMENT", error
            assert str(error).startswith(f"{name.rstrip('_')}: ")
            seen += 1
    assert seen > 300


def test_a_client_that_was_closed_says_so_by_each_verb(away):
    memory, run = away
    lists = {"observations": [{"content": SAID}], "facts": [{"content": SAID}], "agents": ["lisa", "mark"]}
    called = list(verbs_of(memory))
    closing = memory.close()
    if closing is not None:
        asyncio.run(closing)
    for name, method, _, needed in called:
        given = {option: lists.get(option, "confirmed" if option == "state" else "x") for option in needed}
        error = refused(run, lambda method=method, given=given: method(**given))
        told = f"{name.rstrip('_')}: the memory is closed; open it again."
        assert (error.code, str(error), error.hint) == ("CLOSED", told, "Open the memory again.")
    with pytest.raises(MadeleineError, match="agent: the memory is closed"):
        memory.agent("lisa")


def test_who_listens_hears_no_error_where_the_client_is_closed(folder):
    async def listen() -> list:
        async with await AsyncMadeleine.open(folder, embedder="none", command=COMMAND) as memory:
            listening = asyncio.create_task(anext_of(memory.changes()))
            await asyncio.sleep(0.5)
        return await asyncio.wait_for(listening, 5)

    async def anext_of(changes) -> list:
        return [change async for change in changes]

    assert asyncio.run(listen()) == []


@pytest.mark.parametrize("client", [Madeleine, AsyncMadeleine])
def test_what_is_no_address_token_or_space_is_refused_at_once(client):
    for url in ("nonsense", "", "ftp://hub", "http://", "http://hub:99999", "http://[hub", "http://a b", 5, None):
        with pytest.raises(
            MadeleineError, match='connect: "url" must be the http:// or https:// address of a hub, got'
        ):
            client(url, "mdl_none")
    for token in ("", None, 5, "a\nb", "é"):
        with pytest.raises(MadeleineError, match='connect: "token" must be'):
            client(AWAY, token)
    with pytest.raises(MadeleineError, match='connect: "space" must be 1-64 letters'):
        client(AWAY, "mdl_none", space="a b")
    with pytest.raises(MadeleineError, match='connect: "retry_seconds" must be 0-600, got "5"'):
        client(AWAY, "mdl_none", retry_seconds="5")
    for name in (5, None, "..", "x" * 257, "\ud800"):
        with pytest.raises(MadeleineError, match='agent: "name" must be'):
            client(AWAY, "mdl_none").agent(name)


def test_what_a_store_is_not_opened_with_is_refused():
    for wrong, told in [
        ({"at": 5}, '"at" must be the path of a folder, got 5'),
        ({"at": ""}, '"at" must not be blank'),
        ({"at": "memory", "command": "node"}, '"command" must be a list of strings, got "node"'),
        ({"at": "memory", "space": "a b"}, '"space" must be 1-64 letters'),
        ({"at": "memory", "embedder": 5}, '"embedder" must be a string'),
    ]:
        with pytest.raises(MadeleineError, match=f"open: {told}"):
            Madeleine.open(**wrong)
        with pytest.raises(MadeleineError, match=f"open: {told}"):
            asyncio.run(AsyncMadeleine.open(**wrong))


def test_a_file_that_cannot_be_read_and_a_hub_that_is_away_are_told_alike_by_all_verbs(away, tmp_path):
    memory, run = away
    for file, why in ((tmp_path / "none", "ENOENT"), (tmp_path, "EISDIR")):
        error = refused(run, lambda file=file: memory.import_(file))
        assert (error.code, f"({why}); name a file that is there." in str(error)) == ("INVALID_ARGUMENT", True)
    for call in (memory.export, memory.changes, memory.backup, memory.stats):
        error = refused(run, call)
        assert (error.code, error.details) == ("HUB_UNREACHABLE", {"mayBeDone": False})


def test_times_within_lists_and_nothing_within_metadata_arrive(memory):
    lisa = memory.agent("lisa")
    lisa.observe_many(
        [{"content": SAID, "occurred_at": datetime(2024, 5, 2), "metadata": {"none": None, "two": (1, 2)}}]
    )
    found = lisa.latest()[0]
    assert found.occurred_at == datetime(2024, 5, 2, tzinfo=timezone.utc)
    assert found.believers[0].metadata == {"none": None, "two": [1, 2]}


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
