"""Builds: which buildings a stack can pay for, why not, and what is paid [7, 8, 31].

Points for buildings are in `scoring`; temples' powers in `temples` and `reinforcing`.
"""

from __future__ import annotations

from eko_companion.rules.actions import Action, Build
from eko_companion.rules.pieces import SUPPLY, Building, BuildingKind, Player, Stack
from eko_companion.rules.position import Position
from eko_companion.rules.text import N_
from eko_companion.rules.violations import Code, Violation, violation

KIND_WORDS = {
    BuildingKind.CAMP: N_("camp"),
    BuildingKind.TOWER: N_("tower"),
    BuildingKind.CASTLE: N_("castle"),
}


def price(kind: BuildingKind, standing: Building | None, builder: Player) -> int:
    """The discs that a building costs: one more where it replaces an enemy's [7]."""
    replaces_enemy = standing is not None and standing.owner != builder
    return kind.level + replaces_enemy


def kinds_that_may_follow(standing: Building | None, builder: Player) -> tuple[BuildingKind, ...]:
    """The kinds that may be built where this stands, whatever the terrain carries [8]."""
    if standing is None:
        return (BuildingKind.CAMP,)
    above = () if standing.kind.next is None else (standing.kind.next,)
    return above if standing.owner == builder else (standing.kind, *above)


def legal_builds(position: Position) -> list[Action]:
    """Every build of the player to move, stack by stack."""
    player, standing = position.to_move, position.building_at
    ready = position.board.ready_made
    camps, known = ready.camps, ready.replacements
    builds: list[Action] = []
    for place, warriors, emperor in position.occupancy.mine:
        for at, camp, crowned_camp in camps[place]:
            there = standing.get(at)
            if there is None:
                # The owner picks the disc: without the emperor, with him, or either [31].
                if warriors:
                    builds.append(camp)
                if emperor:
                    builds.append(crowned_camp)
            else:
                key = (place, at, there[2], there[1] == player, warriors, emperor)
                found = known.get(key)
                if found is None:
                    found = _replacements(position, place, there, (warriors, emperor))
                    known[key] = found
                builds += found
    supply = dict(SUPPLY)
    for _, owner, kind in position.buildings:
        if owner == player:
            supply[kind] -= 1
    if all(supply.values()):
        return builds
    return [build for build in builds if isinstance(build, Build) and supply[build.kind]]


def can_build(position: Position) -> bool:
    """Whether the player to move has any build."""
    return bool(legal_builds(position))


def _replacements(
    position: Position, place: int, there: Building, discs: tuple[int, bool]
) -> tuple[Build, ...]:
    """What one stack can pay for in the place of a building, whatever the supply holds."""
    board, player = position.board, position.to_move
    warriors, emperor = discs
    found = []
    for kind in kinds_that_may_follow(there, player):
        cost = price(kind, there, player)
        if kind.level > board.highest_level(there.cell):
            continue
        if warriors >= cost:
            found.append(Build(board.walkable[place], there.cell, kind, False))
        if emperor and warriors >= cost - 1:
            found.append(Build(board.walkable[place], there.cell, kind, True))
    return tuple(found)


def build_violations(position: Position, build: Build) -> list[Violation]:
    """Why a build is not allowed, the most telling reason first; the step is not looked at."""
    board = position.board
    name = board.name(build.at)
    stack = position.stack_at.get(build.start)
    found: list[Violation] = []
    if stack is None:
        template = N_("There is no stack at {cell}.")
        start = board.name(build.start)
        found.append(violation(Code.NO_SUCH_STACK, 7, template, (build.start,), cell=start))
    elif stack.owner != position.to_move:
        template = N_("The stack at {cell} belongs to {owner}, and it is {player}'s turn.")
        params = {
            "cell": board.name(build.start),
            "owner": stack.owner,
            "player": position.to_move,
        }
        found.append(violation(Code.NOT_YOUR_STACK, 7, template, (build.start,), **params))
    found += _place_violations(position, build)
    if build.at not in board.neighbours.get(build.start, ()):
        template = N_("{cell} is not beside the stack at {start}, which is to pay.")
        names = {"cell": name, "start": board.name(build.start)}
        found.append(violation(Code.NOT_ADJACENT, 7, template, (build.start, build.at), **names))
    if position.supply_of(position.to_move, build.kind) < 1:
        template = N_("No {kind} is left in your supply.")
        word = KIND_WORDS[build.kind]
        found.append(violation(Code.NOT_IN_SUPPLY, 8, template, (build.at,), kind=word))
    if stack is not None and stack.owner == position.to_move:
        found += _payment_violations(position, build, stack)
    return found


