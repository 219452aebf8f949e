"""What the tests of the language server share: the program, a document with findings, and a client of raw bytes."""

import json
import os
import subprocess
import threading
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
GRAPHMEND = os.environ.get("GRAPHMEND", str(ROOT / "build/release/graphmend"))
PATIENCE = 300  # seconds until a test gives up; nothing is measured by it

# A finding behind an emoji, and one with a safe fix.
TEXT = '''\
import torch


@torch.compile
def f(x: torch.Tensor):
    s = "😀"; y = x * 2 if x.sum() > 0 else x + 1
    if x.mean() > 0:
        x = x * 2
    else:
        x = x + 1
    return x + y
'''
LINE, BEHIND_EMOJI = 5, {"utf-8": (29, 40), "utf-16": (27, 38), "utf-32": (26, 37)}
BRANCH_LINE = 6
FIXED_BRANCH = "x = torch.where("


def framed(message):
    body = message if isinstance(message, bytes) else json.dumps(message).encode()
    return b"Content-Length: %d\r\n\r\n" % len(body) + body


class Raw:
    """A server process, and every message that came from it. The caller writes bytes."""

    def __init__(self, *options):
        self.process = subprocess.Popen(
            [GRAPHMEND, "server", *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        self.messages = []
        self.stray = b""
        self.arrived = threading.Condition()
        self.readers = [threading.Thread(target=read, daemon=True) for read in (self._read, self._read_log)]
        self.log = b""
        for reader in self.readers:
            reader.start()

    def _read_log(self):
        self.log = self.process.stderr.read()

    def _read(self):
        out = self.process.stdout
        while header := out.readline():
            if not header.startswith(b"Content-Length: ") or out.readline() != b"\r\n":
                self.stray += header
                continue
            message = json.loads(out.read(int(header.split()[1])))
            with self.arrived:
                self.take(message)
                self.arrived.notify_all()

    def take(self, message):
        self.messages.append(message)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        for reader in self.readers:
            reader.join()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            try:
                pipe.close()
            except BrokenPipeError:
                pass

    def write(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, method, params=None, id=None):
        message = {"jsonrpc": "2.0", "method": method}
        if params is not None:
            message["params"] = params
        if id is not None:
            message["id"] = id
        self.write(framed(message))

    def wait_for(self, wanted):
        """The first message for which `wanted` is true."""
        with self.arrived:
            found = self.arrived.wait_for(lambda: next(filter(wanted, self.messages), None), PATIENCE)
        assert found, f"not among {self.messages}"
        return found

    def reply(self, id):
        return self.wait_for(lambda message: message.get("id", "") == id and "method" not in message)

    def initialize(self, capabilities=None):
        self.send("initialize", {"processId": os.getpid(), "rootUri": None, "capabilities": capabilities or {}}, id=0)
        result = self.reply(0)["result"]
        self.send("initialized", {})
        return result

    def open(self, uri, text, version=1):
        document = {"uri": uri, "languageId": "python", "version": version, "text": text}
        self.send("textDocument/didOpen", {"textDocument": document})

    def ended(self):
        """The exit status, after the server ended by itself."""
        status = self.process.wait(PATIENCE)
        for reader in self.readers:
            reader.join()
        return status
