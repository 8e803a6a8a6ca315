"""The short text of a rule beside its id: a title, and a tip."""

from game.rules.reference import RuleText, rule_text
from game.texts import text, tr


def title_of(rule: RuleText) -> str:
    """Its id and its name."""
    return tr(text("{id} · {name}", id=rule.id, name=text(rule.name)))


def tip_of(id: str) -> str:
    """What a rule says; empty when there is no text of it."""
    found = rule_text(id)
    return "" if found is None else f"{title_of(found)}\n{tr(found.text)}"
