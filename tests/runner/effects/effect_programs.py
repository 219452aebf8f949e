"""Programs with effects in the form that rewritten source has, and what eager prints.

Each is a function of a backend name; `run` compiles with it, or not at all for "plain".
"""

import logging
import sys
import warnings

import torch

import graphmend

log = logging.getLogger("effect_programs")

show = graphmend.effect(lambda *values: print(*values))
top = graphmend.effect(lambda i, v: print(f"step {i}: {v:.4f}"))
record = graphmend.effect(lambda v: log.info("mean %.4f", v.item(), extra={"unit": "m"}), "Model.records", 7)
warn = graphmend.effect(lambda v: warnings.warn(f"large {v:.1f}", FutureWarning), "Model.records", 9)
positive = graphmend.check(lambda bad: bad, lambda bad: ValueError("positive numbers expected"))
inside = graphmend.check(lambda i, n: (i >= n).any(), lambda i, n: IndexError(f"no more than {n}"))
caused = graphmend.check(lambda bad: bad, lambda bad: (KeyError("k"), ValueError("v")))


def order(x):
    graphmend.compiling() and show("shape", tuple(x.shape), x.dtype) or print("shape", tuple(x.shape), x.dtype)
    for i in range(3):
        x = torch.nn.functional.layer_norm(x * 0.5 + i, (x.shape[-1],))
        graphmend.compiling() and top(i, x.detach().max()) or print(f"step {i}: {x.detach().max():.4f}")
        x = _callee(x)
    return x


def _callee(x):
    graphmend.compiling() and show(None, True, [1, "a"]) or print(None, True, [1, "a"])
    return x + 1


def records(x):
    y = x.relu()
    mean = y.detach().mean()
    graphmend.compiling() and record(mean) or log.info("mean %.4f", mean.item(), extra={"unit": "m"})
    graphmend.compiling() and warn(mean) or warnings.warn(f"large {mean:.1f}", FutureWarning)
    return y * 2


def mutated(x):
    x = x * 1
    graphmend.compiling() and show(x.detach()) or print(x.detach())
    x.add_(1)
    graphmend.compiling() and show(x.detach()[0]) or print(x.detach()[0])
    return x


def checked(x):
    y = x * 2
    graphmend.compiling() and show("before") or print("before")
    if not (graphmend.compiling() and positive((y <= 0).any())) and (y <= 0).any():
        raise ValueError("positive numbers expected")
    graphmend.compiling() and show("after") or print("after")
    return y.log()


def indexed(x):
    table, i = torch.arange(4.0), x.round().long()
    graphmend.compiling() and show("largest", i.max()) or print("largest", i.max())
    if not (graphmend.compiling() and inside(i, table.shape[0])) and (i >= table.shape[0]).any():
        raise IndexError(f"no more than {table.shape[0]}")
    return table[i] + x


def unprotected(x):
    i = x.round().long()
    graphmend.compiling() and show("largest", i.max()) or print("largest", i.max())
    return torch.arange(4.0)[i] + torch.nn.functional.embedding(i, torch.ones(4, 2)).sum(-1)


def behind(x):
    y = torch.arange(4.0)[x.round().long()]
    graphmend.compiling() and show("looked up") or print("looked up")
    return y + 1


def rounded(x):
    for i in range(3):
        x = x * 0.5 + 1.0
        graphmend.compiling() and top(i, x.detach().abs().max()) or print(f"step {i}: {x.detach().abs().max():.4f}")
    return x


def rounded_with_breaks(x):
    for i in range(3):
        x = x * 0.5 + 1.0
        print(f"step {i}: {x.detach().abs().max():.4f}")
    return x


def chained(x):
    if not (graphmend.compiling() and caused((x < 0).any())) and (x < 0).any():
        raise KeyError("k") from ValueError("v")
    return x


def floats(x, rate):
    graphmend.compiling() and show("rate", rate) or print("rate", rate)
    return x * rate


def with_gradient(x):
    """A tensor that requires grad is shown with what made it: not for the graph."""
    y = x.sum()
    graphmend.compiling() and show(y) or print(y)
    return y * 2


class Lines(logging.Handler):
    """Log records and warnings among the lines of standard output."""

    def emit(self, record):
        print("log", record.name, record.levelname, record.getMessage(), record.funcName, record.unit)


def events_of(capsys, function, *arguments):
    """What a call prints, logs and warns of, and what it gives or raises: a list of lines, and a value."""
    handler, level = Lines(), log.level
    log.addHandler(handler)
    log.setLevel(logging.INFO)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("always")
            warnings.simplefilter("ignore", DeprecationWarning)  # of modules that torch imports when it needs them
            warnings.showwarning = lambda message, category, *_: print("warning", category.__name__, message)
            result = function(*arguments)
    except Exception as error:
        cause = type(error.__cause__).__name__ if error.__cause__ else None
        result = (type(error).__name__, str(error), cause)
    finally:
        log.removeHandler(handler)
        log.setLevel(level)
    sys.stdout.flush()
    return capsys.readouterr().out.splitlines(), result
