"""How the command line is called: help by groups, a game first, hyphens, right forms for wrong calls, colours,
progress, completion, exit statuses, and the language of help."""

import io
import json
import os
import shlex
import subprocess
import sys
import time
from pathlib import Path

import pytest
from spoken_languages import WHOLE
from taroky import rules
from taroky.cli import main
from taroky.cli.options import Verb
from taroky.cli.progress import counted, shown
from taroky.cli.screen import screen
from taroky.cli.verbs import GROUPS, verbs
from taroky.messages import Message, known, languages, listed, say
from taroky.messages import language as spoken

VERBS = {verb.name: verb for verb in verbs()}
OF_A_GAME = [verb for verb in VERBS.values() if any(o.name == "--rules" for o in verb.options)]


@pytest.fixture(autouse=True)
def plain_system(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG", "NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "80")


def called(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str, str]:
    """The exit status of a call, and what it prints and says of errors."""
    try:
        status = main(args)
    except SystemExit as end:
        status = int(end.code or 0)
    printed = capsys.readouterr()
    return status, printed.out, printed.err


# -- the order of words -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "typed",
    [
        ("rules", "show", "hlucin", "--flat"),
        ("rules", "diff", "hlucin", "polish", "--json"),
        ("rules", "try", "hlucin", "polish", "--hands", "1"),
        ("rules", "pack", "hlucin", "--language", "cs"),
    ],
)
def test_options_may_stand_before_the_games_that_they_are_about(
    capsys: pytest.CaptureFixture[str], typed: tuple[str, ...]
) -> None:
    option = next(n for n, word in enumerate(typed) if word.startswith("--"))
    before = (*typed[:2], *typed[option:], *typed[2:option])
    assert called(capsys, *before) == called(capsys, *typed)
    status, _, error = called(capsys, "deal", "--seed", "3", "hlucin", "again")
    assert status == 2 and "“again” does not belong" in error


# -- help -------------------------------------------------------------------------------------------


