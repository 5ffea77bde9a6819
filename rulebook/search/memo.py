"""What was worked out from a table before, kept in the table, so that it dies with the table."""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Concatenate, ParamSpec, Protocol, TypeVar

    class HasMemo(Protocol):
        """Whatever carries a memo of its own: results by function and arguments."""

        @property
        def memo(self) -> dict[Any, Any]: ...  # noqa: D102

    Owner = TypeVar("Owner", bound=HasMemo)
    Rest = ParamSpec("Rest")
    Result = TypeVar("Result")

# So many results are kept; then the memo is emptied, lest questions fill the memory.
LIMIT = 4096


def remembered(
    function: Callable[Concatenate[Owner, Rest], Result],
) -> Callable[Concatenate[Owner, Rest], Result]:
    """Make ``function`` look into the memo of its first argument before it works.

    The function must be pure, its other arguments positional and hashable, its result not None.
    """

    @wraps(function)
    def recall(owner: Owner, /, *rest: Rest.args, **none: Rest.kwargs) -> Result:
        memo = owner.memo
        result: Result | None = memo.get((function, rest))
        if result is None:
            result = function(owner, *rest, **none)
            if len(memo) >= LIMIT:
                memo.clear()
            memo[function, rest] = result
        return result

    return recall
