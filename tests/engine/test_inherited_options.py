"""A game has a house option of the game it extends because somebody wants it there."""

from pathlib import Path

import pytest
import yaml
from taroky import rules
from taroky.rules.tree import read_file

WANTED: dict[str, list[str]] = yaml.safe_load(
    Path(__file__).with_name("inherited_options.yaml").read_text("utf-8")
)


@pytest.mark.parametrize("name", WANTED)
def test_options_are_inherited_on_purpose(name: str) -> None:
    written = read_file(rules.FOLDER / f"{name}.yaml").plain()
    parent = written["extends"]
    inherited = rules.load(name).options.keys() & rules.load(parent).options.keys()
    unasked = inherited - written.get("options", {}).keys() - set(WANTED[name])
    problems = "\n".join(
        f"{name} has the option {key} from {parent}, unasked: write {key}: off below options in "
        f"engine/taroky/rules/{name}.yaml, or add it to tests/engine/inherited_options.yaml."
        for key in sorted(unasked)
    )
    assert not problems, problems
    assert set(WANTED[name]) <= inherited
