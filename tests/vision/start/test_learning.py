"""Learning colours, owners and emperors from photos of full boards."""

from __future__ import annotations

import json

import numpy as np
import pytest

from eko_companion.rules import EkoError
from eko_companion.vision.errors import VisionError
from eko_companion.vision.reading.looks import looks_from_document
from eko_companion.vision.start.learning import learn_start
from tests.vision.known_tables import TABLES, known_table, seen_start


@pytest.mark.parametrize("name", TABLES)
def test_every_disc_of_the_start_gets_its_owner_and_the_emperors_are_found(name):
    right = {
        (q, r): (owner, emperor) for q, r, owner, emperor in known_table(name).document["start"]
    }
    seen = {tuple(d.cell): (d.owner, d.emperor) for d in seen_start(name).discs}
    assert seen == right


def test_a_start_in_another_light_is_understood_too():
    table = known_table("two_players")
    photo = table.photo("start.jpg").astype(float) * [0.6, 0.75, 0.85]
    seen = learn_start(table.board, photo.astype(np.uint8), table.board.players)
    assert seen.discs == seen_start("two_players").discs


def test_a_wrong_number_of_players_is_refused_in_a_sentence():
    table = known_table("two_players")
    with pytest.raises(VisionError, match=r"48 discs.*32 circles"):
        learn_start(table.board, table.photo("start.jpg"), ("cyan", "violet", "navy"))


def test_what_was_learned_survives_being_written_down():
    looks = seen_start("three_players").looks
    document = json.loads(json.dumps(looks.document()))
    again = looks_from_document(document, looks.faces_file())
    assert again.palette.owners == looks.palette.owners
    assert (again.palette.likeness == looks.palette.likeness).all()
    for owner in looks.palette.owners:
        assert np.allclose(again.emperors[owner], looks.emperors[owner], atol=0.1)
        assert len(again.warriors[owner]) == 15


@pytest.mark.parametrize("damage", [b"", b"nothing", b"PK\x03\x04"])
def test_damaged_faces_are_refused_in_a_sentence(damage):
    looks = seen_start("two_players").looks
    with pytest.raises(EkoError, match="damaged"):
        looks_from_document(looks.document(), damage)


def test_names_can_be_exchanged():
    looks = seen_start("two_players").looks
    swapped = looks.renamed({"cyan": "violet", "violet": "cyan"})
    assert swapped.palette.owners == tuple(
        {"cyan": "violet", "violet": "cyan"}[owner] for owner in looks.palette.owners
    )
    assert np.array_equal(swapped.emperors["cyan"], looks.emperors["violet"])
