"""The language server of graphmend.exe under Wine, over pipes, with URIs as VS Code writes them on Windows."""

import json
import threading
import urllib.parse

import pytest

from test_commands import BREAKS, windows_path

HELPER = """\
def positive(x):
    if x.sum() > 0:
        return x
    return -x
"""
CALLER = """\
import torch

from helper import positive


@torch.compile
def g(x: torch.Tensor):
    return positive(x) + 1
"""


def uri(path):
    return "file:///z%3A" + urllib.parse.quote(str(path))


class Client:
    def __init__(self, process):
        self.process = process
        self.number = 0
        self.published = {}
        threading.Timer(60, process.kill).start()  # nothing of this takes so long

    def send(self, **message):
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def receive(self):
        size = int(self.process.stdout.readline().removeprefix(b"Content-Length: "))
        assert self.process.stdout.readline() == b"\r\n"
        message = json.loads(self.process.stdout.read(size))
        if message.get("method") == "textDocument/publishDiagnostics":
            self.published[message["params"]["uri"]] = message["params"]["diagnostics"]
        return message

    def ask(self, method, params):
        self.number += 1
        self.send(id=self.number, method=method, params=params)
        while (message := self.receive()).get("id") != self.number or "method" in message:
            pass
        return message["result"]

    def open(self, path, text):
        document = {"uri": uri(path), "languageId": "python", "version": 1, "text": text}
        self.send(method="textDocument/didOpen", params={"textDocument": document})
        while uri(path) not in self.published:
            self.receive()
        return self.published[uri(path)]


@pytest.fixture
def client(windows, tmp_path):
    process = windows.start("server", cwd=tmp_path)
    client = Client(process)
    capabilities = {"textDocument": {"publishDiagnostics": {"relatedInformation": True},
                                     "codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": []}}}}}
    client.ask("initialize", {"processId": None, "rootUri": uri(tmp_path), "capabilities": capabilities})
    client.send(method="initialized", params={})
    yield client
    process.kill()


def test_findings_fixes_and_the_end(client, tmp_path):
    path = tmp_path / "größe 1.py"
    found = client.open(path, BREAKS)
    assert [each["code"] for each in found] == ["GM101"]
    actions = client.ask("textDocument/codeAction", {
        "textDocument": {"uri": uri(path)}, "range": found[0]["range"], "context": {"diagnostics": found}})
    assert any("torch.where" in json.dumps(each["edit"]["changes"][uri(path)]) for each in actions if "edit" in each)
    assert "GM101" in json.dumps(client.ask("textDocument/hover", {
        "textDocument": {"uri": uri(path)}, "position": found[0]["range"]["start"]}))
    assert client.ask("shutdown", None) is None
    client.send(method="exit")
    assert client.process.wait(10) == 0
    assert client.process.stdout.read() == b""


def test_another_file_is_found_and_named_by_its_uri(client, tmp_path):
    (tmp_path / "helper.py").write_text(HELPER)
    (tmp_path / "model.py").write_text(CALLER)
    found = client.open(tmp_path / "model.py", CALLER)
    named = [related["location"]["uri"] for each in found for related in each.get("relatedInformation", [])]
    assert "file:///Z%3A" + urllib.parse.quote(str(tmp_path / "helper.py")) in named


def test_settings_of_the_folder_hold(client, tmp_path):
    (tmp_path / "graphmend.toml").write_text('[per-file-ignores]\n"a/*" = ["GM101"]\n')
    assert client.open(tmp_path / "a/b.py", BREAKS) == []
    assert [each["code"] for each in client.open(tmp_path / "b.py", BREAKS)] == ["GM101"]


def test_a_client_that_is_gone_ends_it(client):
    client.process.stdin.close()
    assert client.process.wait(20) == 1


def test_a_parent_that_is_gone_ends_it(windows, tmp_path):
    process = windows.start("server", cwd=tmp_path)
    client = Client(process)
    client.ask("initialize", {"processId": 1_000_003, "rootUri": None, "capabilities": {}})
    assert process.wait(20) == 1
