"""Trains the two networks of the reading on simulated boards; needs torch, which nothing else does.

    python -m eko_companion.vision.learned.train FOLDER [--tables 220] [--photos 10] [--epochs 9]

Draws the boards into FOLDER (those that lie there already are kept), trains on them with a fixed
seed, chooses one temperature for honest confidences on tables held back, and writes the weights to
`weights/` beside this file.
"""

from __future__ import annotations

import argparse
import importlib
import logging
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from eko_companion.vision.learned.samples import classes, make_samples
from eko_companion.vision.learned.weights import weights_path
from eko_companion.vision.reading.features import (
    BUILDING_CHANNELS,
    CANDIDATES,
    STACK_CHANNELS,
)
from eko_companion.vision.reading.hypotheses import HEIGHTS, KINDS
from eko_companion.vision.reading.views import HEIGHT, WIDTH

_log = logging.getLogger("eko_companion.train")

FIRST_SEED: Final = 1000
BATCH: Final = 128
_HELD_BACK: Final = 12
"""Every so many-th table is not trained on but used to choose the temperature."""
_FEATURES: Final = 64
_SEED: Final = 7


def main(arguments: Sequence[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="train", description=__doc__)
    parser.add_argument("folder", type=Path, help="where drawn boards are kept")
    parser.add_argument("--tables", type=int, default=220)
    parser.add_argument("--photos", type=int, default=10, help="crowded boards a table")
    parser.add_argument("--epochs", type=int, default=9)
    parser.add_argument("--workers", type=int, default=2, help="processes that draw boards")
    parser.add_argument("--only", choices=("stacks", "buildings"))
    chosen = parser.parse_args(arguments)
    logging.basicConfig(level=logging.INFO, format="%(message)s", stream=sys.stderr)
    chosen.folder.mkdir(parents=True, exist_ok=True)
    seeds = range(FIRST_SEED, FIRST_SEED + chosen.tables)
    wanted = [s for s in seeds if not (chosen.folder / f"stacks-{s:06d}-labels.npy").exists()]
    with ProcessPoolExecutor(chosen.workers, initializer=_one_thread) as pool:
        count = len(wanted)
        drawn = pool.map(make_samples, wanted, [chosen.photos] * count, [chosen.folder] * count)
        for number, _ in enumerate(drawn, start=1):
            _log.info("table %d of %d drawn", number, count)
    for name in (chosen.only,) if chosen.only else ("stacks", "buildings"):
        Training(name, chosen.folder).run(chosen.epochs)
    return 0


def _one_thread() -> None:
    """Each process has a core to itself."""
    cv2.setNumThreads(1)


class Training:
    """One network and its samples."""

    def __init__(self, name: str, folder: Path) -> None:
        self._torch: Any = importlib.import_module("torch")
        self._name = name
        self._shapes = HEIGHTS if name == "stacks" else len(KINDS)
        self._channels = STACK_CHANNELS if name == "stacks" else BUILDING_CHANNELS
        self._torch.manual_seed(_SEED)
        self._rng = np.random.default_rng(_SEED)
        files = sorted(folder.glob(f"{name}-*-labels.npy"))
        held = [f for number, f in enumerate(files) if number % _HELD_BACK == _HELD_BACK - 1]
        self._test = _load(held)
        self._train = _load([f for f in files if f not in held])
        self.network = network(self._torch, self._channels, classes(name == "stacks"))
        self._places = self._torch.nn.Linear(_FEATURES, 4)

    def run(self, epochs: int) -> None:
        """Train, choose the temperature, write the weights."""
        torch, (inputs, labels, places) = self._torch, self._train
        steps = max(1, len(labels) // BATCH)
        _log.info("%s: %d samples, %d held back", self._name, len(labels), len(self._test[1]))
        weights = [*self.network.parameters(), *self._places.parameters()]
        optimiser = torch.optim.AdamW(weights, lr=2e-3, weight_decay=1e-2)
        schedule = torch.optim.lr_scheduler.OneCycleLR(
            optimiser, 4e-3, total_steps=epochs * steps, pct_start=0.15
        )
        for epoch in range(epochs):
            self.network.train()
            order = self._rng.permutation(len(labels))
            total = 0.0
            for step in range(steps):
                chosen = order[step * BATCH : (step + 1) * BATCH]
                batch, right, where = self._varied(inputs[chosen], labels[chosen], places[chosen])
                features = self.network[1:-1](torch.from_numpy(batch))
                scores = self.network[-1](features)
                loss = torch.nn.functional.cross_entropy(scores, torch.from_numpy(right))
                known = torch.from_numpy(~np.isnan(where[:, 0]))
                if known.any():
                    # Knowing where foot and top are is what a height is told by.
                    guess = self._places(features)[known]
                    target = torch.from_numpy(where)[known] / 8
                    loss = loss + 0.5 * torch.nn.functional.smooth_l1_loss(guess, target)
                optimiser.zero_grad()
                loss.backward()
                optimiser.step()
                schedule.step()
                total += float(loss)
            wrong, doubt, _ = self._judged(1.0)
            _log.info(
                "%s epoch %d: loss %.4f, held back: %.3f %% wrong, loss %.4f",
                self._name, epoch + 1, total / steps, 100 * wrong, doubt,
            )  # fmt: skip
        temperature = self._temperature()
        self._export(temperature)

    def _varied(
        self,
        inputs: NDArray[np.uint8],
        labels: NDArray[np.int64],
        places: NDArray[np.float32],
    ) -> tuple[NDArray[np.float32], NDArray[np.int64], NDArray[np.float32]]:
        """Samples mirrored, moved, with other orders of the paints and in other light."""
        batch = inputs.astype(np.float32) * np.float32(1 / 255)
        right, where = labels.copy(), places.copy()
        drawn = CANDIDATES + 4
        rng = self._rng
        for number in range(len(batch)):
            sample = batch[number]
            if rng.random() < 0.5:
                batch[number] = sample[:, :, ::-1].copy()
                where[number, ::2] *= -1
            down, across = rng.integers(-2, 3), rng.integers(-1, 2)
            sample[:drawn] = np.roll(sample[:drawn], (down, across), (1, 2))
            where[number] += np.array([2 * across, down, 2 * across, down])
            if rng.random() < 0.1:
                order = rng.permutation(CANDIDATES)
                if order[0] == 0:
                    # The empty board's likeness is shown of the first paint only.
                    sample[:CANDIDATES] = sample[order]
                    if 0 < right[number] < classes(self._name == "stacks") - 1:
                        place, shape = divmod(int(right[number]) - 1, self._shapes)
                        place = list(order).index(place)
                        right[number] = 1 + place * self._shapes + shape
        bright = CANDIDATES + np.array([1, 2])
        gain = rng.normal(1, 0.08, (len(batch), 1, 1, 1)).astype(np.float32)
        batch[:, bright] *= gain
        batch[:, : CANDIDATES + 1] *= rng.uniform(0.85, 1.0, (len(batch), 1, 1, 1)).astype(
            np.float32
        )
        return batch, right, where

    def _scores(self) -> Any:
        torch = self._torch
        self.network.eval()
        with torch.no_grad():
            parts = [
                self.network[1:](
                    torch.from_numpy(self._test[0][k : k + 256].astype(np.float32) / 255)
                )
                for k in range(0, len(self._test[1]), 256)
            ]
        return torch.cat(parts)

    def _judged(self, temperature: float) -> tuple[float, float, NDArray[np.float32]]:
        """The share of wrong answers on tables held back, and the loss."""
        torch, right = self._torch, self._torch.from_numpy(self._test[1])
        scores = self._scores() / temperature
        loss = float(torch.nn.functional.cross_entropy(scores, right))
        wrong = float((scores.argmax(1) != right).float().mean())
        return wrong, loss, scores.numpy()

    def _temperature(self) -> float:
        """The factor on all scores with which confidences are as often right as they say."""
        torch, right = self._torch, self._torch.from_numpy(self._test[1])
        scores = self._scores()
        choices = np.exp(np.linspace(np.log(0.5), np.log(4), 43))
        losses = [float(torch.nn.functional.cross_entropy(scores / t, right)) for t in choices]
        best = float(choices[int(np.argmin(losses))])
        _log.info("%s: temperature %.2f", self._name, best)
        return best

    def _export(self, temperature: float) -> None:
        torch = self._torch
        with torch.no_grad():
            last = self.network[-1]
            last.weight /= temperature
            last.bias /= temperature
        path = weights_path(self._name)
        path.parent.mkdir(exist_ok=True)
        example = torch.zeros(1, self._channels, HEIGHT, WIDTH)
        torch.onnx.export(
            self.network,
            example,
            str(path),
            dynamo=False,
            input_names=["cells"],
            output_names=["scores"],
            dynamic_axes={"cells": {0: "count"}, "scores": {0: "count"}},
        )
        _log.info("%s written", path.name)


def network(torch: Any, channels: int, answers: int) -> Any:
    """The layers: coarse across, fine upwards, because heights are what is hard to tell."""
    nn = torch.nn

    def layer(before: int, after: int, size: Any, stride: Any, padding: Any) -> list[Any]:
        return [
            nn.Conv2d(before, after, size, stride, padding, bias=False),
            nn.BatchNorm2d(after),
            nn.ReLU(),
        ]

    return nn.Sequential(
        nn.AvgPool2d((1, 2)),
        *layer(channels, 32, (6, 4), (4, 2), (1, 1)),
        *layer(32, 40, 3, (2, 1), 1),
        *layer(40, 48, 3, (1, 2), 1),
        *layer(48, 80, 3, 2, 1),
        nn.Flatten(),
        nn.Dropout(0.1),
        nn.Linear(80 * 8 * 3, _FEATURES),
        nn.ReLU(),
        nn.Linear(_FEATURES, answers),
    )


def _load(
    files: list[Path],
) -> tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.float32]]:
    """Samples of many tables, made coarse across as the network's first layer would."""
    labels = np.concatenate([np.load(file) for file in files])
    places = np.concatenate([np.load(str(file).replace("labels", "places")) for file in files])
    inputs: NDArray[np.uint8] | None = None
    done = 0
    for file in files:
        fine = np.load(str(file).replace("labels", "inputs"))
        coarse = (fine[..., ::2].astype(np.uint16) + fine[..., 1::2] + 1) >> 1
        if inputs is None:
            inputs = np.empty((len(labels), *coarse.shape[1:]), np.uint8)
        inputs[done : done + len(coarse)] = coarse
        done += len(coarse)
    assert inputs is not None
    return inputs, labels, places


if __name__ == "__main__":
    sys.exit(main())
