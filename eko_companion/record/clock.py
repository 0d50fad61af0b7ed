"""Players' clocks: time left for each, an increment after each turn, pauses.

Time comes from outside, in seconds that only ever grow. Values never change; the game writes them
into its journal, so that undo and resume bring them back.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from eko_companion.rules import Player


@dataclass(frozen=True, slots=True)
class ClockSettings:
    """What each player begins with, and what each of his turns adds, in milliseconds."""

    initial: int
    increment: int = 0


@dataclass(frozen=True, slots=True)
class Clock:
    """The time left of every player in milliseconds; runs for one of them, or for nobody."""

    settings: ClockSettings
    left: dict[Player, int]
    running: Player | None = None
    since: float = 0.0
    """When it began to run for that player."""

    @staticmethod
    def fresh(settings: ClockSettings, players: tuple[Player, ...]) -> Clock:
        """All clocks full, none running."""
        return Clock(settings, dict.fromkeys(players, settings.initial))

    def times(self, now: float) -> dict[Player, int]:
        """The time left of every player at this moment; below zero where it has run out."""
        if self.running is None:
            return dict(self.left)
        spent = round((now - self.since) * 1000)
        return {**self.left, self.running: self.left[self.running] - max(0, spent)}

    def stopped(self, now: float) -> Clock:
        """The clock as it stands, running for nobody."""
        return replace(self, left=self.times(now), running=None)

    def started(self, player: Player, now: float) -> Clock:
        """The clock running for a player, who may be the one it runs for already."""
        return replace(self, left=self.times(now), running=player, since=now)

    def credited(self, player: Player) -> Clock:
        """The increment for a turn that has ended."""
        return replace(
            self, left={**self.left, player: self.left[player] + self.settings.increment}
        )

    def with_times(self, left: dict[Player, int]) -> Clock:
        """The clock set to times that were written down, running for nobody."""
        return replace(self, left=dict(left), running=None)

    def run_out(self, now: float) -> tuple[Player, ...]:
        """The players whose time is up."""
        return tuple(player for player, left in self.times(now).items() if left <= 0)
