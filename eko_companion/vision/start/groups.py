"""Sorting discs into as many groups of equal size as there are players, by colour alone."""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from eko_companion.geometry import Floats

Numbers = NDArray[np.intp]

_STARTS: Final = 24
_ROUNDS: Final = 30


def balanced_groups(colours: Floats, groups: int, size: int) -> Numbers:
    """The group of each colour, at most `size` in each, with the least spread within groups."""
    generator = np.random.default_rng(len(colours) * 7 + groups)
    best: Numbers = np.zeros(len(colours), np.intp)
    least = np.inf
    for _ in range(_STARTS):
        middles = _far_apart(colours, groups, generator)
        assigned: Numbers = np.zeros(len(colours), np.intp)
        for _ in range(_ROUNDS):
            cost = ((colours[:, None] - middles) ** 2).sum(-1)
            before, assigned = assigned, balanced_assignment(cost, size)
            middles = np.array(
                [
                    np.median(colours[assigned == g], axis=0) if (assigned == g).any() else m
                    for g, m in enumerate(middles)
                ]
            )
            if (before == assigned).all():
                break
        # Distances rather than squares: one odd disc must not decide.
        spread = float(np.sqrt(((colours - middles[assigned]) ** 2).sum(-1)).sum())
        if spread < least:
            best, least = assigned, spread
    return best


def balanced_assignment(cost: Floats, size: int) -> Numbers:
    """The column for each row with the least total cost, no column more than `size` times.

    Rows are handed out at first greedily, then rows are moved along the cheapest chains of columns
    until no column holds too many: with a handful of columns that is exact and quick.
    """
    groups = cost.shape[1]
    if len(cost) > groups * size:
        raise ValueError("more rows than places")
    assigned: Numbers = cost.argmin(1).astype(np.intp)
    while True:
        counts = np.bincount(assigned, minlength=groups)
        over = np.flatnonzero(counts > size)
        if not len(over):
            return assigned
        _relieve(cost, assigned, int(over[0]), counts < size)


def _relieve(cost: Floats, assigned: Numbers, source: int, free: NDArray[np.bool_]) -> None:
    """Move one row out of a crowded column along the cheapest chain to a column with room."""
    groups = cost.shape[1]
    price = np.full((groups, groups), np.inf)
    mover: Numbers = np.full((groups, groups), -1, np.intp)
    for origin in range(groups):
        rows = np.flatnonzero(assigned == origin)
        for target in range(groups):
            if len(rows) and target != origin:
                more = cost[rows, target] - cost[rows, origin]
                price[origin, target] = more.min()
                mover[origin, target] = rows[more.argmin()]
    best: tuple[float, tuple[int, ...]] = (np.inf, ())
    between = [g for g in range(groups) if g != source]
    for length in range(1, groups):
        for chosen in combinations(between, length):
            for chain in _orders(chosen):
                if free[chain[-1]]:
                    way = (source, *chain)
                    total = float(sum(price[a, b] for a, b in pairwise(way)))
                    best = min(best, (total, way))
    way = best[1]
    for origin, target in pairwise(way):
        assigned[mover[origin, target]] = target


def _orders(items: tuple[int, ...]) -> list[tuple[int, ...]]:
    if len(items) <= 1:
        return [items]
    return [
        (item, *rest) for item in items for rest in _orders(tuple(i for i in items if i != item))
    ]


def _far_apart(colours: Floats, groups: int, generator: np.random.Generator) -> Floats:
    """Starting points, each likely far from those before it."""
    chosen = [colours[generator.integers(len(colours))]]
    while len(chosen) < groups:
        away = np.min([((colours - c) ** 2).sum(-1) for c in chosen], axis=0) + 1e-9
        chosen.append(colours[generator.choice(len(colours), p=away / away.sum())])
    return np.array(chosen)
