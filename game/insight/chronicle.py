"""The log of a game as a document: plain text, or one HTML page that needs nothing else.

Rounds and turns are headings; every event is told in whole sentences, its dice and reasons under it, in the language in
force. The log that players may read is that of the game as they see it: :meth:`game.rules.onlookers.Onlookers.see`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from typing import Final, Literal

from game.insight.narrate import sentences
from game.rules.events import RoundBegan, TurnBegan
from game.rules.history import Game
from game.texts import language, sentence, text, tr

Kind = Literal["round", "turn", "event"]
_KINDS: Final[dict[type, Kind]] = {RoundBegan: "round", TurnBegan: "turn"}
STYLE: Final = """
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; color: #1c1b19;
  background: #fbfaf7; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.25rem; margin: 2rem 0 0; border-bottom: 2px solid #8a8474; }
h3 { font-size: 1rem; margin: 1.2rem 0 0; } p { margin: .4rem 0 0; } ul { margin: 0; color: #4c4840; }
@media (prefers-color-scheme: dark) { body { color: #efece4; background: #1d1f22; } ul { color: #c3bdb0; } }
"""


@dataclass(frozen=True, slots=True)
class Entry:
    """One event: what it is a heading of, if any; its sentence, and the sentences under it."""

    kind: Kind
    said: str
    under: tuple[str, ...] = ()


def entries(game: Game) -> Iterator[Entry]:
    """Everything that happened, in order."""
    for step in game.past:
        for event in step.events:
            first, *rest = (sentence(each) for each in sentences(event, step.battle))
            yield Entry(_KINDS.get(type(event), "event"), first, tuple(rest))


def title_of(game: Game) -> str:
    """What a log is called."""
    name = game.battle.name
    return tr(text("The log of the fight: {name}", name=text(name))) if name else tr("The log of the fight")


def as_text(game: Game) -> str:
    """The log as plain text: headings underlined, what belongs to an event indented under it."""
    lines = [title_of(game), "=" * len(title_of(game)), ""]
    for each in entries(game):
        if each.kind == "round":
            lines += ["", each.said, "-" * len(each.said)]
        elif each.kind == "turn":
            lines += ["", each.said]
        else:
            lines.append(f"  {each.said}")
        lines += [f"    {said}" for said in each.under]
    return "\n".join(lines) + "\n"


def as_html(game: Game) -> str:
    """The log as a page of HTML; names, and whatever else people typed, are escaped."""
    title, tags = escape(title_of(game)), {"round": "h2", "turn": "h3", "event": "p"}
    parts = [f'<!DOCTYPE html>\n<html lang="{language().replace("_", "-")}">\n<head>\n<meta charset="utf-8">\n'
             f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{title}</title>\n'
             f"<style>{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>"]
    for each in entries(game):
        tag = tags[each.kind]
        parts.append(f"<{tag}>{escape(each.said)}</{tag}>")
        if each.under:
            parts.append("<ul>" + "".join(f"<li>{escape(said)}</li>" for said in each.under) + "</ul>")
    return "\n".join([*parts, "</body>\n</html>\n"])
