"""A plain and slow second implementation of the rules, only to check the fast one against.

It works directly on the JSON documents of the contract: a position is an ``eko-position/1``
document with its tile set inline, an action is an action document. Nothing is validated, nothing
is cached, and everything is worked out anew by brute force. Numbers in [brackets] are rulings.

- ``legal(position)`` lists all legal actions.
- ``play(position, action)`` gives the next position; the action must be a legal one.
- ``score(position)`` gives points, capitals and winners.
"""

from __future__ import annotations

import copy
from dataclasses import dataclass
from typing import Any

Doc = dict[str, Any]
Cell = tuple[int, int]
Zones = frozenset[Cell]

DIRECTIONS: list[Cell] = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)]

WALKABLE = {"circle", "storm"}  # [1]

KINDS = ["camp", "tower", "castle"]
VALUE = {"camp": 1, "tower": 2, "castle": 3}
PRICE = {"camp": 1, "tower": 2, "castle": 3}
SUPPLY = {"camp": 5, "tower": 3, "castle": 1}
HIGHEST = {
    "reg": "camp",
    "ravine": "tower",
    "capital": "tower",
    "mountain": "castle",
    "wind_temple": "camp",
    "moon_temple": "camp",
    "sand_temple": "camp",
}

DEFAULT_RULINGS = {
    "16": "points",
    "17": "both",
    "21": "forbid",
    "25": "share",
    "28": "emperor",
}

MAX_DISCS = 4
WINNING_POINTS = 12
CAPTIVE_POINTS = 3
PYRAMID_POINTS = 2
MARCH_PRICE = 3
TEMPLE_PRICE = 2


# --- the board -----------------------------------------------------------------------------------


@dataclass
class Board:
    """The cells that the laid tiles make."""

    terrain: dict[Cell, str]
    portals: list[tuple[Cell, int]]  # the cell and the direction of its open edge
    landmarks: list[tuple[str, list[Cell]]]  # pyramid or lighthouse, and the tile's storm cells


def as_cell(pair: Any) -> Cell:
    return (pair[0], pair[1])


def as_list(cell: Cell) -> list[int]:
    return [cell[0], cell[1]]


def neighbour(cell: Cell, direction: int) -> Cell:
    dq, dr = DIRECTIONS[direction % 6]
    return (cell[0] + dq, cell[1] + dr)


def neighbours(cell: Cell) -> list[Cell]:
    return [neighbour(cell, direction) for direction in range(6)]


def rotated(cell: Cell, turn: int) -> Cell:
    """Turned counter-clockwise about [0, 0] by so many times 60 degrees."""
    q, r = cell
    for _ in range(turn % 6):
        q, r = q + r, -q
    return (q, r)


def board_of(position: Doc) -> Board:
    tiles = {tile["letter"]: tile for tile in position["tiles"]["tiles"]}
    board = Board({}, [], [])
    for laid in position["layout"]:
        tile = tiles[laid["tile"]]
        storms = []
        for printed in tile["cells"]:
            q, r = rotated(as_cell(printed["at"]), laid["turn"])
            cell = (q + laid["at"][0], r + laid["at"][1])
            board.terrain[cell] = printed["terrain"]
            if printed["terrain"] == "portal":
                board.portals.append((cell, (printed["front"] + laid["turn"]) % 6))
            if printed["terrain"] == "storm":
                storms.append(cell)
        if tile["landmark"] is not None:
            board.landmarks.append((tile["landmark"], storms))
    return board


def walkable(board: Board, cell: Cell) -> bool:
    return board.terrain.get(cell) in WALKABLE


def zone_of(board: Board, cell: Cell) -> Cell:
    """The name of a storm cell's zone: the smallest of all storm cells that hang together [18]."""
    zone = {cell}
    todo = [cell]
    while todo:
        for near in neighbours(todo.pop()):
            if board.terrain.get(near) == "storm" and near not in zone:
                zone.add(near)
                todo.append(near)
    return min(zone)


