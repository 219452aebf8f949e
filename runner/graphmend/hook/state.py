"""What one process knows of its run: the settings, the caches, and what was rewritten."""

import hashlib
import json
import os
import sys
import threading

from graphmend.hook.report import Report
from graphmend.hook.rewriter import Failed, Rewriter
from graphmend.hook.scope import Scope
from graphmend.hook.store import Store, default_folder

_rewritten = {}  # path -> digest of the rewritten text
_lock = threading.Lock()


def fingerprint():
    with _lock:
        return hashlib.sha256(repr(sorted(_rewritten.items())).encode()).hexdigest()[:16] if _rewritten else ""


class Hook:
    """settings: JSON with binary, packages, unsafe, report, cache_folder."""

    def __init__(self, settings):
        self._settings = json.loads(settings)
        self.scope = Scope(self._settings["packages"])
        self.report = Report(self._settings["report"])
        self._store = self._rewriter = None

    def _prepare(self):
        binary = self._settings["binary"]
        torch = self.scope.torch_version()
        command = [binary, "rewrite", "--python", sys.executable]
        command += ["--unsafe"] if self._settings["unsafe"] else []
        command += ["--torch-version", torch] if torch else []
        status = os.stat(binary) if os.path.exists(binary) else None
        base = repr((command, status and (status.st_size, status.st_mtime_ns)))
        self._rewriter = Rewriter(command)
        self._store = Store(self._settings.get("cache_folder") or default_folder(), base.encode())

    def rewrite(self, name, path, data, compiled):
        """The rewritten module: a dict with text and code, or None if it stays as it is.

        compiled: makes a code object of a text.
        """
        if b"torch" not in data:
            return None
        try:
            answer = self._answer(name, path, data, compiled)
        except (Failed, SyntaxError, ValueError, RecursionError) as error:
            self.report.failed(name, path, error)
            return None
        self.report.add(name, path, answer)
        if answer["text"] is None:
            return None
        with _lock:
            _rewritten[path] = hashlib.sha256(answer["text"].encode("utf-8", "surrogatepass")).hexdigest()
        _tag_caches_of_torch()
        return answer

    def _answer(self, name, path, data, compiled):
        if self._store is None:
            with _lock:
                if self._store is None:
                    self._prepare()
        key = self._store.key(path, data)
        answer = self._store.get(key)
        if answer is None:
            from importlib.util import decode_source

            answer = self._rewriter.ask(path, decode_source(data))
            answer["code"] = None if answer["text"] is None else compiled(answer["text"])
            self._store.put(key, answer, answer.pop("files", []))
        return answer


def _tag_caches_of_torch():
    """Torch keeps what it compiled by keys that know the source files, and not what became of them in memory."""
    config = sys.modules.get("torch.compiler.config")
    if config is not None and isinstance(getattr(config, "cache_key_tag", None), str):
        config.cache_key_tag = config.cache_key_tag.partition(" graphmend ")[0] + " graphmend " + fingerprint()