def _place_violations(position: Position, build: Build) -> list[Violation]:
    """Faults of the cell and of the kind that is to stand on it."""
    board = position.board
    name = board.name(build.at)
    word = KIND_WORDS[build.kind]
    terrain = board.terrain.get(build.at)
    if terrain is None:
        template = N_("{cell} is not a cell of this board.")
        return [violation(Code.TERRAIN_FORBIDS, 8, template, (build.at,), cell=name)]
    found: list[Violation] = []
    highest = terrain.highest_building
    if highest is None:
        template = N_("Nothing can be built on a {terrain} such as {cell}.")
        params = {"terrain": terrain.word, "cell": name}
        return [violation(Code.TERRAIN_FORBIDS, 8, template, (build.at,), **params)]
    if build.kind.level > highest.level:
        template = N_("A {kind} is too much for the {terrain} at {cell}: at most a {highest}.")
        params = {
            "kind": word,
            "terrain": terrain.word,
            "cell": name,
            "highest": KIND_WORDS[highest],
        }
        found.append(violation(Code.TERRAIN_FORBIDS, 8, template, (build.at,), **params))
    standing = position.building_at.get(build.at)
    if build.kind in kinds_that_may_follow(standing, position.to_move):
        return found
    params = {"cell": name, "kind": word}
    if standing is None:
        code = Code.MUST_START_WITH_CAMP
        template = N_("The first building on the empty cell {cell} must be a camp, not a {kind}.")
    elif standing.owner == position.to_move:
        code = Code.MUST_BE_NEXT_KIND
        if standing.kind.next is None:
            template = N_("Your {standing} at {cell} cannot be replaced by anything higher.")
        else:
            template = N_("Your {standing} at {cell} can only become a {next}, not a {kind}.")
            params["next"] = KIND_WORDS[standing.kind.next]
        params["standing"] = KIND_WORDS[standing.kind]
    else:
        code = Code.KIND_NOT_ALLOWED
        template = N_(
            "The {standing} of {owner} at {cell} is replaced by the same kind or the next, "
            "not by a {kind}."
        )
        params |= {"standing": KIND_WORDS[standing.kind], "owner": standing.owner}
    found.append(violation(code, 8, template, (build.at,), **params))
    return found


def _payment_violations(position: Position, build: Build, stack: Stack) -> list[Violation]:
    standing = position.building_at.get(build.at)
    cost = price(build.kind, standing, position.to_move)
    name = position.board.name(build.start)
    found: list[Violation] = []
    params: dict[str, str | int] = {
        "kind": KIND_WORDS[build.kind],
        "cost": cost,
        "cell": name,
        "discs": stack.discs,
    }
    if cost > stack.discs:
        if cost > build.kind.level:
            template = N_(
                "A {kind} in the place of an enemy building costs {cost} discs, "
                "and the stack at {cell} has {discs}."
            )
        else:
            template = N_("A {kind} costs {cost} discs, and the stack at {cell} has {discs}.")
        found.append(violation(Code.NOT_ENOUGH_DISCS, 7, template, (build.start,), **params))
    if build.emperor and not stack.emperor:
        template = N_("Your emperor is not in the stack at {cell}, so he cannot pay.")
        found.append(violation(Code.WRONG_COST, 31, template, (build.start,), cell=name))
    elif not build.emperor and stack.warriors < cost <= stack.discs:
        template = N_("The stack at {cell} has too few warriors: your emperor must pay too.")
        found.append(violation(Code.WRONG_COST, 31, template, (build.start,), cell=name))
    return found


def apply_build(position: Position, build: Build) -> Position:
    """Carry out a legal build: discs to the reserve, the piece onto its cell."""
    player = position.to_move
    stack = position.stack_at[build.start]
    cost = price(build.kind, position.building_at.get(build.at), player)
    paid = cost - build.emperor
    left = Stack(stack.cell, player, stack.warriors - paid, stack.emperor and not build.emperor)
    kept = [building for building in position.buildings if building.cell != build.at]
    kept.append(Building(build.at, player, build.kind))
    kept.sort(key=lambda building: building.cell)
    home = position.reserve_of(player).plus(paid, build.emperor)
    return position.restacked(
        left, buildings=tuple(kept), reserves=position.with_reserve(player, home)
    )