def portal_fronts(board: Board) -> list[Cell]:
    """The two front cells if the portals work, otherwise nothing [22]."""
    fronts = [neighbour(cell, direction) for cell, direction in board.portals]
    if len(fronts) == 2 and all(walkable(board, front) for front in fronts):
        return fronts
    return []


def steps_from(board: Board, cell: Cell) -> list[Cell]:
    """The walkable cells one step away, through a portal too [22]."""
    steps = [near for near in neighbours(cell) if walkable(board, near)]
    fronts = portal_fronts(board)
    if fronts and cell == fronts[0]:
        steps.append(fronts[1])
    if fronts and cell == fronts[1]:
        steps.append(fronts[0])
    return steps


# --- what stands where ---------------------------------------------------------------------------


def ruling(position: Doc, number: str) -> str:
    value: str = position["rulings"].get(number, DEFAULT_RULINGS[number])
    return value


def stack_at(position: Doc, cell: Cell) -> Doc | None:
    for stack in position["stacks"]:
        if as_cell(stack["cell"]) == cell:
            found: Doc = stack
            return found
    return None


def building_at(position: Doc, cell: Cell) -> Doc | None:
    for building in position["buildings"]:
        if as_cell(building["cell"]) == cell:
            found: Doc = building
            return found
    return None


def size(stack: Doc) -> int:
    discs: int = stack["warriors"] + (1 if stack["emperor"] else 0)
    return discs


def stacks_of(position: Doc, player: str) -> list[Doc]:
    return [stack for stack in position["stacks"] if stack["owner"] == player]


def players_on_board(position: Doc) -> list[str]:
    return [player for player in position["players"] if stacks_of(position, player)]


def holder(position: Doc, storm_cells: list[Cell]) -> str | None:
    """Who has stacks on strictly more of these cells than any rival [23] [24]."""
    count = {}
    for player in position["players"]:
        count[player] = sum(as_cell(s["cell"]) in storm_cells for s in stacks_of(position, player))
    for player in position["players"]:
        if all(count[player] > count[rival] for rival in count if rival != player):
            return str(player)
    return None


def has_lighthouse(position: Doc, board: Board, player: str) -> bool:
    return any(
        landmark == "lighthouse" and holder(position, cells) == player
        for landmark, cells in board.landmarks
    )


def has_temple(position: Doc, board: Board, player: str, temple: str) -> bool:
    return any(
        building["owner"] == player and board.terrain[as_cell(building["cell"])] == temple
        for building in position["buildings"]
    )


def has_capital(position: Doc, board: Board, player: str) -> bool:
    return has_temple(position, board, player, "capital")


def points_of(position: Doc, board: Board, player: str) -> int:
    points = 0
    for building in position["buildings"]:
        if building["owner"] == player:
            points += VALUE[building["kind"]]
    points += CAPTIVE_POINTS * len(position["captives"][player])
    for landmark, cells in board.landmarks:
        if landmark == "pyramid" and holder(position, cells) == player:
            points += PYRAMID_POINTS
    return points


def beside_enemy_building(position: Doc, cell: Cell, player: str) -> bool:
    for near in neighbours(cell):
        building = building_at(position, near)
        if building is not None and building["owner"] != player:
            return True
    return False


# --- legal moves ---------------------------------------------------------------------------------


def zones_already_paid(position: Doc, start: Cell) -> set[Cell]:
    """The zones that the stack on this cell has paid for in this turn [19]."""
    paid = position["storm_paid"]
    if paid is None or as_cell(paid["cell"]) != start:
        return set()
    return {as_cell(zone) for zone in paid["zones"]}


def zones_to_pay(position: Doc, board: Board, stack: Doc, cell: Cell) -> Zones:
    """What it costs this stack to be on this cell during its move [18] [19] [24]."""
    if board.terrain[cell] != "storm":
        return frozenset()
    if has_lighthouse(position, board, stack["owner"]):
        return frozenset()
    zone = zone_of(board, cell)
    if zone in zones_already_paid(position, as_cell(stack["cell"])):
        return frozenset()
    return frozenset([zone])