def test_help_lists_every_command_under_its_group(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = called(capsys, "--help")
    assert status == 0
    places = [out.index(f"{say(f'help.group.{group}')}:") for group in GROUPS]
    assert places == sorted(places)
    for verb in VERBS.values():
        group = out[places[GROUPS.index(verb.group)] :].partition("\n\n")[0]
        assert f"\n  {verb.name} " in group, verb.name
    assert "Exit status: 0 answered; 2 wrong input" in out
    assert max(map(len, out.splitlines())) <= 80


@pytest.mark.parametrize("language", languages())
def test_every_word_of_help_is_there_in_every_language(
    language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    ids = {verb.help for verb in VERBS.values()}
    ids |= {option.help for verb in VERBS.values() for option in verb.options}
    ids |= {f"help.group.{group}" for group in GROUPS}
    for one in ids:
        assert known(one), one
        assert language not in WHOLE or say(one).said(language)
    for verb in VERBS:
        assert called(capsys, verb, "--help", "--language", language)[0] == 0


@pytest.mark.parametrize("language", languages())
def test_no_help_falls_back_to_english(
    language: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of every command and of the whole: each sentence in its language, and an example."""

    def in_no_other(message: Message, in_language: str = "") -> str:
        return message.said(in_language or spoken())

    monkeypatch.setattr(Message, "text", in_no_other)
    for words in ([], *([verb] for verb in VERBS)):
        status, out, err = called(capsys, *words, "--help", "--language", language)
        assert (status, err) == (0, ""), words
        if words:
            example = f" {VERBS[words[0]].example}"
            assert " ".join(out.split()).count(" ".join(example.split())) == 1, words
            head = out.partition("\n\n")[2].partition("\n\n")[0]
            english = say(VERBS[words[0]].help).said("en")
            assert (" ".join(head.split()) == english) is (language == "en"), words


@pytest.mark.parametrize(
    ("call", "helps"),
    [
        ("score hlucin povinnost", True),
        ("score --contract povinnost", True),
        ("score hlucin povinnost --declarer A --partner C", True),
        ("score hlucin solo", False),
        ("score hlucin varsava", False),
        ("score heun four", False),
        ("score polish", False),
        (
            "score hlucin povinnost --declarer A --partner C --points declarers=39 --announce A=pagat",
            False,
        ),
        ("count", True),
        ("count heun", False),
        ("sides", True),
        ("winner heun", False),
        ("rules show", False),
        ("rules diff hlucin", True),
        ("session add e.json", False),
    ],
)
def test_an_example_follows_only_where_it_shows_what_is_missing(
    call: str, helps: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, err = called(capsys, *call.split())
    verb = VERBS[call.split()[0]]
    assert (status, out) == (2, "")
    assert (f"As in: {verb.example}." in err) is helps
    assert err.endswith(f"Try: taroky {verb.name} --help\n")


def test_help_is_in_the_language_of_the_reader(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "Ask the rules" in called(capsys, "--help")[1]
    monkeypatch.setenv("LANG", "pl_PL.UTF-8")
    assert "Zapytać o zasady" in called(capsys, "--help")[1]
    assert "Czy chodziło o count?" in called(capsys, "cuont")[2]
    assert "Zeptat se pravidel" in called(capsys, "--help", "--language", "cs")[1]
    assert "Zeptat se pravidel" in called(capsys, "--language=cs", "--help")[1]
    monkeypatch.setenv("LC_ALL", "lt_LT.UTF-8")
    assert "Ask the rules" in called(capsys, "--help")[1]
    monkeypatch.delenv("LC_ALL")
    # Answers, which programs read, wait for --language.
    assert "The pagát takes the trick" in called(capsys, "winner", "KH", "4H", "I", "AH")[1]


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = called(capsys, "--version")
    assert status == 0 and out.startswith("taroky ") and out.count("\n") == 1


# -- calls ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "verb", [v for v in VERBS.values() if v.group != "clubs"], ids=lambda v: v.name
)
def test_the_example_of_each_command_works(
    verb: Verb, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    words = shlex.split(verb.example)
    assert words[:2] == ["taroky", verb.name]
    if "hand.txt" in words:
        end = ["--hands", "1"] if verb.name != "advice" else []
        hand = called(capsys, *(["play", "--bot", "thumb", *end] if end else ["deal"]))[1]
        Path("hand.txt").write_text(hand, "utf-8")
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    more = ["--deals", "6"] if verb.name == "worth" else []
    status, out, err = called(capsys, *words[1:], *more)
    assert (status, err) == (0, "") and out


@pytest.mark.parametrize("verb", OF_A_GAME, ids=lambda v: v.name)
def test_a_game_may_be_the_first_word(
    verb: Verb, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same call with --rules and with the game as its first word; near names are suggested."""
    monkeypatch.chdir(tmp_path)
    words = [word for word in shlex.split(verb.example)[1:] if word not in rules.ids()]
    words = (
        [word for word in words if word not in ("--seat", "A")] if verb.name == "play" else words
    )
    more = ["--deals", "6"] if verb.name == "worth" else []
    place = 2 if verb.name == "session" else 1
    old = called(capsys, *words, *more, "--rules", "hlucin")
    if verb.name == "session":
        Path("evening.json").unlink()
    assert old[0] == 0
    assert called(capsys, *words[:place], "hlucin", *words[place:], *more) == old
    if verb.name != "session":
        status, out, err = called(capsys, words[0], "hluicn", *words[1:])
        assert (status, out) == (2, "") and "Did you mean hlucin?" in err
        status, _, err = called(capsys, words[0], "heun", *words[1:], "--rules", "hlucin")
        assert status == 2 and "two games: heun and hlucin" in err


def test_a_house_table_may_be_the_game_and_facts_a_file(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    house = tmp_path / "house.yaml"
    house.write_text("table: house\ntitle: Ours\nextends: hlucin\n", "utf-8")
    facts = tmp_path / "facts.yaml"
    facts.write_text("pile: [KS, QS]\n", "utf-8")
    expected = called(capsys, "count", "KS", "QS")
    assert called(capsys, "count", str(house), "KS", "QS") == expected
    assert called(capsys, "count", str(house), str(facts)) == expected
    assert called(capsys, "count", str(facts)) == expected
    packed = called(capsys, "rules", "pack", str(house))[1].strip()
    assert called(capsys, "count", packed, "KS", "QS") == expected
    assert called(capsys, "count", "--seat", "A")[0] == 2


def test_no_card_or_word_is_taken_for_a_game() -> None:
    from taroky.cli.words import is_game

    for game in rules.ids():
        table = rules.load(game)
        for word in (*table.cards.cards, *table.contracts, *table.auction.calls, *table.offers):
            assert not is_game(word) and not is_game(word.lower()), word
    for word in ("mond", "pagat", "pagát", "skyz", "skiz", "none", "cut", "draw", "pass", "tap"):
        assert not is_game(word), word


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("first_dealer KS VII I XX", "first-dealer KS VII I XX"),
        ("next_dealer --contract povinnost --declarer A", "next-dealer povinnost --declarer A"),
        ("counted_for --contract solo --declarer A", "counted-for solo --declarer A"),
        ("legal --hand KS --trick_no 3", "legal KS --trick-no 3"),
        ("winner --trick KH 4H --trick_no=3", "winner KH 4H --trick-no=3"),
        ("--language cs first_dealer KS VII I XX", "--language cs first-dealer KS VII I XX"),
        ("calls --said first_dealer", "calls first_dealer"),
    ],
)
def test_old_spellings_work(old: str, new: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert called(capsys, *old.split()) == called(capsys, *new.split())


@pytest.mark.parametrize(
    ("args", "sentence", "command"),
    [
        ("", "Say what to do", ""),
        ("cuont KS", "“cuont” is not a command. Did you mean count?", ""),
        ("first-daeler", "Did you mean first-dealer?", ""),
        ("count", "“pile” is missing", "count"),
        ("count --pyle KS", "“--pyle” is not an option here. Did you mean --pile?", "count"),
        ("score --left_ovr 1", "Did you mean --left-over?", "score"),
        ("play --seed x", "“--seed” is “x”; expected a whole number.", "play"),
        (f"play --seed {'9' * 5000}", "expected a whole number", "play"),
        ("play --bot thum", "Did you mean thumb?", "play"),
        ("play --bot", "“--bot” needs a value after it.", "play"),
        ("play hlucin heun", "“heun” does not belong in this command.", "play"),
        ("play --rulse heun", "Did you mean --rules?", "play"),
        ("sides povinnost trojka", "“trojka” does not belong in this command.", "sides"),
        ("legal hlucin KS --hand QS", "“KS” does not belong in this command.", "legal"),
        ("score hlucin povinnost", "Say who the declarer is", "score"),
        ("sides", "Also give contract", "sides"),
        ("session", "“what” is missing.", "session"),
        ("session new", "“file” is missing", "session"),
        ("session nwe evening.json", "Did you mean new?", "session"),
        ("session show a.json b.json", "“b.json” does not belong in this command.", "session"),
        ("replay", "“file” is missing.", "replay"),
        ("review hand.txt", "“--seat” is missing.", "review"),
        ("rules dif hlucin heun", "Did you mean diff?", "rules"),
        ("rules diff hlucin", "two rule sets", "rules"),
        ("schema fact", "Did you mean facts?", "schema"),
        ("score --de A", "could mean --declarer, --declare", "score"),
        ("count --json=yes KS", "“--json” takes no value.", "count"),
        ("count --language cz KS", f"“cz” is not one of {listed(languages())}.", "count"),
        ("new", "“folder” is missing.", "new"),
        ("build --sight x", "Did you mean --site?", "build"),
    ],
)
def test_a_wrong_call_gets_one_sentence_and_the_right_form(
    args: str, sentence: str, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status, out, err = called(capsys, *args.split())
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("taroky: ") and sentence in err and len(err) < 500
    form = f"As in: {VERBS[command].example}. " if command else ""
    prefix = f"taroky {command}".strip()
    assert err.endswith(f"{form}Try: {prefix} --help\n")


def test_what_is_typed_twice_counts_together(capsys: pytest.CaptureFixture[str]) -> None:
    expected = called(capsys, "count", "KS", "QS", "I")
    assert called(capsys, "count", "--pile", "KS", "--pile", "QS", "I") == expected


# -- the terminal -----------------------------------------------------------------------------------


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("environment", "terminal", "red"),
    [
        ({}, True, True),
        ({}, False, False),
        ({"NO_COLOR": "1"}, True, False),
        ({"NO_COLOR": ""}, True, True),
        ({"FORCE_COLOR": "1"}, False, True),
        ({"FORCE_COLOR": ""}, False, False),
        ({"NO_COLOR": "1", "FORCE_COLOR": "1"}, True, False),
        ({"TERM": "dumb"}, True, False),
        ({"TERM": "dumb", "FORCE_COLOR": "1"}, False, True),
    ],
)
def test_red_suits_are_red_where_the_terminal_can(
    environment: dict[str, str], terminal: bool, red: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    out = Terminal() if terminal else io.StringIO()
    screen(out).write("KS KH 10D, AH: XIX (JD) hand A: 4H")
    coloured = "KS \x1b[31mKH\x1b[39m \x1b[31m10D\x1b[39m, \x1b[31mAH\x1b[39m: XIX (\x1b[31mJD\x1b[39m) hand A: \x1b[31m4H\x1b[39m"
    assert out.getvalue() == (coloured if red else "KS KH 10D, AH: XIX (JD) hand A: 4H")


def test_only_cards_are_red_and_data_never_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    plain = "A=KH HLU-PLAY-02 h.1H2D /4H/ MKH KHD 11H 0D D H house.KD"
    out = io.StringIO()
    screen(out).write(plain)
    assert out.getvalue() == plain
    data = io.StringIO()
    screen(data, plain=True).write("KH")
    assert data.getvalue() == "KH"


def test_files_and_json_have_no_colours(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    file = tmp_path / "deal.txt"
    assert "\x1b" in called(capsys, "deal")[1]
    assert called(capsys, "deal", "--out", str(file))[0] == 0
    assert "\x1b" not in file.read_text("utf-8")
    assert "\x1b" not in called(capsys, "deal", "--json")[1]


def test_progress_is_counted_and_goes_away(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr("sys.stderr", terminal)
    monkeypatch.setattr("taroky.cli.progress._PATIENCE", 0.01)
    monkeypatch.setattr("taroky.cli.progress._PERIOD", 0.01)
    with shown() as line:
        for _ in counted(range(4), 4):
            time.sleep(0.05)
        line.write(terminal, "half a line")
        drawn = terminal.getvalue()
        time.sleep(0.05)
        assert terminal.getvalue() == drawn
        line.write(terminal, " and the rest\n")
    assert "2 of 4, about 0 s left" in drawn
    assert drawn.endswith("\r\x1b[Khalf a line")
    assert terminal.getvalue().replace("\r\x1b[K", "\n").endswith("half a line and the rest\n")


@pytest.mark.parametrize("where", ["pipe", "dumb"])
def test_no_progress_in_a_pipe(where: str, monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.StringIO() if where == "pipe" else Terminal()
    monkeypatch.setenv("TERM", "dumb" if where == "dumb" else "xterm")
    monkeypatch.setattr("sys.stderr", stream)
    monkeypatch.setattr("taroky.cli.progress._PATIENCE", 0.01)
    assert list(counted(range(3), 3)) == [0, 1, 2]
    with shown():
        time.sleep(0.05)
    assert stream.getvalue() == ""


def test_a_terminal_sees_how_far_many_hands_are() -> None:
    """A real terminal for errors, a pipe for the answer, which stays whole."""
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "taroky", "play", "--bot", "club", "--hands", "2", "--json"]
    environment = {**os.environ, "TERM": "xterm"}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=theirs, env=environment
    ) as process:
        os.close(theirs)
        said = b""
        try:
            while more := os.read(ours, 1000):
                said += more
        except OSError:  # how a terminal ends that nobody holds any more
            pass
        assert process.stdout is not None
        hands = [json.loads(line) for line in process.stdout]
    os.close(ours)
    assert len(hands) == 2 and process.returncode == 0
    assert b"working, 1 s" in said or b"1 of 2, about " in said
    assert said.endswith(b"\r\x1b[K")


# -- completion, exit statuses ------------------------------------------------------------------------


def completed(line: str) -> set[str]:
    """The words that a shell is offered after a line."""
    environment = {
        **os.environ,
        "_ARGCOMPLETE": "1",
        "_ARGCOMPLETE_IFS": "\013",
        "_ARGCOMPLETE_SHELL": "bash",
        "_ARGCOMPLETE_STDOUT_FILENAME": os.devnull,
        "COMP_LINE": line,
        "COMP_POINT": str(len(line)),
        "_ARGCOMPLETE_SUPPRESS_SPACE": "1",
    }
    reading, writing = os.pipe()
    environment["_ARGCOMPLETE_STDOUT_FILENAME"] = f"/dev/fd/{writing}"
    subprocess.run(
        [sys.executable, "-m", "taroky"],
        env=environment,
        pass_fds=[writing],
        timeout=60,
        check=False,
    )
    os.close(writing)
    with os.fdopen(reading, encoding="utf-8") as file:
        return {word.strip() for word in file.read().split("\013") if word.strip()}


def test_shells_complete_commands_options_values_games_and_cards() -> None:
    assert completed("taroky co") == {"count", "counted-for"}
    assert completed("taroky count --pi") == {"--pile"}
    assert completed("taroky play --bot t") == {"thumb"}
    assert completed("taroky count hl") == {"hlucin"}
    assert completed("taroky count hlucin K") == {"KS", "KH", "KD", "KC"}
    assert completed("taroky count --rules ma") == {"machtarok"}
    assert completed("taroky rules diff he") == {"heun"}
    assert completed("taroky session s") == {"seat", "show", "stop"}


@pytest.mark.parametrize(
    ("shell", "word"),
    [("bash", "complete "), ("zsh", "#compdef"), ("fish", "complete --command taroky")],
)
def test_a_script_for_each_shell(
    shell: str, word: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    status, out, _ = called(capsys, "--completion", shell)
    assert status == 0 and word in out
    monkeypatch.setitem(sys.modules, "argcomplete.shell_integration", None)
    status, out, err = called(capsys, "--completion", shell)
    assert (status, out) == (2, "") and "pip install argcomplete" in err


def test_exit_statuses(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert called(capsys, "count", "KS")[0] == 0
    assert called(capsys, "count", "KX")[0] == 2

    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("taroky.cli.hands.play_hands", interrupted)
    assert called(capsys, "play")[0] == 130


def test_a_closed_pipe_is_no_error() -> None:
    command = f"{shlex.quote(sys.executable)} -m taroky play --hands 30 | head -1"
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "taroky 1\n", "")


def test_rows_are_whole() -> None:
    for verb in VERBS.values():
        assert verb.group in GROUPS
        names = [option.name for option in verb.options]
        assert len(names) == len(set(names)), verb.name
