"""What is read from Lighthouse's reports, and what is said where it cannot look; a small program stands
in for Lighthouse itself."""

from __future__ import annotations

import json
import stat
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from taroky_build.errors import BuildError
from taroky_devtools import browsers, lighthouse

URL = "http://127.0.0.1/learn/"


def report(
    speed: float | None, machine: float = 1800, **audits: tuple[float | None, int]
) -> dict[str, Any]:
    """A report of one visit: a mark for speed, how fast the machine is, and audits with score and
    weight."""
    return {
        "environment": {"benchmarkIndex": machine},
        "categories": {
            "performance": {
                "score": speed,
                "auditRefs": [
                    {"id": name, "weight": weight} for name, (_, weight) in audits.items()
                ],
            },
            "seo": {"score": 1, "auditRefs": []},
        },
        "audits": {
            name: {
                "title": name.title(),
                "score": score,
                **({"displayValue": "2.1 s"} if name == "slow" else {}),
            }
            for name, (score, _) in audits.items()
        },
    }


def test_marks_are_medians_out_of_a_hundred() -> None:
    visits = [report(speed) for speed in (0.99, 0.5, 0.955)]
    assert lighthouse.middle(visits) == {"performance": 96, "seo": 100}
    assert lighthouse.middle([report(None)])["performance"] == 0


def test_what_counts_and_is_below_good_is_wanting() -> None:
    visit = report(
        0.9,
        slow=(0.89, 10),
        labels=(0, 3),
        fine=(lighthouse.GOOD, 5),
        asked=(None, 5),
        informs=(0, 0),
    )
    assert list(lighthouse.weak(visit)) == ["Slow: 2.1 s", "Labels: no"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (None, "wrote no report of http://127.0.0.1/learn/ that can be read"),
        ("{", "wrote no report"),
        ("[]", "wrote no report"),
        ("{}", "wrote no report"),
        ('{"categories": {"seo": null}}', "wrote no report"),
        ('{"categories": {"seo": {"score": 1}}}', "wrote no report"),
        (
            '{"categories": {"seo": {"score": 1}}, "environment": {"benchmarkIndex": "12"}}',
            "wrote no report",
        ),
        ('{"categories": {}}', "could not look at http://127.0.0.1/learn/: it gave no marks"),
        (
            '{"categories": {}, "runtimeError": {"message": "The page did not load (404)."}}',
            r": The page did not load \(404\)\.",
        ),
    ],
)
def test_a_report_that_says_nothing(tmp_path: Path, text: str | None, said: str) -> None:
    file = tmp_path / "report.json"
    if text is not None:
        file.write_text(text, "utf-8")
    with pytest.raises(BuildError, match=said):
        lighthouse.read(file, URL)


# -- the whole of it, with another program for Lighthouse ---------------------------------------------


@pytest.fixture
def site(tmp_path: Path) -> Path:
    (tmp_path / "site" / "learn").mkdir(parents=True)
    for folder in ("site", "site/learn"):
        (tmp_path / folder / "index.html").write_text("<h1>Taroky</h1>", "utf-8")
    return tmp_path / "site"


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], str]:
    """Makes a program that does this with `url`, `target` and the browser it is told; there is one."""
    monkeypatch.setattr(browsers, "find", lambda: "/usr/bin/some-chromium")

    def make(does: str) -> str:
        file = tmp_path / "lighthouse"
        file.write_text(
            f"#!{sys.executable}\nimport json, os, sys, urllib.request\n"
            "url = sys.argv[1]\n"
            "target = next(w.partition('=')[2] for w in sys.argv if w.startswith('--output-path='))\n"
            f"{does}\n",
            "utf-8",
        )
        file.chmod(file.stat().st_mode | stat.S_IXUSR)
        return str(file)

    return make


