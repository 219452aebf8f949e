"""The line to the program `graphmend`: requests come in, events go out, one JSON object a line."""

import json
import os
import socket
import sys
import threading


class Channel:
    """A connection of this process; a forked child opens its own.

    `request` is what `graphmend` asks for at `address`. Sending never raises: when `graphmend` is gone, the user's program goes on.
    """

    def __init__(self, address):
        self.address = address
        self._lock = threading.Lock()
        self.request = self._connect()
        os.register_at_fork(after_in_child=self._after_fork)

    def _connect(self):
        self._pid = os.getpid()
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._socket.connect(self.address)
        greeting = b""
        while not greeting.endswith(b"\n"):
            more = self._socket.recv(1 << 16)
            if not more:
                raise ConnectionError("graphmend said nothing")
            greeting += more
        return json.loads(greeting)

    def _after_fork(self):
        self._lock = threading.Lock()  # its owner may not be in this process
        self._socket.close()
        self._socket = None

    def on_death(self, act):
        """Calls `act`, in a thread of its own, if `graphmend` goes without a farewell: it was killed."""
        def wait(connection):
            try:
                farewell = connection.recv(1)
            except OSError:
                return
            if not farewell:
                act()

        if self._socket is None:
            self._connect()
        threading.Thread(target=wait, args=(self._socket,), daemon=True).start()

    def send(self, kind, **fields):
        """Tells of one event. `fields` are what json can write."""
        line = json.dumps({"kind": kind, "pid": os.getpid(), "rank": rank(), **fields}).encode("utf-8", "backslashreplace") + b"\n"
        with self._lock:
            try:
                if self._socket is None:
                    self._connect()
                self._socket.sendall(line)
            except OSError:
                pass


def rank():
    """The number of this process in a distributed program, as a text; None if there are no others."""
    distributed = sys.modules.get("torch.distributed")
    is_initialized = getattr(distributed, "is_initialized", None)  # not there while torch is being imported
    return str(distributed.get_rank()) if is_initialized and is_initialized() else os.environ.get("RANK")