def walks(position: Doc, board: Board, stack: Doc) -> dict[Cell, set[Zones]]:
    """For each cell that the stack can walk up to: the sets of zones to pay for on the way.

    A search over all pairs of a cell and the zones touched before it. A cell that holds another
    stack can only be the last of a walk; all others may be passed, also more than once.
    """
    start = as_cell(stack["cell"])
    first = (start, zones_to_pay(position, board, stack, start))
    seen = {first}
    todo = [first]
    found: dict[Cell, set[Zones]] = {}
    while todo:
        cell, touched = todo.pop()
        for step in steps_from(board, cell):
            state = (step, touched | zones_to_pay(position, board, stack, step))
            if step != start:  # [2]
                found.setdefault(step, set()).add(state[1])
            empty = step == start or stack_at(position, step) is None
            if empty and state not in seen:
                seen.add(state)
                todo.append(state)
    return found


def is_kamikaze(attackers: int, defenders: int) -> bool:
    return attackers == 1 and defenders == MAX_DISCS  # [5]


def may_arrive(stack: Doc, target: Doc | None) -> bool:
    """Whether the stack, after its losses, may end its move on what stands there [20]."""
    if target is None:
        return True
    if target["owner"] == stack["owner"]:
        return size(stack) + size(target) <= MAX_DISCS  # [3]
    if size(stack) > size(target):
        return True
    if size(stack) == size(target) and stack["emperor"]:
        return True  # [6]
    return is_kamikaze(size(stack), size(target))


def after_loss(stack: Doc, lost: int, lost_emperor: bool) -> Doc | None:
    """The stack without the discs lost, or None if they are not in it."""
    left = dict(stack)
    left["warriors"] -= lost - (1 if lost_emperor else 0)
    if lost_emperor:
        if not stack["emperor"] or lost == 0:
            return None
        left["emperor"] = False
    if left["warriors"] < 0:
        return None
    return left


def move_action(start: Cell, end: Cell, lost: int, lost_emperor: bool) -> Doc:
    action: Doc = {"do": "move", "from": as_list(start), "to": as_list(end)}
    if lost > 0:
        action["lost"] = lost
    if lost_emperor:
        action["lost_emperor"] = True
    return action


def moves_of_stack(position: Doc, board: Board, stack: Doc) -> list[Doc]:
    actions = []
    start = as_cell(stack["cell"])
    for end, zone_sets in walks(position, board, stack).items():
        target = stack_at(position, end)
        prices = {len(zones) for zones in zone_sets}
        for lost in sorted(prices):
            for lost_emperor in (False, True):
                left = after_loss(stack, lost, lost_emperor)
                if left is not None and size(left) > 0 and may_arrive(left, target):
                    actions.append(move_action(start, end, lost, lost_emperor))
        deadly = any(price >= size(stack) for price in prices)
        if deadly and target is None and ruling(position, "21") == "allow":  # [21]
            actions.append(move_action(start, end, size(stack), stack["emperor"]))
    return actions


# --- legal builds --------------------------------------------------------------------------------


def kinds_to_build(position: Doc, board: Board, cell: Cell, player: str) -> list[str]:
    """What the rules and the terrain allow on this cell, whatever it costs [8]."""
    if board.terrain.get(cell) not in HIGHEST:
        return []
    limit = KINDS.index(HIGHEST[board.terrain[cell]])
    standing = building_at(position, cell)
    if standing is None:
        ranks = [0]
    elif standing["owner"] == player:
        ranks = [KINDS.index(standing["kind"]) + 1]
    else:
        ranks = [KINDS.index(standing["kind"]), KINDS.index(standing["kind"]) + 1]
    return [KINDS[rank] for rank in ranks if rank <= limit]


def in_supply(position: Doc, player: str, kind: str) -> bool:
    used = [b for b in position["buildings"] if b["owner"] == player and b["kind"] == kind]
    return len(used) < SUPPLY[kind]


