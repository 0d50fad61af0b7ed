"""Readings and their documents."""

from __future__ import annotations

import numpy as np

from eko_companion.rules import BuildingKind, Cell
from eko_companion.vision.reading.hypotheses import (
    HEIGHTS,
    NOTHING,
    Holding,
    building_holdings,
    stack_holdings,
)
from eko_companion.vision.reading.result import CellReading, Reading


def _cell(cell, holdings, best, probability):
    chances = np.full(len(holdings), (1 - probability) / (len(holdings) - 1))
    chances[holdings.index(best)] = probability
    return CellReading(Cell(*cell), holdings, chances)


def test_a_reading_is_written_as_the_fixed_format_says():
    owners = ("cyan", "violet")
    cells = [
        _cell((2, 0), stack_holdings(owners), NOTHING, 0.999),
        _cell((0, 1), stack_holdings(owners), Holding("cyan", 3, True), 0.998),
        _cell((1, 0), building_holdings(owners), Holding("violet", kind=BuildingKind.CAMP), 0.99),
    ]
    reading = Reading(True, None, {cell.cell: cell for cell in cells})
    assert reading.document() == {
        "format": "eko-reading/1",
        "usable": True,
        "why": None,
        "cells": [
            {
                "cell": [0, 1],
                "holds": "stack",
                "owner": "cyan",
                "discs": 3,
                "emperor": True,
                "confidence": 0.998,
            },
            {
                "cell": [1, 0],
                "holds": "building",
                "owner": "violet",
                "kind": "camp",
                "confidence": 0.99,
            },
            {"cell": [2, 0], "holds": "nothing", "confidence": 0.999},
        ],
    }


def test_nothing_is_ever_wholly_certain():
    cell = _cell((0, 0), stack_holdings(("cyan",)), NOTHING, 1.0)
    assert cell.confidence < 1


def test_uncertain_cells_come_least_certain_first():
    holdings = stack_holdings(("cyan",))
    cells = [_cell((n, 0), holdings, NOTHING, p) for n, p in enumerate((0.9, 0.5, 0.99))]
    reading = Reading(True, None, {cell.cell: cell for cell in cells})
    assert [cell.cell for cell in reading.uncertain(0.95)] == [Cell(1, 0), Cell(0, 0)]


def test_every_stack_is_listed_once_with_and_once_without_the_emperor():
    holdings = stack_holdings(("cyan", "navy"))
    assert len(set(holdings)) == len(holdings) == 1 + 2 * 2 * HEIGHTS
    assert _cell((0, 0), holdings, NOTHING, 0.9).probability(Holding("red", 1)) == 0
