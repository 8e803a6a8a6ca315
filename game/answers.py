"""The commands ``flanco place``, ``flanco stand`` and ``flanco lens``: answers about positions.

What they say is made by :mod:`game.content.positions`.
"""

import argparse
from collections.abc import Iterable
from typing import Any


def columns(rows: Iterable[tuple[str, ...]]) -> None:
    """Print a table."""
    table = list(rows)
    widths = [max(len(row[column]) for row in table) for column in range(len(table[0]))] if table else []
    for row in table:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())


def _words(options: argparse.Namespace) -> Any:
    """What the options say of an area."""
    from dataclasses import fields

    from game.content.questions import Words

    return Words(**{each.name: getattr(options, each.name) for each in fields(Words)
                    if getattr(options, each.name, None) is not None})


def place(options: argparse.Namespace) -> int:
    """``flanco place``; returns the exit code."""
    from game.content.positions import PlaceWords
    from game.content.positions import place as asked
    from game.content.sources import battle_of

    words = PlaceWords(options.who, _words(options), options.power, tuple(options.foe), tuple(options.friend),
                       options.range, options.snap or 16, options.walk, options.top)
    return _show(asked(battle_of(options.source), words), options.json)


def stand(options: argparse.Namespace) -> int:
    """``flanco stand``; returns the exit code."""
    from game.content.positions import stand as asked
    from game.content.sources import battle_of

    found = asked(battle_of(options.scenario), options.who, options.target, options.dash, options.top)
    return _show(found, options.json)


def lens(options: argparse.Namespace) -> int:
    """``flanco lens``; returns the exit code."""
    from game.content.positions import lens_of
    from game.content.sources import battle_of

    return _show(lens_of(battle_of(options.source), _words(options)), options.json)


def _show(found: Any, as_json: bool) -> int:
    from game.content.codec import dumps

    if as_json:
        print(dumps(found.data))
        return 0
    for line in found.lines:
        print(line)
    columns(found.rows)
    return 0
