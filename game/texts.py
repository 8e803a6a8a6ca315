"""Texts that people read: gettext catalogues, and messages that can be translated later.

The core never builds a sentence in one language. It returns a :class:`Text`, which names an English
``msgid`` and its values; whoever shows it calls :func:`tr` with the language in force.
"""

import gettext
import locale
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from game.paths import assets

LANGUAGES = ("pt_BR", "es", "en")
DOMAIN = "flanco"

_current = "en"
_catalogues: dict[str, gettext.NullTranslations] = {}


@dataclass(frozen=True, slots=True)
class Text:
    """A sentence to be translated: an English ``msgid`` with ``{fields}`` and the values of those fields.

    Values are numbers, plain names, or texts themselves; ``name`` values that stand in a catalogue
    (a weapon, a condition) are wrapped in a Text so that they are translated too. A number that is not whole is written
    as :func:`decimal` does.
    """

    msgid: str
    values: tuple[tuple[str, "int | str | float | Text"], ...] = ()

    def __str__(self) -> str:
        return tr(self)


def text(msgid: str, **values: "int | str | float | Text") -> Text:
    """A :class:`Text`. The msgid must be a literal, so that the extractor finds it.

    >>> str(text("{who} waits", who="Ana"))
    'Ana waits'
    """
    return Text(msgid, tuple(sorted(values.items())))


def N_(msgid: str) -> str:
    """Mark a literal for extraction without translating it."""
    return msgid


def _catalogue(language: str) -> gettext.NullTranslations:
    if language not in _catalogues:
        _catalogues[language] = (
            gettext.NullTranslations()
            if language == "en"
            else gettext.translation(DOMAIN, assets() / "locale", [language], fallback=True)
        )
    return _catalogues[language]


def tr(message: str | Text) -> str:
    """The message in the language in force; an unknown msgid stands for itself.

    Without values there is nothing to fill in: the name of a weapon may hold braces.

    >>> tr(text("Blade {of} {0}")), tr(text(""))
    ('Blade {of} {0}', '')
    """
    if isinstance(message, Text):
        values = {k: tr(v) if isinstance(v, Text) else decimal(v) if isinstance(v, float) else v
                  for k, v in message.values}
        said = tr(message.msgid)
        return said.format(**values) if values else said
    return _catalogue(_current).gettext(message) if message else ""


def decimal(amount: float) -> str:
    """A number to two decimals at most, with the decimal mark of the language in force.

    >>> decimal(1.5), decimal(2.0), decimal(1 / 3), decimal(-0.001), decimal(1234.5)
    ('1.5', '2', '0.33', '0', '1234.5')
    """
    said = f"{round(amount, 2) + 0.0:.2f}".rstrip("0").rstrip(".")
    return said if _current == "en" else said.replace(".", ",")


def sentence(message: str | Text) -> str:
    """The message in the language in force, as it stands on its own: with a capital.

    >>> sentence(text("the disk is full")), sentence("")
    ('The disk is full', '')
    """
    said = tr(message)
    return said[:1].upper() + said[1:]


def set_language(language: str) -> None:
    """Use ``pt_BR``, ``es`` or ``en`` from now on.

    :raises ValueError: for any other language.
    """
    global _current
    if language not in LANGUAGES:
        raise ValueError(f"language: {language!r} is not one of {', '.join(LANGUAGES)}")
    _current = language


def language() -> str:
    """The language in force."""
    return _current


def guess_language(environ: Mapping[str, str] = os.environ) -> str:
    """The language of the user's locale; English when it is none of ours.

    >>> guess_language({"LANG": "pt_PT.UTF-8"}), guess_language({"LANGUAGE": "de:es_MX"}), guess_language({})
    ('pt_BR', 'es', 'en')
    """
    for wanted in _wanted(environ):
        short = wanted.partition(".")[0].partition("_")[0].lower()
        for ours in LANGUAGES:
            if ours.partition("_")[0] == short:
                return ours
    return "en"


def _wanted(environ: Mapping[str, str]) -> Iterator[str]:
    yield from (part for part in environ.get("LANGUAGE", "").split(":") if part)
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if environ.get(name):
            yield environ[name]
    if environ is os.environ:
        yield locale.getlocale()[0] or ""