def building_cost(position: Doc, cell: Cell, player: str, kind: str) -> int:
    standing = building_at(position, cell)
    replaces_enemy = standing is not None and standing["owner"] != player
    return PRICE[kind] + (1 if replaces_enemy else 0)  # [7]


def builds_of_stack(position: Doc, board: Board, stack: Doc) -> list[Doc]:
    actions = []
    player = stack["owner"]
    for cell in neighbours(as_cell(stack["cell"])):
        for kind in kinds_to_build(position, board, cell, player):
            cost = building_cost(position, cell, player, kind)
            if not in_supply(position, player, kind):
                continue
            for with_emperor in (False, True):  # [31]
                if after_loss(stack, cost, with_emperor) is None:
                    continue
                action: Doc = {"do": "build", "from": list(stack["cell"]), "at": as_list(cell)}
                action["kind"] = kind
                if with_emperor:
                    action["emperor"] = True
                actions.append(action)
    return actions


def moves_and_builds(position: Doc, board: Board) -> list[Doc]:
    actions = []
    for stack in stacks_of(position, position["to_move"]):
        actions += moves_of_stack(position, board, stack)
        actions += builds_of_stack(position, board, stack)
    return actions


# --- other legal actions -------------------------------------------------------------------------


def swaps(position: Doc) -> list[Doc]:
    own = stacks_of(position, position["to_move"])
    if not any(stack["emperor"] for stack in own):
        return []
    return [{"do": "swap", "with": list(stack["cell"])} for stack in own if not stack["emperor"]]


def sands(position: Doc, board: Board) -> list[Doc]:
    """Uses of the sand temple [29]."""
    player = position["to_move"]
    if position["sand_used"] or not has_temple(position, board, player, "sand_temple"):
        return []
    if position["reserve"][player]["warriors"] < TEMPLE_PRICE:
        return []
    return [
        {"do": "sand", "target": list(stack["cell"])}
        for stack in position["stacks"]
        if stack["owner"] != player and stack["warriors"] > 0
    ]


def marches(position: Doc, board: Board) -> list[Doc]:
    """The forced march, if it can be paid and an action can follow [9]."""
    if position["march_used"]:
        return []
    if position["reserve"][position["to_move"]]["warriors"] < MARCH_PRICE:
        return []
    return [{"do": "march"}] if moves_and_builds(position, board) else []


def room(stack: Doc) -> int:
    return MAX_DISCS - size(stack)


def storm_stops_reinforcement(position: Doc, board: Board, stack: Doc) -> bool:
    on_storm = board.terrain[as_cell(stack["cell"])] == "storm"
    return on_storm and not has_lighthouse(position, board, stack["owner"])  # [24]


def stacks_to_reinforce(position: Doc, board: Board, near_enemy: bool) -> list[Doc]:
    """Own stacks with room, not barred by a storm, that are or are not by an enemy building."""
    player = position["to_move"]
    return [
        stack
        for stack in sorted(stacks_of(position, player), key=lambda stack: as_cell(stack["cell"]))
        if room(stack) > 0
        and not storm_stops_reinforcement(position, board, stack)
        and beside_enemy_building(position, as_cell(stack["cell"]), player) == near_enemy
    ]


def placement(stack: Doc, warriors: int, emperor: bool) -> Doc:
    place: Doc = {"cell": list(stack["cell"]), "warriors": warriors}
    if emperor:
        place["emperor"] = True
    return place


def spreads(stacks: list[Doc], warriors: int, emperor: bool) -> list[list[Doc]]:
    """All ways to put up to so many warriors, and the emperor if there is one, on these stacks."""
    if not stacks:
        return [] if emperor else [[]]
    first, rest = stacks[0], stacks[1:]
    ways = []
    for emperor_here in (False, True):
        if emperor_here and not emperor:
            continue
        for here in range(warriors + 1):
            discs = here + (1 if emperor_here else 0)
            if discs > room(first):
                continue
            own = [placement(first, here, emperor_here)] if discs > 0 else []
            for others in spreads(rest, warriors - here, emperor and not emperor_here):
                ways.append(own + others)
    return ways


