"""What a table keeps on disk, and the values it is made of."""

from eko_companion.vision.table_folder.storing import load_table, new_table, save_table
from eko_companion.vision.table_folder.table import (
    CardPlace,
    CellPlace,
    KeptFile,
    LaidTile,
    PoseError,
    Scan,
    Section,
    Table,
    TilePicture,
)

__all__ = [
    "CardPlace",
    "CellPlace",
    "KeptFile",
    "LaidTile",
    "PoseError",
    "Scan",
    "Section",
    "Table",
    "TilePicture",
    "load_table",
    "new_table",
    "save_table",
]
