"""The script itself, `python train.py`, which Python does not import but reads.

Before it reads the script, Python asks sys.path_hooks whether it is a folder or archive with a `__main__` in it. For
a script that is rewritten the answer is yes: its `__main__` is the rewritten script, and runpy runs it.
"""

import importlib.machinery
import os
import sys

from graphmend.hook.finder import Loader

_VARIABLE = "GRAPHMEND_MAIN"  # the script; children of multiprocessing run it once more, under another name


def install(hook):
    """Offers the script of this process, and that of a parent which uses multiprocessing."""
    script = _script()
    if script:
        hook.scope.add_project(os.path.dirname(script))
    scripts = {each for each in (script, os.environ.get(_VARIABLE)) if each}
    if scripts:
        sys.path_hooks.insert(0, lambda path: _Script(hook, path, scripts))


def _script():
    # The arguments of Python itself come first: `python -u train.py`. Before 3.10 sys.argv alone is there.
    name = sys.argv[0] if getattr(sys, "argv", None) else ""
    return os.path.abspath(name) if name not in ("", "-c", "-m") and os.path.isfile(name) else None


class _Script:
    """The importer of a script: a folder with nothing in it but `__main__`."""

    def __init__(self, hook, path, scripts):
        if os.path.abspath(path) not in scripts or not hook.scope.holds("__main__", path):
            raise ImportError(path)
        self._spec = _Spec("__main__", _MainLoader(hook, "__main__", path), origin=path)
        self._spec.has_location = True
        self._spec.loader.spec = self._spec
        try:
            code = self._spec.loader.rewrite("__main__")
        except OSError as error:
            raise ImportError(path) from error
        if code is None:
            raise ImportError(path)
        os.environ[_VARIABLE] = os.path.abspath(path)

    def find_spec(self, name, target=None):
        """As importlib.abc.PathEntryFinder.find_spec."""
        return self._spec if name == "__main__" else None


class _Spec(importlib.machinery.ModuleSpec):
    """Looks as much as possible as if there were none, as for a script: multiprocessing has to take the path."""

    parent = cached = None


class _MainLoader(Loader):
    def get_code(self, fullname):
        """Asked for right before the script runs, when sys.path has the script where its folder belongs."""
        if sys.path and sys.path[0] == self.path:
            sys.path[0] = os.path.dirname(os.path.realpath(self.path))
        self.spec.name = None
        return self._rewritten["code"]
