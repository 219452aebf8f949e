"""The import hook of `graphmend run`: modules are rewritten as they are imported, in memory.

Standard library only, and as little of it as possible: it is part of the start of every process. Whatever goes wrong,
a module is imported as it is, and the report says so.
"""

import os
import sys

VARIABLE = "GRAPHMEND_RUN"  # settings of the run, as JSON; child processes inherit it


def install():
    """Called once in each process, before its program (start/sitecustomize.py)."""
    from graphmend.hook import main_script, state
    from graphmend.hook.finder import Finder

    if os.environ.get(VARIABLE) and not any(type(each) is Finder for each in sys.meta_path):
        hook = state.Hook(os.environ[VARIABLE])
        sys.meta_path.insert(0, Finder(hook))
        main_script.install(hook)


def fingerprint():
    """A text that depends on all rewrites in this process so far; "" if there are none. For keys of caches."""
    from graphmend.hook import state

    return state.fingerprint()