def reinforcements(position: Doc, board: Board) -> list[Doc]:
    """The usual reinforcements [10] [11] [12] [26]."""
    player = position["to_move"]
    reserve = position["reserve"][player]
    ways: list[list[Doc]] = []
    allowed = stacks_to_reinforce(position, board, near_enemy=False)
    if not allowed:
        if reserve["emperor"]:  # [11]
            by_enemy = stacks_to_reinforce(position, board, near_enemy=True)
            ways = [[placement(stack, 0, True)] for stack in by_enemy]
    elif has_temple(position, board, player, "wind_temple"):  # [26]
        ways = spreads(allowed, reserve["warriors"], reserve["emperor"])
    else:
        for stack in allowed:
            ways += spreads([stack], reserve["warriors"], reserve["emperor"])
    return [{"do": "reinforce", "placements": way} for way in ways if way]


def moons(position: Doc, board: Board) -> list[Doc]:
    """Uses of the moon temple [27] [28]."""
    player = position["to_move"]
    if not has_temple(position, board, player, "moon_temple"):
        return []
    on_board = players_on_board(position)
    if player not in on_board and len(on_board) < 2:
        return []
    reserve = position["reserve"][player]
    choices = []
    if reserve["emperor"] and reserve["warriors"] >= TEMPLE_PRICE:
        choices.append(True)
    warrior_allowed = not reserve["emperor"] or ruling(position, "28") == "any"
    if warrior_allowed and reserve["warriors"] >= TEMPLE_PRICE + 1:
        choices.append(False)
    actions = []
    for cell in sorted(board.terrain):
        stack = stack_at(position, cell)
        if not walkable(board, cell):
            continue
        if stack is not None and (stack["owner"] != player or room(stack) == 0):
            continue
        for emperor in choices:
            action: Doc = {"do": "moon", "cell": as_list(cell)}
            if emperor:
                action["emperor"] = True
            actions.append(action)
    return actions


def legal(position: Doc) -> list[Doc]:
    """All legal actions."""
    board = board_of(position)
    step = position["step"]
    nothing: list[Doc] = [{"do": "pass"}]
    if step == "swap":
        return swaps(position) + nothing
    if step == "action":
        duty = moves_and_builds(position, board)
        return (duty or nothing) + sands(position, board)
    if step == "extra":
        return moves_and_builds(position, board) or nothing
    if step == "reinforce":
        duty = reinforcements(position, board)
        return (duty or nothing) + moons(position, board) + marches(position, board)
    if step == "exchange":  # [32]
        return [
            {"do": "exchange", "give": captive}
            for captive in position["captives"][position["to_move"]]
        ]
    return []  # over


# --- the end -------------------------------------------------------------------------------------


def winners_now(position: Doc, board: Board, active: str, change: str) -> list[str] | None:
    """The winners after a change, None if the game goes on [13] [15a] [15b].

    ``change`` says what it was, as far as it matters: a kamikaze, a build or anything else.
    """
    on_board = players_on_board(position)
    by_points = [
        player
        for player in position["players"]
        if points_of(position, board, player) >= WINNING_POINTS
        and has_capital(position, board, player)
    ]
    if change == "kamikaze" and not on_board and ruling(position, "16") == "lose":
        return []  # [16]
    last_left = on_board if len(on_board) == 1 else []
    winners = [p for p in position["players"] if p in by_points or p in last_left]
    spent_last = change in ("kamikaze", "build") and active not in on_board
    if spent_last and active in by_points and last_left:  # [15b]
        if change == "build" and ruling(position, "17") == "opponent":
            return last_left  # [17]
        return winners
    if not winners:
        return None if on_board else []  # [15a]
    if len(winners) > 1 and active in by_points and ruling(position, "25") == "active":
        return [active]  # [25]
    return winners


