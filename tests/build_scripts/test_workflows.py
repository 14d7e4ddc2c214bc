"""What is run after a push: the tests in all engines, and the site put on the web."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml
from taroky_devtools import release
from taroky_devtools.browsers import ENGINES

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / ".github" / "workflows"


def workflow(name: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The workflow of that name and the steps of all its jobs."""
    made = yaml.safe_load((FOLDER / f"{name}.yml").read_text("utf-8"))
    return made, [step for job in made["jobs"].values() for step in job["steps"]]


@pytest.mark.parametrize(("name", "count"), [("ci", 13), ("pages", 6), ("release", 3)])
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
    install, run, browsers, generator, *_ = [step["run"] for step in steps if "run" in step]
    assert install.endswith(
        f"install -y --no-install-recommends {' '.join(ENGINES['webkit'].packages)}"
    )
    assert (run, browsers) == ("bash .ci/run", "make test-browsers")
    assert generator == "make properdocs"


def test_the_site_is_built_for_its_address_with_copies_to_carry() -> None:
    _, steps = workflow("pages")
    (make,) = (step for step in steps if step.get("run", "").startswith("make "))
    assert make["env"] == {
        "SITE_URL": "${{ steps.pages.outputs.base_url }}/",
        "TAROKY_CONTACT": "${{ github.server_url }}/${{ github.repository }}",
    }
    assert "contact: !ENV [TAROKY_CONTACT," in (ROOT / "mkdocs.yml").read_text("utf-8")
    assert "site_url: !ENV [SITE_URL," in (ROOT / "mkdocs.yml").read_text("utf-8")
    assert make["run"] == "make offline"  # which puts them on the site


def test_what_people_install_is_tried_on_their_pythons_and_on_windows() -> None:
    made, _ = workflow("ci")
    job = made["jobs"]["commands"]
    assert job["needs"] == "wheels" and {"run": "make wheels"} in made["jobs"]["wheels"]["steps"]
    assert set(job["strategy"]["matrix"]["os"]) >= {"ubuntu-latest", "windows-latest"}
    named = job["strategy"]["matrix"]["python"]
    for package in ("engine", "tutorials", "build_scripts"):
        project = tomllib.loads((ROOT / package / "pyproject.toml").read_text("utf-8"))["project"]
        classes = [one.rpartition(" :: ")[2] for one in project["classifiers"]]
        assert [one for one in classes if re.fullmatch(r"3\.\d+", one)] == named
        assert project["requires-python"] == f">={named[0]}"
    runs = [step.get("run", "") for step in job["steps"]]
    assert "python .ci/commands.py" in runs and any("pytest" in run for run in runs)


def test_new_versions_of_all_that_is_pinned_are_proposed() -> None:
    settings = yaml.safe_load((ROOT / ".github" / "dependabot.yml").read_text("utf-8"))
    folders = {one["package-ecosystem"]: one["directory"] for one in settings["updates"]}
    assert folders == {"pip": "/requirements", "npm": "/", "github-actions": "/"}
    assert (ROOT / "requirements" / "site.txt").exists() and (ROOT / "package-lock.json").exists()


def test_there_is_a_form_for_each_kind_of_mistake() -> None:
    forms = {
        file.stem: yaml.safe_load(file.read_text("utf-8"))
        for file in (ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml")
    }
    assert set(forms) == {"rule-is-wrong", "played-otherwise", "odd-sentence"}
    for form in forms.values():
        assert form["name"] and form["description"] and form["title"]
        ids = [field["id"] for field in form["body"]]
        assert len(set(ids)) == len(ids) >= 3
        assert any(field.get("validations", {}).get("required") for field in form["body"])


def test_a_citation_names_the_last_release() -> None:
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    changes = (ROOT / "CHANGELOG.md").read_text("utf-8")
    released = re.search(r"^## \[(\d+\.\d+\.\d+)\] - (\S+)$", changes, re.MULTILINE)
    assert released
    assert (cited["version"], str(cited["date-released"])) == released.groups()
    assert cited["license"] == "MIT" and cited["cff-version"] == "1.2.0"


def test_a_tag_gets_the_files_of_its_release() -> None:
    made, steps = workflow("release")
    assert made[True] == {"push": {"tags": ["v*"]}}  # YAML reads "on" so
    assert made["jobs"]["release"]["permissions"] == {"contents": "write"}
    make, of_tag, _, upload = [step["run"] for step in steps if "run" in step]
    assert make == "make release" and "${TAG#v}" in of_tag
    for name in (release.ARCHIVE, release.SUMS, "*.whl"):
        assert f"dist/{name}" in upload
