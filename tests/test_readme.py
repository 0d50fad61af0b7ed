"""What the README says is true: its examples run, its pictures and files are there."""

from __future__ import annotations

import doctest
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_examples_in_python_run() -> None:
    blocks = "\n".join(re.findall(r"^```python\n(.*?)^```", README, flags=re.MULTILINE | re.DOTALL))
    parsed = doctest.DocTestParser().get_doctest(blocks, {}, "README.md", None, 0)
    assert len(parsed.examples) > 8
    runner = doctest.DocTestRunner()
    runner.run(parsed)
    assert runner.failures == 0


@pytest.mark.parametrize("link", sorted(set(re.findall(r"\]\(([^)#:]+)\)", README))))
def test_every_link_leads_somewhere(link: str) -> None:
    path = ROOT / link
    assert path.is_file()
    if path.suffix == ".svg":
        ElementTree.parse(path)


@pytest.mark.parametrize("folder", sorted(set(re.findall(r"`(eko_companion/[a-z]+)`", README))))
def test_every_folder_named_is_there(folder: str) -> None:
    assert (ROOT / folder).is_dir()
