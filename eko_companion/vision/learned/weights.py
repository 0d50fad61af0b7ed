"""Where the trained weights lie."""

from __future__ import annotations

from pathlib import Path


def weights_path(name: str) -> Path:
    """The file of a network: `stacks` or `buildings`."""
    return Path(__file__).resolve().parent / "weights" / f"{name}.onnx"
