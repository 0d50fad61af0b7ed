"""The report of a measurement: tables in the terminal, and worst cases as pictures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from rich.console import Console
from rich.table import Table

from eko_companion.measure.seeing.figures import by_elevation, calibration, figures
from eko_companion.measure.seeing.outcomes import TableOutcome
from eko_companion.vision.overlays.reading_layers import short_name


def print_report(tables: Sequence[TableOutcome], console: Console | None = None) -> None:
    """All figures, the calibration of the confidences and the time of each stage."""
    out = console or Console()
    out.print(_two_columns("Reading tables", figures(tables).items()))
    bands = by_elevation(tables)
    if bands:
        out.print(_two_columns("Cells fully right, by the camera's elevation", bands.items()))
    trust = Table(title="Confidences", title_justify="left")
    for name in ("confidence", "on average", "right"):
        trust.add_column(name)
    for band, mean, right in calibration(tables):
        trust.add_row(band, f"{mean:.4f}", str(right))
    out.print(trust)
    out.print(_two_columns("Median seconds of each stage", _stages(tables)))
    for table in tables:
        if table.failure:
            out.print(f"{table.name}: {table.failure}")


def _two_columns(title: str, rows: object) -> Table:
    table = Table(title=title, title_justify="left", show_header=False)
    for name, value in rows:  # type: ignore[attr-defined]
        table.add_row(name, str(value))
    return table


def _stages(tables: Sequence[TableOutcome]) -> list[tuple[str, str]]:
    names = ("learn", "scan", "start", "read")
    spent = {name: [t.seconds[name] for t in tables if name in t.seconds] for name in names}
    return [(name, f"{np.median(times):.2f}") for name, times in spent.items() if times]


def confusion_picture(tables: Sequence[TableOutcome], path: Path) -> None:
    """What was taken for what, without the owners, as a picture; the diagonal is left out."""
    mixed = Counter(
        (short_name(cell.true).strip(), short_name(cell.read).strip())
        for table in tables
        for photo in table.judged
        for cell in photo.wrong
    )
    names = sorted({name for pair in mixed for name in pair}) or ["nothing"]
    size = 46
    picture = np.full((size * (len(names) + 1), size * (len(names) + 1), 3), 255, np.uint8)
    most = max(mixed.values(), default=1)
    for row, true in enumerate(names, start=1):
        _write(picture, true, 2, row * size + size // 2)
        _write(picture, true, row * size + 4, size // 2)
        for column, read in enumerate(names, start=1):
            count = mixed[true, read]
            if count:
                shade = 230 - int(150 * count / most)
                corner = (column * size, row * size)
                cv2.rectangle(
                    picture, corner, (corner[0] + size, corner[1] + size), (shade, shade, 255), -1
                )
                _write(picture, str(count), corner[0] + 8, corner[1] + size // 2)
    cv2.imwrite(str(path), picture)


def _write(picture: np.ndarray, text: str, x: int, y: int) -> None:
    cv2.putText(
        picture, text, (x, y + 4), cv2.FONT_HERSHEY_SIMPLEX, 0.36, (0, 0, 0), 1, cv2.LINE_AA
    )
