"""What `make bench` runs: every benchmark, one after the other."""

from __future__ import annotations

from eko_companion.measure import record_speed, rules_speed, simulator_speed

if __name__ == "__main__":
    rules_speed.main()
    record_speed.main()
    simulator_speed.main()
