"""Texts that players see: a mark for collecting them, and a template with its parameters.

The rules speak English only; whoever shows a text translates template and words.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


def N_(text: str) -> str:  # noqa: N802 (the usual name of this mark)
    """Mark a text for translation and give it back unchanged."""
    return text


class Text(NamedTuple):
    """One sentence whose parameters are still apart from its template."""

    template: str
    params: Mapping[str, str | int]

    @property
    def english(self) -> str:
        """The sentence in English."""
        return self.template.format(**self.params)
