"""A referee over one game: keeps the official position, takes looks, and tells what happened.

Time, frames and files are not its business; the events are the contract's.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from eko_companion.referee.deciding import (
    DEFAULT,
    Accept,
    Ask,
    Decision,
    Thresholds,
    Unclear,
    Violate,
    decide,
)
from eko_companion.referee.evidence import evidence_of
from eko_companion.rules import (
    Action,
    Pass,
    Position,
    Reinforce,
    Step,
    action_document,
    legal_actions,
    play,
    points,
)
from eko_companion.vision.reading.result import Reading

EventDocument = dict[str, Any]


class Referee:
    """Decides on settled looks, one after the other."""

    def __init__(self, position: Position, thresholds: Thresholds = DEFAULT) -> None:
        self.position = position
        """The official one."""
        self._thresholds = thresholds
        self._amendable: tuple[Position, tuple[Action, ...]] | None = None
        """The position before the last look's actions, and those, as long as more may follow."""
        self._told: Decision | None = None

    def opening(self) -> list[EventDocument]:
        """What is told before the first look."""
        return [*self._forced(""), *self._standing()]

    def look(self, reading: Reading, source: str) -> list[EventDocument]:
        """Decide on a look; what it shows, as events."""
        if not reading.usable or self.position.step is Step.OVER:
            return []
        evidence = evidence_of([reading])
        decision = decide(self.position, evidence, self._thresholds)
        if isinstance(decision, Violate | Unclear | Ask) and self._amendable is not None:
            amended = self._amended(reading)
            if amended is not None:
                return self._accepted(amended, source, amends=True)
        self._told = decision
        match decision:
            case Accept():
                return self._accepted(decision, source)
            case Violate(broken=broken):
                return [
                    {
                        "event": "violation",
                        "player": broken.player,
                        "violations": [code.value for code in broken.codes],
                        "text": broken.text,
                        "source": source,
                    }
                ]
            case Ask(text=text) | Unclear(text=text):
                return [{"event": "unclear", "text": text, "source": source}]
        return []

    def answer(self, number: int, source: str) -> list[EventDocument]:
        """The players' answer to the last question."""
        if not isinstance(self._told, Ask):
            return []
        chosen = self._told.answers[number]
        return self._accepted(Accept(chosen.actions, chosen.after, 1.0), source)

    def _amended(self, reading: Reading) -> Accept | None:
        """The last actions as they look now: a reinforcement that grew is one, not two."""
        if self._amendable is None:
            return None
        before, actions = self._amendable
        decision = decide(before, evidence_of([reading]), self._thresholds)
        if not isinstance(decision, Accept) or not decision.actions:
            return None
        same = [type(action) for action in decision.actions[: len(actions)]]
        if same != [type(action) for action in actions]:
            return None
        self.position = before
        return decision

    def _accepted(self, decision: Accept, source: str, amends: bool = False) -> list[EventDocument]:
        before = self.position
        events: list[EventDocument] = []
        for action in decision.actions:
            events += self._play(action, decision.confidence, source, amends)
        if any(isinstance(action, Reinforce) for action in decision.actions[-1:]):
            self._amendable = (before, decision.actions)
        else:
            self._amendable = None
        events += self._forced(source)
        if self.position.winners is not None:
            events.append({"event": "over", "winners": list(self.position.winners)})
        return events

    def _forced(self, source: str) -> list[EventDocument]:
        """Passes that are the only thing left to do are played at once."""
        events: list[EventDocument] = []
        while self.position.step is not Step.OVER and legal_actions(self.position) == [Pass()]:
            events += self._play(Pass(), 1.0, source)
        return events

    def _play(
        self, action: Action, confidence: float, source: str, amends: bool = False
    ) -> list[EventDocument]:
        before = self.position
        self.position = play(before, action)
        event = {
            "event": "action",
            "player": before.to_move,
            "action": action_document(action),
            "confidence": round(confidence, 4),
            "source": source,
        }
        if amends:
            event["amends"] = True
        return [event, *self._changes(before)]

    def _changes(self, before: Position) -> Iterator[EventDocument]:
        if _totals(before) != _totals(self.position):
            yield {"event": "score", "points": _totals(self.position)}
        if self.position.step is not Step.OVER and self.position.active != before.active:
            yield {"event": "turn", "player": self.position.active}

    def _standing(self) -> list[EventDocument]:
        return [
            {"event": "turn", "player": self.position.active},
            {"event": "score", "points": _totals(self.position)},
        ]


def _totals(position: Position) -> dict[str, int]:
    return {player: score.total for player, score in points(position).items()}