def ended(position: Doc, board: Board, active: str, change: str) -> bool:
    """Ends the game if the change did; whose move it is and the flags stay as they were."""
    winners = winners_now(position, board, active, change)
    if winners is None:
        return False
    position["step"] = "over"
    position["winners"] = winners
    position.pop("then", None)
    return True


# --- carrying out an action ----------------------------------------------------------------------


def into_reserve(position: Doc, player: str, warriors: int, emperor: bool) -> None:
    position["reserve"][player]["warriors"] += warriors
    if emperor:
        position["reserve"][player]["emperor"] = True


def into_box(position: Doc, player: str, warriors: int) -> None:
    position["reserve"][player]["warriors"] -= warriors
    position["box"][player] += warriors


def remove_stack(position: Doc, cell: Cell) -> None:
    position["stacks"] = [s for s in position["stacks"] if as_cell(s["cell"]) != cell]


def put_discs(position: Doc, cell: Cell, player: str, warriors: int, emperor: bool) -> None:
    """Adds discs to the player's stack on the cell, or makes one there."""
    stack = stack_at(position, cell)
    if stack is None:
        stack = {"cell": as_list(cell), "owner": player, "warriors": 0, "emperor": False}
        position["stacks"].append(stack)
    stack["warriors"] += warriors
    stack["emperor"] = stack["emperor"] or emperor


def take_discs(position: Doc, cell: Cell, warriors: int, emperor: bool) -> None:
    """Sends discs of the stack on the cell to their owner's reserve."""
    stack = stack_at(position, cell)
    assert stack is not None
    stack["warriors"] -= warriors
    if emperor:
        stack["emperor"] = False
    into_reserve(position, stack["owner"], warriors, emperor)
    if size(stack) == 0:
        remove_stack(position, cell)


def defeat(position: Doc, cell: Cell, attacker: str) -> None:
    """The stack on the cell is beaten: warriors to the reserve, the emperor into prison [4]."""
    stack = stack_at(position, cell)
    assert stack is not None
    into_reserve(position, stack["owner"], stack["warriors"], False)
    if stack["emperor"]:
        position["captives"][attacker].append(stack["owner"])
    remove_stack(position, cell)


def cheapest_named_walk(position: Doc, board: Board, action: Doc) -> list[Cell]:
    """The zones paid for: of all walks of that price, the smallest sorted list of zones."""
    stack = stack_at(position, as_cell(action["from"]))
    assert stack is not None
    zone_sets = walks(position, board, stack)[as_cell(action["to"])]
    lists = [sorted(zones) for zones in zone_sets if len(zones) == action.get("lost", 0)]
    return min(lists)


def note_storms_paid(position: Doc, end: Cell, zones: set[Cell], gone: bool) -> None:
    if zones and not gone:
        named = [as_list(zone) for zone in sorted(zones)]
        position["storm_paid"] = {"cell": as_list(end), "zones": named}
    else:
        position["storm_paid"] = None


def do_move(position: Doc, board: Board, action: Doc) -> str:
    start, end = as_cell(action["from"]), as_cell(action["to"])
    lost, lost_emperor = action.get("lost", 0), action.get("lost_emperor", False)
    stack = stack_at(position, start)
    assert stack is not None
    player = stack["owner"]
    if lost == size(stack):  # [21]
        take_discs(position, start, stack["warriors"], stack["emperor"])
        note_storms_paid(position, end, set(), gone=True)
        return "storm"
    zones = zones_already_paid(position, start)
    zones.update(cheapest_named_walk(position, board, action))
    take_discs(position, start, lost - (1 if lost_emperor else 0), lost_emperor)
    target = stack_at(position, end)
    attack = target is not None and target["owner"] != player
    kamikaze = attack and target is not None and is_kamikaze(size(stack), size(target))
    if attack:
        defeat(position, end, player)
    remove_stack(position, start)
    if kamikaze:
        into_reserve(position, player, stack["warriors"], stack["emperor"])  # [5]
    else:
        put_discs(position, end, player, stack["warriors"], stack["emperor"])
    note_storms_paid(position, end, zones, gone=kamikaze)
    return "kamikaze" if kamikaze else "move"


