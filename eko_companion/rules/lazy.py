"""A property that is worked out once, on first use.

Like `functools.cached_property`, without its lock: two threads may at worst work out the same
value twice, which does no harm to immutable values and is several times faster.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class lazy(Generic[T]):  # noqa: N801 (it is used like `property`)
    """Decorate a method without arguments; the value then stands in the instance's own dict."""

    def __init__(self, work_out: Callable[[Any], T]) -> None:
        self._work_out = work_out
        self._name = work_out.__name__
        self.__doc__ = work_out.__doc__

    def __get__(self, instance: Any, owner: type | None = None) -> T:
        value = instance.__dict__[self._name] = self._work_out(instance)
        return value
