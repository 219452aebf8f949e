"""Effects inside of a graph: prints, records, warnings and raised errors that do not break it.

`effect(body)` and `check(condition, error)` register a program point once, at import, and return a function to call
there while compiling. Rewritten source does so, and runs the original in all other cases, in its own frame: in eager,
and for values that a graph cannot carry, where it breaks the graph as before.

    _effect = graphmend.effect(lambda i, top: print(f"step {i}: {top:.3f}"))
    ...
    graphmend.compiling() and _effect(i, x.detach().max()) or print(f"step {i}: {x.detach().max():.3f}")
"""

from graphmend.effects.gate import compiling
from graphmend.effects.deferred_output import flush
from graphmend.effects.sites import check, effect

__all__ = ["check", "compiling", "effect", "flush"]
