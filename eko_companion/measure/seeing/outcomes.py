"""What came out of reading one table: cell by cell and photo by photo, with the truth beside it."""

from __future__ import annotations

from dataclasses import dataclass, field

from eko_companion.rules.hexgrid import Cell
from eko_companion.vision.reading.hypotheses import Holding


@dataclass(frozen=True, slots=True)
class CellOutcome:
    """One cell of one photo."""

    cell: Cell
    read: Holding
    true: Holding
    confidence: float

    @property
    def right(self) -> bool:
        """Everything about it was read right."""
        return self.read == self.true


@dataclass(frozen=True)
class PhotoOutcome:
    """One photo."""

    file: str
    should_be_usable: bool
    usable: bool
    why: str | None
    cells: tuple[CellOutcome, ...]
    seconds: float

    @property
    def counts(self) -> bool:
        """Whether its cells are judged: a usable photo that was taken as one."""
        return self.should_be_usable and self.usable

    @property
    def wrong(self) -> list[CellOutcome]:
        """The cells that were read wrong."""
        return [cell for cell in self.cells if not cell.right]


@dataclass
class TableOutcome:
    """One table: learned, scanned, started and read."""

    name: str
    elevation: float | None = None
    width: int = 0
    failure: str | None = None
    """The sentence at which it stopped, if it did."""
    tiles: int = 0
    tiles_right: int = 0
    start_cells: int = 0
    start_right: int = 0
    photos: list[PhotoOutcome] = field(default_factory=list)
    seconds: dict[str, float] = field(default_factory=dict)
    """For each stage."""

    @property
    def judged(self) -> list[PhotoOutcome]:
        """The photos whose cells count."""
        return [photo for photo in self.photos if photo.counts]