def do_build(position: Doc, action: Doc) -> str:
    start, cell = as_cell(action["from"]), as_cell(action["at"])
    player, kind = position["to_move"], action["kind"]
    emperor = action.get("emperor", False)
    cost = building_cost(position, cell, player, kind)
    take_discs(position, start, cost - (1 if emperor else 0), emperor)
    position["buildings"] = [b for b in position["buildings"] if as_cell(b["cell"]) != cell]
    position["buildings"].append({"cell": as_list(cell), "owner": player, "kind": kind})
    paid = position["storm_paid"]
    if paid is not None and stack_at(position, as_cell(paid["cell"])) is None:
        position["storm_paid"] = None
    return "build"


def do_swap(position: Doc, action: Doc) -> None:
    for stack in stacks_of(position, position["to_move"]):
        if stack["emperor"]:
            stack["emperor"] = False
            stack["warriors"] += 1
        elif stack["cell"] == action["with"]:
            stack["emperor"] = True
            stack["warriors"] -= 1


def do_reinforce(position: Doc, action: Doc) -> None:
    player = position["to_move"]
    for place in action["placements"]:
        emperor = place.get("emperor", False)
        position["reserve"][player]["warriors"] -= place["warriors"]
        if emperor:
            position["reserve"][player]["emperor"] = False
        put_discs(position, as_cell(place["cell"]), player, place["warriors"], emperor)


def do_moon(position: Doc, action: Doc) -> None:
    into_box(position, position["to_move"], TEMPLE_PRICE)
    emperor = action.get("emperor", False)
    place = {"cell": action["cell"], "warriors": 0 if emperor else 1, "emperor": emperor}
    do_reinforce(position, {"placements": [place]})


def do_sand(position: Doc, action: Doc) -> None:
    into_box(position, position["to_move"], TEMPLE_PRICE)
    take_discs(position, as_cell(action["target"]), 1, False)
    position["sand_used"] = True


def do_march(position: Doc) -> None:
    into_box(position, position["to_move"], MARCH_PRICE)
    position["march_used"] = True


def carry_out(position: Doc, board: Board, action: Doc) -> str:
    """Does what the action says and tells what kind of change it was."""
    do = action["do"]
    change = str(do)
    if do == "move":
        change = do_move(position, board, action)
    elif do == "build":
        change = do_build(position, action)
    elif do == "swap":
        do_swap(position, action)
    elif do == "reinforce":
        do_reinforce(position, action)
    elif do == "moon":
        do_moon(position, action)
    elif do == "sand":
        do_sand(position, action)
    elif do == "march":
        do_march(position)
    elif do == "exchange":
        hand_over(position, position["to_move"], action["give"])
    if position["step"] == "extra":  # once the extra action is done [19]
        position["storm_paid"] = None
    return change


# --- exchanges of emperors -----------------------------------------------------------------------


def keeper_of(position: Doc, emperor: str) -> str | None:
    for player in position["players"]:
        if emperor in position["captives"][player]:
            return str(player)
    return None


def hand_over(position: Doc, player: str, given: str) -> None:
    """The player gives a captive for his own emperor."""
    keeper = keeper_of(position, player)
    assert keeper is not None
    position["captives"][player].remove(given)
    position["captives"][keeper].remove(player)
    into_reserve(position, player, 0, True)
    if given == keeper:
        into_reserve(position, keeper, 0, True)
    else:
        position["captives"][keeper].append(given)


def clockwise_from(position: Doc, player: str) -> list[str]:
    index = position["players"].index(player)
    order: list[str] = position["players"][index:] + position["players"][:index]
    return order


def who_must_exchange(position: Doc, active: str) -> str | None:
    for player in clockwise_from(position, active):
        if position["captives"][player] and keeper_of(position, player) is not None:
            return player
    return None


