"""An action in words, for people: "cyan attacks violet's stack of 2 at d5 from c4".

Templates and parameters come apart, so that each can be said in any language. The short notation
is in `notation`, reasons for refusals are in `violations`.
"""

from __future__ import annotations

from eko_companion.rules.actions import (
    Action,
    Build,
    Exchange,
    March,
    Moon,
    Move,
    Pass,
    Reinforce,
    Sand,
    Swap,
)
from eko_companion.rules.building import KIND_WORDS
from eko_companion.rules.fighting import is_kamikaze
from eko_companion.rules.pieces import Stack
from eko_companion.rules.position import Position, Step
from eko_companion.rules.text import N_, Text


def describe(position: Position, action: Action) -> list[Text]:
    """A legal action in words, as one or more sentences."""
    name = position.board.name
    player = position.to_move
    match action:
        case Swap(partner):
            template = N_("{player} swaps the emperor with the disc at {cell}.")
            return [Text(template, {"player": player, "cell": name(partner)})]
        case Move():
            return _describe_move(position, action)
        case Build():
            return [_describe_build(position, action)]
        case March():
            template = N_("{player} puts 3 warriors into the box for a forced march.")
            return [Text(template, {"player": player})]
        case Sand(target):
            template = N_(
                "{player} boxes 2 warriors: the sand temple sends a warrior of {owner} "
                "at {cell} home."
            )
            owner = position.stack_at[target].owner
            return [Text(template, {"player": player, "owner": owner, "cell": name(target)})]
        case Reinforce():
            return _describe_reinforce(position, action)
        case Moon(cell, emperor):
            template = N_("{player} boxes 2 warriors: the moon temple places a warrior at {cell}.")
            if emperor:
                template = N_(
                    "{player} boxes 2 warriors: the moon temple places the emperor at {cell}."
                )
            return [Text(template, {"player": player, "cell": name(cell)})]
        case Exchange(give):
            holder = position.holder_of(player) or ""
            template = N_("{player} hands the emperor of {give} to {holder} and gets his own back.")
            return [Text(template, {"player": player, "give": give, "holder": holder})]
        case Pass():
            return [Text(_PASSING[position.step], {"player": player})]


_PASSING = {
    Step.SWAP: N_("{player} leaves the emperor where he is."),
    Step.ACTION: N_("{player} cannot move or build."),
    Step.EXTRA: N_("{player} cannot move or build."),
    Step.REINFORCE: N_("{player} has nothing to reinforce with, or nowhere to."),
    Step.EXCHANGE: N_("{player} passes."),
    Step.OVER: N_("{player} passes."),
}


def _describe_move(position: Position, move: Move) -> list[Text]:
    name = position.board.name
    stack, target = position.stack_at[move.start], position.stack_at.get(move.to)
    discs = stack.discs - move.lost
    params: dict[str, str | int] = {
        "player": stack.owner,
        "start": name(move.start),
        "cell": name(move.to),
        "discs": discs,
        "lost": move.lost,
    }
    texts = []
    if move.lost:
        template = N_("{player} loses {lost} of the discs from {start} to the storm.")
        if move.lost_emperor:
            template = N_(
                "{player} loses {lost} of the discs from {start} to the storm, "
                "the emperor among them."
            )
        texts.append(Text(template, params))
    if not discs:
        return texts
    if target is None:
        texts.append(Text(N_("{player} moves {discs} from {start} to {cell}."), params))
    elif target.owner == stack.owner:
        template = N_("{player} moves {discs} from {start} onto the {height} at {cell}.")
        texts.append(Text(template, params | {"height": target.discs}))
    else:
        texts.append(_describe_attack(params, discs, target))
        if target.emperor:
            template = N_("{player} captures the emperor of {owner}.")
            texts.append(Text(template, params | {"owner": target.owner}))
    return texts


def _describe_attack(params: dict[str, str | int], discs: int, target: Stack) -> Text:
    template = N_(
        "{player} attacks {owner}'s stack of {height} at {cell} with {discs} from {start}."
    )
    if is_kamikaze(discs, target.discs):
        template = N_("Kamikaze: {player}'s disc from {start} destroys {owner}'s stack at {cell}.")
    return Text(template, params | {"owner": target.owner, "height": target.discs})


def _describe_build(position: Position, build: Build) -> Text:
    name = position.board.name
    standing = position.building_at.get(build.at)
    params: dict[str, str | int] = {
        "player": position.to_move,
        "kind": KIND_WORDS[build.kind],
        "cell": name(build.at),
        "start": name(build.start),
    }
    if standing is None:
        template = N_("{player} builds a {kind} at {cell}, paid by the stack at {start}.")
        if build.emperor:
            template = N_(
                "{player} builds a {kind} at {cell}; the emperor at {start} helps to pay."
            )
        return Text(template, params)
    params |= {"standing": KIND_WORDS[standing.kind], "owner": standing.owner}
    if standing.owner == position.to_move:
        template = N_(
            "{player} turns the {standing} at {cell} into a {kind}, paid by the stack at {start}."
        )
        if build.emperor:
            template = N_(
                "{player} turns the {standing} at {cell} into a {kind}; "
                "the emperor at {start} helps to pay."
            )
        return Text(template, params)
    template = N_(
        "{player} replaces {owner}'s {standing} at {cell} by a {kind}, "
        "paid by the stack at {start}."
    )
    if build.emperor:
        template = N_(
            "{player} replaces {owner}'s {standing} at {cell} by a {kind}; "
            "the emperor at {start} helps to pay."
        )
    return Text(template, params)


def _describe_reinforce(position: Position, action: Reinforce) -> list[Text]:
    texts = []
    for placement in action.placements:
        params: dict[str, str | int] = {
            "player": position.to_move,
            "cell": position.board.name(placement.cell),
            "count": placement.warriors,
        }
        if not placement.emperor:
            template = N_("{player} reinforces {cell} by {count}.")
        elif placement.warriors:
            template = N_("{player} reinforces {cell} by the emperor and {count}.")
        else:
            template = N_("{player} reinforces {cell} by the emperor.")
        texts.append(Text(template, params))
    return texts
