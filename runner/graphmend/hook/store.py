"""What the binary answered, kept on disk: by the content of a module, the binary, the versions and the settings.

An answer rests on other files as well; they are compared by size and time.
"""

import hashlib
import marshal
import os
import sys
import tempfile


def default_folder():
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return os.path.join(base, "graphmend", "run")


class Store:
    def __init__(self, folder, base):
        """base: bytes that stand for everything but the module."""
        self._folder = folder
        self._base = hashlib.sha256(base)

    def key(self, path, data):
        digest = self._base.copy()
        digest.update(repr((path, sys.implementation.cache_tag, sys.version, sys.flags.optimize)).encode())
        digest.update(data)
        return digest.hexdigest()

    def get(self, key):
        """An answer (a dict), with the code object under "code"; None if there is none that holds."""
        try:
            with open(os.path.join(self._folder, key), "rb") as file:
                answer = marshal.load(file)
            same = isinstance(answer, dict) and all(_stamp(path) == stamp for path, stamp in answer["stamps"])
            return answer if same else None
        except (OSError, ValueError, EOFError, TypeError, KeyError):
            return None

    def put(self, key, answer, paths):
        answer["stamps"] = [(path, _stamp(path)) for path in paths]
        try:
            os.makedirs(self._folder, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=self._folder)
            with os.fdopen(handle, "wb") as file:
                marshal.dump(answer, file)
            os.replace(name, os.path.join(self._folder, key))
        except (OSError, ValueError):
            pass  # only time is lost


def _stamp(path):
    try:
        status = os.stat(path)
        return (status.st_size, status.st_mtime_ns)
    except OSError:
        return None