def settle_exchanges(position: Doc, board: Board, active: str) -> None:
    """Carries out the forced exchanges, up to the first that leaves a choice [14] [32]."""
    while True:
        player = who_must_exchange(position, active)
        if player is None:
            return
        if len(position["captives"][player]) > 1:
            position["then"] = {"to_move": position["to_move"], "step": position["step"]}
            position["to_move"] = player
            position["step"] = "exchange"
            return
        hand_over(position, player, position["captives"][player][0])
        if ended(position, board, active, "exchange"):
            return


# --- the order of play ---------------------------------------------------------------------------


def begin_turn(position: Doc, board: Board, order: list[str]) -> None:
    """Gives the turn to the first in this order who is not skipped [27] [30]."""
    position["march_used"] = False
    position["sand_used"] = False
    position["storm_paid"] = None
    for player in order:
        position["to_move"] = player
        if stacks_of(position, player):
            position["step"] = "action"
            return
        if moons(position, board):
            position["step"] = "reinforce"
            return
    position["to_move"] = order[0]
    position["step"] = "action"


def next_step(position: Doc, board: Board, action: Doc) -> None:
    """What follows the action if it did not end the game."""
    step, player = position["step"], position["to_move"]
    if step == "exchange":
        then = position.pop("then")
        position["to_move"], position["step"] = then["to_move"], then["step"]
    elif step == "swap":
        if player == position["players"][-1]:
            begin_turn(position, board, position["players"])
        else:
            position["to_move"] = clockwise_from(position, player)[1]
    elif action["do"] == "sand":
        position["step"] = "action"
    elif action["do"] == "march":
        position["step"] = "extra"
    elif step in ("action", "extra"):
        position["step"] = "reinforce"
    else:
        after_him = [*clockwise_from(position, player)[1:], player]
        begin_turn(position, board, after_him)


def play(position: Doc, action: Doc) -> Doc:
    """The position after a legal action."""
    board = board_of(position)
    new = copy.deepcopy(position)
    active = new["then"]["to_move"] if new["step"] == "exchange" else new["to_move"]
    change = carry_out(new, board, action)
    if change == "pass":
        next_step(new, board, action)
    elif not ended(new, board, active, change):  # [13] [14]
        next_step(new, board, action)
        settle_exchanges(new, board, active)
    return written(new)


# --- documents -----------------------------------------------------------------------------------


def written(position: Doc) -> Doc:
    """The position as the contract writes it: order of keys, sorted lists."""
    players = position["players"]
    differing = {
        number: position["rulings"][number]
        for number, default in DEFAULT_RULINGS.items()
        if position["rulings"].get(number, default) != default
    }
    document: Doc = {
        "format": position["format"],
        "tiles": position["tiles"],
        "layout": position["layout"],
        "players": players,
        "to_move": position["to_move"],
        "step": position["step"],
        "stacks": [
            {key: stack[key] for key in ("cell", "owner", "warriors", "emperor")}
            for stack in sorted(position["stacks"], key=lambda stack: as_cell(stack["cell"]))
        ],
        "buildings": [
            {key: building[key] for key in ("cell", "owner", "kind")}
            for building in sorted(position["buildings"], key=lambda b: as_cell(b["cell"]))
        ],
        "reserve": {
            player: {key: position["reserve"][player][key] for key in ("warriors", "emperor")}
            for player in players
        },
        "box": {player: position["box"][player] for player in players},
        "captives": {player: sorted(position["captives"][player]) for player in players},
        "march_used": position["march_used"],
        "sand_used": position["sand_used"],
        "storm_paid": position["storm_paid"],
        "rulings": differing,
        "winners": position["winners"],
    }
    if position["step"] == "exchange":
        document["then"] = position["then"]
    return document


def score(position: Doc) -> Doc:
    """Points, capitals and winners."""
    board = board_of(position)
    players = position["players"]
    return {
        "points": {player: points_of(position, board, player) for player in players},
        "capital": {player: has_capital(position, board, player) for player in players},
        "winners": position["winners"],
    }
