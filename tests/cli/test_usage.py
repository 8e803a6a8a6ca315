"""Languages, help, and words that say nothing."""

import argparse
import gettext
import inspect
import re

import pytest

from game import __version__, cli, commands, texts, usage
from game.content.scripts import parse_lines
from game.paths import maps
from game.texts import LANGUAGES, language, set_language, tr
from tests.cli.calls import here


@pytest.mark.parametrize("lang", LANGUAGES)
def test_lang_is_taken_before_and_after_the_command(capsys: pytest.CaptureFixture[str], lang: str) -> None:
    ways = (("--lang", lang, "list"), ("list", "--lang", lang), (f"--lang={lang}", "list"), ("list", f"--lang={lang}"))
    said = [here(capsys, *words) for words in ways]
    assert {code for code, _, _ in said} == {0}
    assert len({out for _, out, _ in said}) == 1
    set_language(lang)
    try:
        assert tr("The old bridge") in here(capsys, "list", "maps", "--lang", lang)[1]
    finally:
        set_language("en")


def test_the_language_is_that_asked_for_else_that_of_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli, "guess_language", lambda: "es")
    try:
        assert cli.main(["list", "weapons"]) == 0
        assert language() == "es"
        assert cli.main(["list", "weapons", "--lang", "pt_BR"]) == 0
        assert language() == "pt_BR"
    finally:
        set_language("en")


def test_an_unknown_language_is_a_usage_error(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = here(capsys, "list", "--lang", "de")
    assert code == 2
    assert "pt_BR" in err


@pytest.mark.parametrize("command", ["play", "list", "check", "run", "odds", "why", "render", "replay"])
def test_every_command_explains_itself(capsys: pytest.CaptureFixture[str], command: str) -> None:
    code, out, _ = here(capsys, "--lang", "en", command, "-h")
    assert code == 0
    assert out.startswith(f"usage: flanco {command} ")
    assert "--lang" in out


def test_the_readme_names_every_command_and_no_other() -> None:
    told = (maps().parent / "README.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^\| `flanco (\w+)", told, re.MULTILINE)) == set(commands.COMMANDS)


def test_the_lines_that_the_help_shows_are_actions() -> None:
    lines = list(parse_lines(commands.EXAMPLE.split("\n"), "help"))
    assert len(lines) == 5


def test_help_names_every_command_and_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = here(capsys, "--lang", "en", "--help")
    assert code == 0
    for command in cli.COMMANDS:
        assert f"\n    {command} " in out
    assert here(capsys, "--version")[1] == f"flanco {__version__}\n"


@pytest.mark.parametrize("words", [
    ("dance",), ("run",), ("run", "bridge"), ("run", "bridge", "--actions", "a", "--dice", "6,x"),
    ("run", "bridge", "--actions", "a", "--dice", "6", "--seed", "1"), ("list", "dragons"),
    ("render", "bridge", "--out", "a.png", "--size", "big"), ("render", "bridge", "--out", "a.png", "--size", "1x1"),
    ("render", "bridge"), ("play", "a", "b"),
])
def test_what_says_nothing_ends_with_2_and_the_usage(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    code, out, err = here(capsys, "--lang", "en", *words)
    assert (code, out) == (2, "")
    assert err.startswith("usage: ")


class Translated(gettext.NullTranslations):
    """A catalogue that answers everything with its msgid in guillemets."""

    def gettext(self, message: str) -> str:
        return f"«{message}»"


@pytest.mark.parametrize(("words", "said"), [
    (["run"], "«the following arguments are required: scenario, --actions»"),
    (["odds", "bridge", "--who"], "«expected one argument»"),
    (["mask", "reach", "bridge", "--format", "xml"], "«invalid choice: 'xml'"),
    (["list", "--blue"], "«unrecognized arguments: --blue»"),
    (["run", "x", "--actions", "-", "--seed", "1", "--dice", "2"], "«not allowed with argument --seed»"),
    (["run", "x", "--actions", "-", "--seed", "one"], "one is not a whole number"),
    (["mask", "area", "x", "--radius", "wide"], "wide is not a number"),
    (["check", ""], "«a file needs a name»"),
    (["render", "bridge", "--out", " "], "«a file needs a name»"),
])
def test_what_argparse_says_follows_the_language(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, words: list[str], said: str
) -> None:
    monkeypatch.setitem(texts._catalogues, "es", Translated())
    with pytest.raises(SystemExit) as stopped:
        cli.main([*words, "--lang", "es"])
    set_language("en")
    assert stopped.value.code == 2
    assert said in capsys.readouterr().err


def test_the_words_of_argparse_are_those_that_it_says() -> None:
    source = inspect.getsource(argparse)
    assert [each for each in usage.SAID if each not in source] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_translations_keep_what_argparse_fills_in(lang: str) -> None:
    filled = re.compile(r"%(?:\(\w+\))?[rs]")
    set_language(lang)
    wrong = [each for each in usage.SAID if sorted(filled.findall(tr(each))) != sorted(filled.findall(each))]
    set_language("en")
    assert wrong == []
