"""What each rule says, for people who play: the short texts of ``reference.toml``, found by id or by word."""

import unicodedata
from dataclasses import dataclass
from functools import cache
from typing import Annotated

from pydantic import Field

from game.checked import Document, load_toml, validate
from game.paths import assets
from game.texts import tr


@dataclass(frozen=True, slots=True)
class RuleText:
    """A rule as players read it: its id, its name, and what it says (both msgids, in English)."""

    id: Annotated[str, Field(pattern=r"^([A-Z]{3}-[0-9]{1,2}|GM)$")]
    name: Annotated[str, Field(min_length=1, max_length=40)]
    text: Annotated[str, Field(min_length=1, max_length=200)]


@dataclass(frozen=True)
class _File:
    rule: tuple[RuleText, ...]


def check_reference(document: Document) -> tuple[RuleText, ...]:
    """The rules of a file, in its order.

    :raises DataError: with every fault of the file.
    """
    return validate(document, _File).rule


@cache
def rule_texts() -> tuple[RuleText, ...]:
    """Every rule that ships, in the order of the file."""
    return check_reference(load_toml(assets() / "rules" / "reference.toml"))


@cache
def _by_id() -> dict[str, RuleText]:
    return {each.id: each for each in rule_texts()}


def rule_text(rule: str) -> RuleText | None:
    """The rule of an id such as ``SIT-2``; None when there is no text of it."""
    return _by_id().get(rule)


def plain(said: str) -> str:
    """A text as it is compared: small letters without accents.

    >>> plain("Ação Lívre")
    'acao livre'
    """
    parts = unicodedata.normalize("NFKD", said.casefold())
    return "".join(each for each in parts if not unicodedata.combining(each))


def find_rules(words: str) -> tuple[RuleText, ...]:
    """The rules that hold every one of the words, in the language in force; those with a hit in id or name come first.

    >>> [each.id for each in find_rules("sit-2")]
    ['SIT-2']
    """
    wanted = plain(words).split()
    titles = [(plain(f"{each.id} {tr(each.name)}"), plain(tr(each.text)), each) for each in rule_texts()]
    named = [each for title, _, each in titles if all(word in title for word in wanted)]
    inside = [each for title, body, each in titles if all(word in f"{title} {body}" for word in wanted)]
    return (*named, *(each for each in inside if each not in named))
