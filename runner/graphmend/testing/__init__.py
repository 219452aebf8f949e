"""For tests: that a function or module, compiled, is one graph, and stays it."""

from __future__ import annotations

from typing import Any, Callable, Iterable

__all__ = ["assert_no_breaks", "assert_no_recompiles", "count_breaks"]


def assert_no_breaks(function: Callable, *args: Any, **options: Any) -> None:
    """Fails with each place where the compiled function breaks, and why; arguments and options as of `count_breaks`."""
    __tracebackhide__ = True
    from graphmend.testing.text import failure

    heard = _heard(function, args, **options)
    text = failure(heard, breaks=0)
    if text:
        raise AssertionError(text) from heard.error


def count_breaks(function: Callable, *args: Any, **options: Any) -> int:
    """How often the compiled function breaks when it is called with these arguments, all calls together.

    Options: `calls=3`: as many calls with the same arguments. `inputs=[...]`: a call with each instead: a tuple of
    arguments, a dict of named ones, a pair of both, or the only argument. `dynamic`, `backend`: as torch.compile has
    them; the backend is "eager" otherwise, which compiles fastest and breaks where the others do. What is compiled
    already is called as it is. Other options are named arguments of the function.
    """
    heard = _heard(function, args, **options)
    if heard.error:
        raise heard.error
    return sum(each.times for each in heard.breaks)


def assert_no_recompiles(function: Callable, *args: Any, **options: Any) -> None:
    """Fails with each guard that made Dynamo compile again; arguments and options as of `count_breaks`."""
    __tracebackhide__ = True
    from graphmend.testing.text import failure

    heard = _heard(function, args, **options)
    if heard.error:
        raise heard.error
    text = failure(heard, recompiles=0)
    if text:
        raise AssertionError(text)


def _heard(function, args, *, calls: int = 1, inputs: Iterable | None = None, dynamic=None, backend=None, **named):
    """What happens in these calls. torch is imported here, not with this module, which pytest imports in each run."""
    from graphmend.targets import arguments_of, compiled, is_compiled
    from graphmend.testing.listening import listening

    if not callable(function):
        raise TypeError(f"{type(function).__name__} cannot be called")
    if calls < 1 or (inputs is not None and (args or named or calls != 1)):
        raise TypeError("either arguments are given, for one call or more, or inputs=[...]")
    if not is_compiled(function):
        function = compiled(function, dynamic=dynamic, backend=backend or "eager")
    elif dynamic is not None or backend is not None:
        raise TypeError("dynamic and backend are for what is not compiled yet")
    given = [(args, named)] * calls if inputs is None else [arguments_of(each) for each in inputs]
    if not given:
        raise TypeError("inputs holds no call")
    with listening() as heard:
        for positional, by_name in given:
            function(*positional, **by_name)
    return heard
