"""Hands over the board: closed meshes of the right size, pictures and shadows where they belong."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from eko_companion.geometry import Camera
from eko_companion.geometry.camera import looking_at
from eko_companion.rules.errors import EkoError
from eko_companion.simulator.hands import (
    DISC_GRIP,
    POSES,
    Ambient,
    Light,
    Look,
    Sleeve,
    cast_silhouette,
    hand_mesh,
    place,
    random_look,
    render_mesh,
)
from eko_companion.simulator.hands.clothes import CLOTH, HARD, SKIN, sleeve_part, worn_parts
from eko_companion.simulator.hands.poses import bends_of, grip_point
from eko_companion.simulator.hands.rasteriser import rasterise
from eko_companion.simulator.hands.skeleton import MIDDLE, bend, to_table
from eko_companion.simulator.hands.surface_nets import surface

BARE = Look(sleeve=None)
DRESSED = Look(sleeve=Sleeve(cuff=60))
LAMP = Light((-0.5, -0.3, 0.81))


def camera(elevation=55.0, azimuth=0.0, distance=650.0) -> Camera:
    rotation, translation = looking_at(
        (0, 0, 20), distance=distance, elevation=elevation, azimuth=azimuth
    )
    return Camera((640, 360), 480.0, (319.5, 179.5), rotation, translation)


def volume(vertices, triangles) -> float:
    a, b, c = (vertices[triangles[:, k]].astype(float) for k in range(3))
    return float(np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6)


def open_edges(vertices, triangles) -> int:
    """How many edges are not walked equally often in both directions, by place, not number."""
    cells = np.round(vertices * 1000).astype(np.int64) + 2**20
    _, same = np.unique((cells << np.array([0, 21, 42])).sum(1), return_inverse=True)
    t = same[triangles]
    t = t[(t[:, 0] != t[:, 1]) & (t[:, 1] != t[:, 2]) & (t[:, 2] != t[:, 0])]
    walks = np.concatenate([t[:, [0, 1]], t[:, [1, 2]], t[:, [2, 0]]])
    way = np.where(walks[:, 0] < walks[:, 1], 1, -1)
    _, edge = np.unique(walks.min(1) * len(vertices) + walks.max(1), return_inverse=True)
    return int((np.bincount(edge, way) != 0).sum())


def test_a_ball_is_meshed_closed_outward_and_of_the_right_size():
    axis = np.arange(-12, 13.0)
    x, y, z = np.meshgrid(axis, axis, axis, indexing="ij")
    vertices, triangles = surface((np.sqrt(x**2 + y**2 + z**2) - 9).astype(np.float32))
    assert volume(vertices - 12, triangles) == pytest.approx(4 / 3 * np.pi * 9**3, rel=0.03)
    assert open_edges(vertices, triangles) == 0


@pytest.mark.parametrize("side", ["left", "right"])
@pytest.mark.parametrize("pose", POSES)
def test_every_hand_is_closed_and_faces_outward(pose, side):
    mesh = hand_mesh(pose, replace(BARE, side=side))
    assert open_edges(mesh.vertices, mesh.triangles) == 0
    # A hand is about 0.4 litres, an arm of 62 cm three more.
    assert 2.5e6 < volume(mesh.vertices, mesh.triangles) < 5e6
    a, b, c = (mesh.vertices[mesh.triangles[:, k]] for k in range(3))
    along = np.einsum("ij,ij->i", np.cross(b - a, c - a), mesh.normals[mesh.triangles].sum(1))
    assert (along > 0).mean() > 0.98


@pytest.mark.parametrize("worn", ["watch", "band", "bangle"])
def test_what_is_worn_is_closed_and_faces_outward(worn):
    for part in [sleeve_part(Sleeve(cuff=60)), *worn_parts(replace(BARE, worn=worn))]:
        assert open_edges(part.vertices, part.triangles) == 0
        assert volume(part.vertices, part.triangles) > 0


def test_a_long_sleeve_hides_a_watch():
    watch = hand_mesh("flat", replace(DRESSED, worn="watch"))
    hidden = hand_mesh("flat", Look(sleeve=Sleeve(cuff=20), worn="watch"))
    assert HARD in watch.materials
    assert HARD not in hidden.materials


@pytest.mark.parametrize("size", [0.85, 1.0, 1.1])
def test_a_flat_hand_is_as_long_and_wide_as_a_real_one(size):
    mesh = hand_mesh("flat", replace(BARE, size=size))
    skeleton = bend(bends_of("flat", DISC_GRIP))
    grip = grip_point("flat", bends_of("flat", DISC_GRIP), skeleton)
    wrist = to_table(bends_of("flat", DISC_GRIP)) @ -grip * size
    tips = mesh.vertices[mesh.vertices[:, 0] < 20]
    length = np.linalg.norm(tips - wrist, axis=1).max()
    assert 180 * size < length < 200 * size
    # Across the knuckles, the thumb left out: there is a gap before it.
    knuckles = to_table(bends_of("flat", DISC_GRIP)) @ (skeleton.limbs[MIDDLE].joints[0] - grip)
    band = np.sort(mesh.vertices[np.abs(mesh.vertices[:, 0] - knuckles[0] * size) < 4][:, 1])
    pieces = np.split(band, np.flatnonzero(np.diff(band) > 5) + 1)
    width = max(np.ptp(piece) for piece in pieces)
    assert 74 * size < width < 95 * size


@pytest.mark.parametrize("width", [12.0, 24.0, 40.0])
def test_the_pads_hold_what_is_at_the_origin(width):
    mesh = hand_mesh("pinch", BARE, width)
    bends = bends_of("pinch", width)
    skeleton, turn = bend(bends), to_table(bends)
    grip = grip_point("pinch", bends, skeleton)
    thumb = turn @ (skeleton.thumb.pad - grip)
    fingers = [turn @ (limb.pad - grip) for limb in skeleton.limbs[:2]]
    middle = (fingers[0] + fingers[1]) / 2
    assert np.allclose(thumb + middle, 0, atol=1e-9)
    assert np.linalg.norm(middle - thumb) == pytest.approx(width, abs=3)
    assert abs(middle[2] - thumb[2]) < 5
    for pad in (thumb, *fingers):
        assert np.linalg.norm(mesh.vertices - pad, axis=1).min() < 3.5
    # Between the pads there is room.
    assert np.linalg.norm(mesh.vertices, axis=1).min() > 0.35 * width - 1


@pytest.mark.parametrize("pose", ["flat", "slide", "point"])
def test_other_poses_touch_the_origin(pose):
    mesh = hand_mesh(pose, BARE)
    assert np.linalg.norm(mesh.vertices, axis=1).min() < 4
    if pose != "point":
        assert mesh.lowest > -3


def test_the_forearm_comes_from_the_yaw_and_rises_with_the_pitch():
    mesh = hand_mesh("pinch", BARE)
    low = place(mesh, (10, 20, 30), 90)
    far = low.vertices[np.linalg.norm(low.vertices - (10, 20, 30), axis=1) > 500]
    assert far[:, 1].mean() > 400
    assert abs(far[:, 0].mean() - 10) < 60
    high = place(mesh, (10, 20, 30), 90, 20)
    assert high.vertices[:, 2].max() > low.vertices[:, 2].max() + 100


def test_a_left_hand_mirrors_a_right_one():
    right = hand_mesh("reach", DRESSED)
    left = hand_mesh("reach", replace(DRESSED, side="left"))
    assert np.allclose(left.vertices, right.vertices * (1, -1, 1), atol=1e-4)
    across = Light((0, 0.6, 0.8)), Light((0, -0.6, 0.8))
    seen = render_mesh(camera(), place(right, (0, 0, 30), 90), [across[0]])
    # Seen along the arm, mirrored in x: the light's x is 0 in both.
    mirrored = render_mesh(camera(), place(left, (0, 0, 30), 90), [across[0]])
    assert seen is not None
    assert mirrored is not None
    picture = np.zeros((2, 360, 640))
    for canvas, drawn in zip(picture, (seen, mirrored), strict=True):
        x0, y0, x1, y1 = drawn.box
        canvas[y0:y1, x0:x1] = drawn.alpha * drawn.colour[..., 1]
    assert np.abs(picture[0] - picture[1]).mean() > 0.01
    assert np.abs(picture[0] - picture[1, :, ::-1]).mean() < 0.002


@pytest.mark.parametrize("elevation", [42.0, 55.0, 70.0])
@pytest.mark.parametrize("yaw", [0.0, 90.0, 200.0])
def test_the_picture_covers_what_the_mesh_covers(elevation, yaw):
    view = camera(elevation)
    placed = place(hand_mesh("pinch", DRESSED), (0, 0, 30), yaw)
    picture = render_mesh(view, placed, [LAMP])
    assert picture is not None
    depth = placed.vertices @ view.rotation[2] + view.translation[2]
    near = placed.triangles[(depth[placed.triangles] > 25).all(1)]
    truth = np.zeros((360, 640), np.uint8)
    for corners in np.round(view.project(placed.vertices)[near] * 16).astype(np.int32):
        cv2.fillConvexPoly(truth, corners, 1, shift=4)
    x0, y0, x1, y1 = picture.box
    alpha = np.zeros((360, 640))
    alpha[y0:y1, x0:x1] = picture.alpha
    assert alpha.sum() == pytest.approx(truth.sum(), rel=0.06)
    grown = cv2.dilate(truth, np.ones((3, 3), np.uint8))
    shrunk = cv2.erode(truth, np.ones((5, 5), np.uint8))
    assert alpha[grown == 0].max() == 0
    # OpenCV draws triangles a little too large and so closes narrow gaps between fingers.
    assert (alpha[shrunk == 1] == 1).mean() > 0.998
    assert 0.01 < ((alpha > 0) & (alpha < 1)).mean() / (alpha > 0).mean() < 0.2


def test_depth_is_the_distance_along_the_line_of_sight():
    view = camera(60)
    placed = place(hand_mesh("pinch", BARE), (0, 0, 30), 90)
    picture = render_mesh(view, placed, [LAMP])
    assert picture is not None
    assert np.isinf(picture.depth[picture.alpha == 0]).all()
    x0, y0, _, _ = picture.box
    rows, columns = (v[::97] for v in np.nonzero(picture.alpha == 1))
    rays = view.rays(np.stack([columns + x0, rows + y0], -1))
    points = view.origin + rays * picture.depth[rows, columns, None]
    for point in points:
        # The arm's triangles are up to 16 mm long.
        assert np.linalg.norm(placed.vertices - point, axis=1).min() < 11


def test_a_hand_out_of_the_frame_has_no_picture():
    assert render_mesh(camera(), place(hand_mesh("flat", BARE), (3000, 0, 0), 0), [LAMP]) is None


def test_the_same_arguments_give_the_same_pixels():
    pictures = []
    for _ in range(2):
        hand_mesh.cache_clear()
        placed = place(hand_mesh("point", DRESSED), (5, 0, 12), 30)
        pictures.append(render_mesh(camera(), placed, [LAMP], Ambient()))
    first, second = pictures
    assert first is not None
    assert second is not None
    assert first.box == second.box
    assert np.array_equal(first.colour, second.colour)
    assert np.array_equal(first.alpha, second.alpha)


def test_skins_and_sleeves_have_their_colours():
    def brightness(look, kind):
        mesh = hand_mesh("flat", look)
        return mesh.colours[mesh.materials == kind].mean(0)

    tones = [brightness(replace(BARE, skin=tone), SKIN).mean() for tone in (0, 0.3, 0.6, 1)]
    assert tones == sorted(tones, reverse=True)
    assert tones[0] > 5 * tones[-1]
    blue, green, red = brightness(BARE, SKIN)
    assert red > green > blue
    blue, green, red = brightness(Look(sleeve=Sleeve(colour=(20, 40, 200))), CLOTH)
    assert blue > 4 * green > 4 * red


def test_light_comes_from_where_it_is_said_to():
    placed = place(hand_mesh("flat", BARE), (0, 0, 30), 90)
    halves = []
    for x in (-0.85, 0.85):
        picture = render_mesh(camera(70), placed, [Light((x, 0, 0.5))])
        assert picture is not None
        x0 = picture.box[0]
        arm = picture.colour[-60:].mean(2)
        weight = np.where(picture.alpha[-60:] > 0.5, arm, 0)
        columns = np.arange(weight.shape[1]) + x0
        halves.append((weight * columns).sum() / weight.sum())
    assert halves[0] < halves[1] - 2


@pytest.mark.parametrize("way", [(0.6, 0.0), (-0.6, 0.0), (0.0, 0.6), (0.0, -0.6)])
def test_the_shadow_falls_away_from_the_light(way):
    placed = place(hand_mesh("pinch", BARE), (0, 0, 60), 45)
    above = cast_silhouette(placed, (0.0, 0.0, 1.0))
    aside = cast_silhouette(placed, (*way, 0.8))
    assert above is not None
    assert aside is not None

    def middle(shadow):
        rows, columns = np.indices(shadow.mask.shape)
        places = np.stack([columns, rows], -1) * shadow.step + shadow.origin
        return (places * shadow.mask[..., None]).sum((0, 1)) / shadow.mask.sum()

    assert (middle(aside) - middle(above)) @ np.array(way) < -20
    assert float(above.mask.min()) >= 0
    assert 0.99 < float(above.mask.max()) <= 1.0001


def test_the_shadow_of_a_high_hand_is_softer():
    def edge(height):
        placed = place(hand_mesh("flat", BARE), (0, 0, height), 0)
        shadow = cast_silhouette(placed, (0.0, 0.0, 1.0), softness=0.1)
        assert shadow is not None
        ahead = np.stack([np.linspace(-40, 40, 161), np.zeros(161)], -1)
        values = shadow.at(ahead)
        assert values[0] < 0.2
        return np.abs(np.diff(values)).max()

    assert edge(2.0) > 1.5 * edge(120.0)


def test_a_shadow_needs_a_light_above_and_a_hand_above():
    mesh = hand_mesh("flat", BARE)
    with pytest.raises(EkoError, match="light above"):
        cast_silhouette(mesh, (1.0, 0.0, 0.0))
    assert cast_silhouette(place(mesh, (0, 0, -900), 0), (0.0, 0.0, 1.0)) is None


def test_the_nearest_triangle_wins_and_no_gap_is_left():
    square = np.array([[[0, 0], [9, 0], [9, 9]], [[0, 0], [9, 9], [0, 9]]], float)
    small = np.array([[[2, 2], [6, 2], [2, 6]]], float)
    near = np.array([[1.0] * 3, [1.0] * 3, [2.0] * 3])
    samples = rasterise(np.concatenate([square, small]), near, (10, 10))
    assert (samples.triangle >= 0).all()
    assert samples.triangle[3, 3] == 2
    assert samples.triangle[8, 8] != 2
    assert samples.nearness[3, 3] == 2


def test_random_looks_differ_and_repeat():
    one, other = (
        [random_look(np.random.default_rng(seed)) for seed in range(40)] for _ in range(2)
    )
    assert one == other
    assert len(set(one)) > 35
    assert any(look.sleeve is None for look in one)
    assert {look.side for look in one} == {"left", "right"}


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: Look(size=2.0),
        lambda: Look(skin=-0.1),
        lambda: hand_mesh("wave"),
        lambda: hand_mesh("pinch", None, 200.0),
    ],
)
def test_impossible_hands_are_refused(wrong):
    with pytest.raises(EkoError):
        wrong()
