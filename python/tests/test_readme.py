"""The examples of the README, run as they stand in a folder of their own."""

import contextlib
import io
import re
from pathlib import Path

import pytest
from conftest import COMMAND, end_hub

README = (Path(__file__).parents[1] / "README.md").read_text()
EXAMPLES = re.findall(r"```python\n(.*?)```\n+```\n(.*?)```", README, re.DOTALL)


def without_date(text):
    return re.sub(r"\d{1,2} \w+ \d{4}", "today", text)


@pytest.mark.parametrize(("code", "printed"), EXAMPLES, ids=[f"example {at + 1}" for at in range(len(EXAMPLES))])
def test_an_example_prints_what_the_readme_says(code, printed, tmp_path, monkeypatch):
    for neighbour in re.findall(r"from madeleine_memory\.(\w+) import", code):
        try:
            __import__(f"madeleine_memory.{neighbour}")
        except ImportError as missing:
            pytest.skip(f"a library is not there: {missing}")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MADELEINE_COMMAND", " ".join(COMMAND))
    said = io.StringIO()
    try:
        with contextlib.redirect_stdout(said):
            exec(compile(code, "README.md", "exec"), {"__name__": "__main__"})
    finally:
        end_hub(tmp_path / "memory")
    assert without_date(said.getvalue()) == without_date(printed)


def test_every_example_is_run():
    assert len(EXAMPLES) == README.count("```python")
