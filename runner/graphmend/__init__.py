"""GraphMend beside your program: effects that stay in the graph, and the import hook of `graphmend run`."""

from graphmend.hook import fingerprint

__all__ = ["check", "compiling", "effect", "fingerprint"]


def __getattr__(name):
    # torch is imported when something of it is needed, not by the hook.
    if name in ("check", "compiling", "effect"):
        from graphmend import effects

        globals().update({each: getattr(effects, each) for each in effects.__all__})
        return globals()[name]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
