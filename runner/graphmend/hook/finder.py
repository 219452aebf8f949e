"""Finds modules as Python does, and loads those in scope from their rewritten text."""

import importlib.machinery
import linecache
import sys


class Loader(importlib.machinery.SourceFileLoader):
    """Of one module. What is not rewritten is loaded as ever, from its compiled file too."""

    def __init__(self, hook, name, path):
        super().__init__(name, path)
        self._hook = hook
        self._rewritten = None

    def rewrite(self, fullname):
        """The code of the rewritten module, or None. Raises OSError."""
        self._rewritten = self._hook.rewrite(
            fullname, self.path, self.get_data(self.path), lambda text: self.source_to_code(text, self.path))
        if self._rewritten is None:
            return None
        show(self.path, self._rewritten["text"])
        return self._rewritten["code"]

    def get_code(self, fullname):
        """The code of the rewritten module, else of the module."""
        return self.rewrite(fullname) or super().get_code(fullname)

    def get_source(self, fullname):
        """What is run."""
        return super().get_source(fullname) if self._rewritten is None else self._rewritten["text"]


def show(path, text):
    """Tracebacks and inspect.getsource see this text; without a time it is never read again from the disk."""
    linecache.cache[path] = (len(text), None, text.splitlines(keepends=True), path)


class Finder:
    """The first of sys.meta_path: asks the others, and changes the loader of what they find."""

    def __init__(self, hook):
        self._hook = hook

    def find_spec(self, name, path=None, target=None):
        """As importlib.abc.MetaPathFinder.find_spec."""
        for finder in sys.meta_path:
            find = getattr(finder, "find_spec", None)
            if finder is self or find is None:
                continue
            spec = find(name, path, target)
            if spec is not None:
                return self._changed(spec)
        return None

    def _changed(self, spec):
        # Of another loader nobody knows what it does: one that reads a zip file, one that changes code itself.
        if type(spec.loader) is importlib.machinery.SourceFileLoader and self._hook.scope.holds(spec.name, spec.origin):
            spec.loader = Loader(self._hook, spec.loader.name, spec.loader.path)
        return spec

    def invalidate_caches(self):
        """The others do it themselves."""
