"""The three languages are complete: nobody meets an untranslated sentence or a broken placeholder."""

import gettext
import re
import string
import tomllib
from pathlib import Path

import pytest
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

from game.paths import assets, maps
from game.texts import DOMAIN, LANGUAGES, guess_language, language, set_language, text, tr

ROOT = Path(__file__).resolve().parent.parent
TRANSLATED = [each for each in LANGUAGES if each != "en"]


@pytest.fixture(scope="module")
def wanted() -> set[str]:
    """Every msgid that the code or a data file shows."""
    config = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["babel"]
    methods = config["extractors"]
    found: set[str] = set()
    for folder in ("game", "assets", "maps"):
        mapping = [
            (each["pattern"].removeprefix(f"{folder}/"), methods.get(each["method"], each["method"]))
            for each in config["mappings"]
            if each["pattern"].startswith(folder)
        ]
        keywords = {"text": None, "N_": None, "tr": None}
        for _, _, message, _, _ in extract_from_dir(ROOT / folder, mapping, {}, keywords):
            found.add(message if isinstance(message, str) else message[0])
    return found - {""}


def fields(message: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(message) if name is not None}


def catalogue(lang: str) -> dict[str, str]:
    with (assets() / "locale" / lang / "LC_MESSAGES" / f"{DOMAIN}.po").open("rb") as file:
        return {str(each.id): str(each.string) for each in read_po(file) if each.id and not each.fuzzy}


@pytest.mark.parametrize("lang", TRANSLATED)
def test_every_text_is_translated(lang: str, wanted: set[str]) -> None:
    assert len(wanted) > 100
    known = catalogue(lang)
    missing = sorted(each for each in wanted if not known.get(each))
    assert missing == []


@pytest.mark.parametrize("lang", TRANSLATED)
def test_no_translation_is_left_over(lang: str, wanted: set[str]) -> None:
    assert sorted(set(catalogue(lang)) - wanted) == []


@pytest.mark.parametrize("lang", TRANSLATED)
def test_translations_keep_their_placeholders(lang: str) -> None:
    wrong = [(a, b) for a, b in catalogue(lang).items() if fields(a) != fields(b)]
    assert wrong == []


@pytest.mark.parametrize("lang", TRANSLATED)
def test_compiled_catalogue_matches_its_source(lang: str) -> None:
    compiled = gettext.translation(DOMAIN, assets() / "locale", [lang])
    assert {each: compiled.gettext(each) for each in catalogue(lang)} == catalogue(lang)


def test_nested_texts_are_translated_whole() -> None:
    assert tr(text("{a} and {b}", a=text("one"), b=2)) == "one and 2"


def test_numbers_have_the_decimal_mark_of_the_language() -> None:
    said = text("{metres} m", metres=2.5)
    found = {}
    for lang in LANGUAGES:
        set_language(lang)
        found[lang] = tr(said).removesuffix(" m"), tr(text("{a}", a=3.0)), tr(text("{a}", a=text("{b}", b=0.25)))
    set_language("en")
    assert found == {"en": ("2.5", "3", "0.25"), "pt_BR": ("2,5", "3", "0,25"), "es": ("2,5", "3", "0,25")}


def test_no_number_is_written_past_the_one_function() -> None:
    """Whoever writes ``{x:g}`` into a sentence writes a dot in every language."""
    written = re.compile(r":\.?\d*[gf]\}")
    files = [each for name in ("rules", "insight", "view") for each in (ROOT / "game" / name).rglob("*.py")]
    found = [f"{path.name}:{number}" for path in [*files, ROOT / "game" / "cli.py"]
             for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
             if written.search(line) and path.name != "masonry.py"]
    assert found == []


def test_an_unknown_language_is_refused_and_changes_nothing() -> None:
    before = language()
    with pytest.raises(ValueError, match="pt_BR, es, en"):
        set_language("fr")
    assert language() == before


def test_language_follows_the_locale() -> None:
    assert guess_language({"LC_ALL": "es_AR.UTF-8", "LANG": "pt_BR.UTF-8"}) == "es"
    assert guess_language({"LANG": "C"}) == "en"


def test_data_is_where_the_program_looks() -> None:
    assert assets().is_dir()
    assert maps().is_dir()


@pytest.mark.parametrize("name", ["Blade {of} {0}", "{", "}{", "{0.__class__}", ""])
def test_a_name_is_shown_as_it_is_written(name: str) -> None:
    """Names from files are texts of their own: braces in them are no fields, and nothing is not a catalogue's head."""
    for lang in LANGUAGES:
        set_language(lang)
        assert tr(text(name)) == tr(text("{weapon}", weapon=text(name))) == name
    set_language("en")
