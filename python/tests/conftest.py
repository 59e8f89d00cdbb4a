"""Hubs on embedded stores on disk: one of a test's own, and one that tests with an agent of their own share."""

import json
import os
import signal
from pathlib import Path

import pytest

from madeleine_memory import Madeleine

COMMAND = ["node", str(Path(__file__).parents[2] / "bin" / "madeleine.js")]


def end_hub(folder: Path, sent: int = signal.SIGTERM) -> None:
    pid = json.loads((folder / "hub.json").read_text())["pid"]
    os.kill(pid, sent)


@pytest.fixture
def folder(tmp_path):
    at = tmp_path / "memory"
    yield at
    if (at / "hub.json").exists():
        end_hub(at)


@pytest.fixture
def memory(folder):
    with Madeleine.open(folder, embedder="none", command=COMMAND) as opened:
        yield opened


@pytest.fixture(scope="session")
def shared(tmp_path_factory):
    at = tmp_path_factory.mktemp("shared") / "memory"
    with Madeleine.open(at, embedder="none", command=COMMAND) as opened:
        yield opened
    end_hub(at)


@pytest.fixture
def agent(shared, request):
    return shared.agent(request.node.name)
