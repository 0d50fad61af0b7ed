"""The rules stand alone: they load with nothing but Python itself."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import eko_companion

ROOT = Path(eko_companion.__file__).parent.parent


def test_the_rules_load_where_no_package_is_installed() -> None:
    code = (
        f"import sys; sys.path.insert(0, {str(ROOT)!r}); import eko_companion.rules as rules; "
        "import eko_companion.rules.setup, eko_companion.rules.positiontext; "
        "assert rules.legal_actions"
    )
    # -S leaves the installed packages out, -I everything that the environment adds.
    run = subprocess.run([sys.executable, "-I", "-S", "-c", code], capture_output=True, check=False)
    assert run.returncode == 0, run.stderr.decode()
