"""The server as a process: bytes in, bytes out, and how it ends."""

import subprocess
import sys

import pytest
from support import GRAPHMEND, PATIENCE, TEXT, Raw, framed

SHUTDOWN = framed({"jsonrpc": "2.0", "id": "end", "method": "shutdown"})
EXIT = framed({"jsonrpc": "2.0", "method": "exit"})
INITIALIZE = framed({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {"capabilities": {}}})


@pytest.fixture
def raw():
    with Raw() as server:
        yield server


def test_shutdown_and_exit(raw):
    raw.initialize()
    raw.write(SHUTDOWN + EXIT)
    assert raw.ended() == 0
    assert raw.messages[-1] == {"jsonrpc": "2.0", "id": "end", "result": None}
    assert raw.log == b"" and raw.stray == b""


def test_exit_without_shutdown(raw):
    raw.initialize()
    raw.write(EXIT)
    assert raw.ended() == 1


def test_exit_before_initialize(raw):
    raw.write(EXIT)
    assert raw.ended() == 1


@pytest.mark.parametrize("sent", [b"", b"Content-Len", b"Content-Length: 100\r\n\r\n{", INITIALIZE])
def test_end_of_input(raw, sent):
    raw.write(sent)
    raw.process.stdin.close()
    assert raw.ended() == 1


def test_end_of_input_after_shutdown(raw):
    raw.write(INITIALIZE + SHUTDOWN)
    raw.process.stdin.close()
    assert raw.ended() == 0
    assert [message["id"] for message in raw.messages] == [0, "end"]


def test_input_from_a_file(tmp_path):
    script = tmp_path / "session"
    script.write_bytes(INITIALIZE + SHUTDOWN + EXIT)
    with script.open("rb") as stdin:
        done = subprocess.run([GRAPHMEND, "server"], stdin=stdin, stdout=subprocess.PIPE, timeout=PATIENCE)
    assert done.returncode == 0
    assert done.stdout.count(b"Content-Length: ") == 2


def test_the_client_stops_reading():
    process = subprocess.Popen([GRAPHMEND, "server"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    process.stdout.close()
    process.stdin.write(INITIALIZE)
    process.stdin.flush()
    assert process.wait(PATIENCE) == 1
    process.stdin.close()


def test_a_client_that_reads_late_gets_everything():
    """Far more answers than a pipe holds, before the first is read."""
    hello = b"".join(framed({"jsonrpc": "2.0", "id": i, "method": "no/such/method/" + "x" * 1000}) for i in range(1, 2001))
    process = subprocess.Popen([GRAPHMEND, "server"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    process.stdin.write(INITIALIZE + hello + SHUTDOWN)
    process.stdin.flush()
    process.stdin.write(EXIT)
    process.stdin.close()
    out = process.stdout.read()
    process.stdout.close()
    assert process.wait(PATIENCE) == 0
    assert out.count(b"Content-Length: ") == 2002


def test_verbose_logs_to_stderr():
    with Raw("-v") as server:
        server.initialize()
        server.write(b"Content-Length: 1\r\n\r\n{")
        server.reply(None)
        server.write(SHUTDOWN + EXIT)
        assert server.ended() == 0
        assert b"a client connected" in server.log and b"is not JSON" in server.log
        assert server.stray == b""


def test_messages_in_pieces(raw):
    for byte in INITIALIZE:
        raw.write(bytes([byte]))
    raw.reply(0)
    raw.write(SHUTDOWN + framed({"jsonrpc": "2.0", "id": 9, "method": "nothing"}) + EXIT[:30])
    raw.write(EXIT[30:])
    assert raw.ended() == 0
    assert raw.reply(9)["error"]["code"] == -32600


@pytest.mark.parametrize(
    ("damaged", "code"),
    [
        (b"Content-Length: x\r\n\r\n{}", -32700),
        (b"Content-Length: -1\r\n\r\n", -32700),
        (b"Content-Length: 99999999999999999999999\r\n\r\n", -32700),
        (b"GET / HTTP/1.1\r\n\r\n", -32700),
        (b"x" * 20_000, -32700),
        (framed(b"{"), -32700),
        (framed(b"\x00\xff"), -32700),
        (framed(b"[" * 100_000), -32700),
        (framed(b"[]"), -32600),
        (framed(b'[{"jsonrpc":"2.0","id":1,"method":"shutdown"}]'), -32600),
        (framed(b'{"jsonrpc":"2.0","id":null,"method":"shutdown"}'), -32600),
        (framed(b'{"jsonrpc":"2.0"}'), -32600),
    ],
)
def test_damaged_messages(raw, damaged, code):
    raw.initialize()
    raw.write(damaged)
    raw.write(framed({"jsonrpc": "2.0", "id": 7, "method": "nothing"}))
    assert raw.reply(7)["error"]["code"] == -32601
    assert [message["error"]["code"] for message in raw.messages if message.get("id", 0) is None] == [code]


def test_a_huge_message_is_refused_and_the_next_one_read(raw):
    raw.initialize()
    size = 100 << 20
    raw.write(b"Content-Length: %d\r\n\r\n" % size)
    piece = b" " * (1 << 20)
    for _ in range(size // len(piece)):
        raw.write(piece)
    raw.write(framed({"jsonrpc": "2.0", "id": 7, "method": "nothing"}))
    assert raw.reply(7)["error"]["code"] == -32601
    assert raw.reply(None)["error"]["code"] == -32700
    with open(f"/proc/{raw.process.pid}/status") as status:
        peak = next(int(line.split()[1]) for line in status if line.startswith("VmHWM"))
    assert peak < 64 << 10, "the message was held in memory"


def test_the_end_while_work_is_under_way(raw):
    raw.initialize({"textDocument": {"diagnostic": {}}})
    for number in range(20):
        uri = f"file:///nowhere/{number}.py"
        raw.open(uri, TEXT + "".join(f"\n\n@torch.compile\ndef f{i}(x):\n    return 1 if x.sum() > {i} else 2\n" for i in range(500)))
        raw.send("textDocument/diagnostic", {"textDocument": {"uri": uri}}, id=100 + number)
    raw.write(SHUTDOWN + EXIT)
    assert raw.ended() == 0


def test_the_server_does_not_outlive_its_parent():
    """The pipe stays open in the test, but the process that is named as the parent ends."""
    parent = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    with Raw() as server:
        server.send("initialize", {"processId": parent.pid, "capabilities": {}}, id=0)
        server.reply(0)
        parent.communicate(b"\n")
        assert server.ended() == 1
