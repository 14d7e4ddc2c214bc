"""What is run after a push: the tests in all engines, and the site put on the web."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from taroky_devtools.browsers import ENGINES

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / ".github" / "workflows"


def workflow(name: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The workflow of that name and the steps of all its jobs."""
    made = yaml.safe_load((FOLDER / f"{name}.yml").read_text("utf-8"))
    return made, [step for job in made["jobs"].values() for step in job["steps"]]


@pytest.mark.parametrize(("name", "count"), [("ci", 6), ("pages", 6)])
def test_workflows_only_read_and_their_actions_cannot_change(name: str, count: int) -> None:
    made, steps = workflow(name)
    assert made["permissions"] == {"contents": "read"}
    actions = [step["uses"] for step in steps if "uses" in step]
    assert len(actions) == count
    assert all(re.fullmatch(r"actions/[a-z-]+@[0-9a-f]{40}", action) for action in actions)


def test_every_push_is_tested_in_webkit_too() -> None:
    """A machine of GitHub's has Chrome and Firefox, and nobody is root there, without which we
    install no WebKit by ourselves."""
    _, steps = workflow("ci")
    *_, install, run, browsers, generator = [step["run"] for step in steps if "run" in step]
    assert install.endswith(
        f"install -y --no-install-recommends {' '.join(ENGINES['webkit'].packages)}"
    )
    assert (run, browsers) == ("bash .ci/run", "make test-browsers")
    assert generator == "make properdocs"


def test_the_site_is_built_for_its_address_with_copies_to_carry() -> None:
    _, steps = workflow("pages")
    (make,) = (step for step in steps if step.get("run", "").startswith("make "))
    assert make["env"] == {"SITE_URL": "${{ steps.pages.outputs.base_url }}/"}
    assert "site_url: !ENV [SITE_URL," in (ROOT / "mkdocs.yml").read_text("utf-8")
    assert make["run"] == "make offline"  # which puts them on the site
