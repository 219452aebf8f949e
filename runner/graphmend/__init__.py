"""GraphMend beside your program: effects that stay in the graph, numbers that are known while it is traced, and the
import hook of `graphmend run`.
"""

from graphmend.hook import fingerprint

__all__ = ["check", "compiling", "effect", "fingerprint", "flush", "loop", "number", "reading", "truth"]
_LAZY = {**dict.fromkeys(("check", "compiling", "effect", "flush"), "effects"), "loop": "effects.loops",
         **dict.fromkeys(("number", "reading", "truth"), "constant_folding")}


def __getattr__(name):
    # torch is imported when something of it is needed, not by the hook.
    if name in _LAZY:
        import importlib

        found = globals()[name] = getattr(importlib.import_module("graphmend." + _LAZY[name]), name)
        return found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
