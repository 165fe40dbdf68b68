"""The files that a host of repositories reads: workflows, templates, citation."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

import ulpia

yaml = pytest.importorskip("yaml")

ROOT = Path(__file__).parents[2]
GITHUB = ROOT / ".github"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
WORKFLOWS = sorted((GITHUB / "workflows").glob("*.yml"))


def read(path: Path) -> Any:
    return yaml.safe_load(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    "path", [*sorted(GITHUB.rglob("*.yml")), ROOT / "CITATION.cff"], ids=lambda path: path.relative_to(ROOT).as_posix()
)
def test_every_file_is_yaml_without_doubled_keys_or_tabs(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert "\t" not in text

    def walk(node: Any) -> None:
        if isinstance(node, yaml.MappingNode):
            keys = [key.value for key, _ in node.value]
            assert len(keys) == len(set(keys)), keys
            for _, value in node.value:
                walk(value)
        elif isinstance(node, yaml.SequenceNode):
            for value in node.value:
                walk(value)

    walk(yaml.compose(text))


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_a_workflow_has_what_it_needs(path: Path) -> None:
    workflow = read(path)
    assert workflow["name"]
    assert workflow[True]  # YAML 1.1 reads the key `on` as yes
    assert workflow["permissions"] == {"contents": "read"}
    for job in workflow["jobs"].values():
        assert job["runs-on"].startswith("ubuntu-")
        assert job["timeout-minutes"] > 0
        assert all(("uses" in step) != ("run" in step) for step in job["steps"])
        assert all(re.search(r"@v\d|@release/v\d", step["uses"]) for step in job["steps"] if "uses" in step)


def test_the_workflows_that_are_expected() -> None:
    assert {path.stem for path in WORKFLOWS} == {"test", "nightly", "release"}


def test_every_python_of_the_classifiers_is_tested() -> None:
    classified = re.findall(r"Python :: (3\.\d+)", " ".join(PROJECT["project"]["classifiers"]))
    jobs = read(GITHUB / "workflows" / "test.yml")["jobs"]
    assert classified == jobs["quick"]["strategy"]["matrix"]["python"]


def test_the_makefile_targets_of_workflows_exist() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.M))
    for path in WORKFLOWS:
        for job in read(path)["jobs"].values():
            for step in job["steps"]:
                assert set(re.findall(r"\bmake ([a-z]+)", step.get("run", ""))) <= targets


def test_issue_forms_have_what_they_need() -> None:
    forms = [path for path in (GITHUB / "ISSUE_TEMPLATE").glob("*.yml") if path.name != "config.yml"]
    assert len(forms) >= 3
    for path in forms:
        form = read(path)
        assert {"name", "description", "body"} <= set(form)
        for field in form["body"]:
            assert field["type"] in ("markdown", "textarea", "input", "dropdown", "checkboxes")
            assert "attributes" in field


def test_the_citation_is_of_this_version() -> None:
    citation = read(ROOT / "CITATION.cff")
    assert {"cff-version", "message", "title", "authors", "license", "version", "type"} <= set(citation)
    assert citation["cff-version"] == "1.2.0"
    assert citation["version"] == ulpia.__version__
    assert citation["license"] == PROJECT["project"]["license"]
    assert citation["authors"] == [{"name": PROJECT["project"]["authors"][0]["name"]}]


def test_every_pinned_version_is_pinned_once() -> None:
    names = [line.partition("==")[0].lower() for line in (ROOT / "constraints.txt").read_text().split()]
    assert len(names) == len(set(names))


def test_every_requirement_is_pinned_and_has_a_lower_bound() -> None:
    pinned = {
        re.sub(r"[-_.]+", "-", line.partition("==")[0]).lower()
        for line in (ROOT / "constraints.txt").read_text().split()
    }
    project = PROJECT["project"]
    groups = [*project["optional-dependencies"].values(), *PROJECT["dependency-groups"].values()]
    for requirement in [*project["dependencies"], *(one for group in groups for one in group)]:
        if isinstance(requirement, dict) or requirement.startswith("ulpia["):
            continue
        assert ">=" in requirement, requirement
        assert re.sub(r"[-_.]+", "-", re.split(r"[\[>=]", requirement)[0]).lower() in pinned, requirement
