"""All that a table's start teaches for reading: palette, and the faces of warriors and emperors."""

from __future__ import annotations

import io
from collections.abc import Mapping
from dataclasses import dataclass, replace
from zipfile import BadZipFile

import numpy as np

from eko_companion.rules.errors import EkoError
from eko_companion.vision.reading.palette import Palette, palette_from_document
from eko_companion.vision.reading.tops import RINGS, SPOKES, Faces


@dataclass(frozen=True, eq=False)
class Looks:
    """What this copy of the game looks like on this table."""

    palette: Palette
    warriors: Mapping[str, Faces]
    """For each owner the faces of his warriors, in L, a, b and the table's mean light."""
    emperors: Mapping[str, Faces]
    """For each owner the face of his emperor, alone in its list."""

    def renamed(self, names: Mapping[str, str]) -> Looks:
        """The same looks with other names for the owners."""
        paints = tuple(replace(p, owner=names[p.owner]) for p in self.palette.paints)
        return Looks(
            replace(self.palette, paints=paints),
            {names[owner]: faces for owner, faces in self.warriors.items()},
            {names[owner]: faces for owner, faces in self.emperors.items()},
        )

    def document(self) -> dict[str, object]:
        """What fits into JSON."""
        return {"palette": self.palette.document()}

    def faces_file(self) -> bytes:
        """The faces, packed."""
        packed = io.BytesIO()
        arrays = {f"warrior_{owner}": faces for owner, faces in self.warriors.items()}
        arrays |= {f"emperor_{owner}": faces for owner, faces in self.emperors.items()}
        np.savez_compressed(
            packed, allow_pickle=False, **{n: f.astype(np.float16) for n, f in arrays.items()}
        )
        return packed.getvalue()


def looks_from_document(document: object, faces_file: bytes) -> Looks:
    """The inverse of `Looks.document` and `Looks.faces_file`; raises EkoError."""
    if not isinstance(document, dict) or "palette" not in document:
        raise EkoError("palette: this table's colours are missing; photograph the start again.")
    palette = palette_from_document(document["palette"])
    try:
        with np.load(io.BytesIO(faces_file), allow_pickle=False) as packed:
            arrays = {name: packed[name].astype(np.float32) for name in packed.files}
        warriors = {owner: arrays[f"warrior_{owner}"] for owner in palette.owners}
        emperors = {owner: arrays[f"emperor_{owner}"] for owner in palette.owners}
    except (OSError, ValueError, KeyError, EOFError, BadZipFile) as error:
        raise EkoError(f"The faces of this table's discs are damaged: {error}.") from None
    for faces in (*warriors.values(), *emperors.values()):
        if faces.ndim != 4 or faces.shape[1:] != (RINGS, SPOKES, 3) or not len(faces):
            raise EkoError("The faces of this table's discs are damaged.")
    return Looks(palette, warriors, emperors)