def test_each_page_is_looked_at_so_often(site: Path, program: Callable[[str], str]) -> None:
    log = site.parent / "log"
    does = (
        "assert urllib.request.urlopen(url).read() == b'<h1>Taroky</h1>'\n"
        f"print(url, os.environ['CHROME_PATH'], file=open({str(log)!r}, 'a'))\n"
        f"json.dump({json.dumps(report(0.5, labels=(0, 3)))}, open(target, 'w'))"
    )
    lines = list(lighthouse.look(["", "learn/"], site, 2, program(does)))
    marks = '{"performance": 50, "seo": 100}, machine 1,800'
    assert lines == [f"home {marks}", "    Labels: no", f"learn/ {marks}", "    Labels: no"]
    visits = [line.split() for line in log.read_text("utf-8").splitlines()]
    assert [url.split("/", 3)[3] for url, _ in visits] == ["", "", "learn/", "learn/"]
    assert {chromium for _, chromium in visits} == {"/usr/bin/some-chromium"}


def test_a_machine_that_is_slower_than_it_is_taken_for(
    site: Path, program: Callable[[str], str]
) -> None:
    reads = "factor = next(w.partition('=')[2] for w in sys.argv if 'Slowdown' in w)\n"
    slow = json.dumps(report(0.5, machine=1100))
    does = (
        f"{reads}found = {slow}\nfound['categories']['performance']['score'] = float(factor) / 10\n"
    )
    name = program(f"{does}json.dump(found, open(target, 'w'))")
    line, said = lighthouse.look([""], site, 1, name)
    assert line == 'home {"performance": 40, "seo": 100}, machine 1,100'
    assert said.startswith("This machine is slower (1,100) than") and "--slowdown 2" in said
    [line] = lighthouse.look([""], site, 1, name, 2.5)
    assert '"performance": 25' in line


@pytest.mark.parametrize(
    ("does", "said"),
    [
        ("sys.exit('at x.js:1\\nUnable to connect to Chrome')", "Unable to connect to Chrome"),
        ("sys.exit(3)", "it ended with 3"),
        ("pass", "that can be read"),
    ],
)
def test_a_lighthouse_that_fails_is_told_in_one_sentence(
    site: Path,
    program: Callable[[str], str],
    does: str,
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ["lighthouse", "--site", str(site), "--program", program(does), "learn/"]
    monkeypatch.setattr(sys, "argv", words)
    assert lighthouse.main() == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert said in err and err.startswith("Lighthouse") and len(err.splitlines()) == 1


def test_one_that_never_ends(
    site: Path, program: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lighthouse, "_SECONDS", 0.5)
    with pytest.raises(BuildError, match=r"had not done with .* after 0\.5 seconds"):
        list(lighthouse.look([""], site, 1, program("import time; time.sleep(60)")))


def test_what_is_missing_is_named(
    site: Path, program: Callable[[str], str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def look(folder: Path = site, name: str | None = None) -> str:
        with pytest.raises(BuildError) as problem:
            list(lighthouse.look([""], folder, 1, name))
        return str(problem.value)

    assert (
        look(tmp_path / "none") == f"There is no site in {tmp_path / 'none'}: run make site first."
    )
    program("")
    assert look(name=str(tmp_path / "nowhere")).endswith(
        "could not be started: No such file or directory."
    )
    monkeypatch.setenv("PATH", str(tmp_path))
    assert look() == "npx is missing: install Node.js, or name a Lighthouse with --program."
    monkeypatch.setattr(browsers, "find", lambda: None)
    assert look() == browsers.MISSING


@pytest.mark.parametrize(
    ("option", "said"),
    [
        ("--runs=0", "“0” is not a valid number of runs; expected 1 or more"),
        ("--runs=-1", "“-1” is not a valid number of runs"),
        ("--runs=x", "“x” is not a valid number of runs"),
        ("--slowdown=0", "“0” is no slowdown; expected 1 to 20, such as 2"),
        ("--slowdown=nan", "“nan” is no slowdown"),
        ("--slowdown=two", "“two” is no slowdown"),
    ],
)
def test_a_number_that_is_none(
    option: str, said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["lighthouse", option])
    with pytest.raises(SystemExit):
        lighthouse.main()
    assert said in capsys.readouterr().err
