"""What bytes mean in encodings of one byte per character, judged by Python, which is to read the same file."""

import json

import pytest

from test_properties import graphmend

ENCODINGS = ("iso8859-1 iso8859-2 iso8859-3 iso8859-4 iso8859-5 iso8859-7 iso8859-9 iso8859-15 cp1250 cp1251 cp1252 cp1253 cp1254 "
             "cp437 cp850 cp866 koi8-r koi8-u").split()
PROGRAM = "# coding: {}\nimport torch\n\n\n@torch.compile\ndef f(x: torch.Tensor):\n    print('{}')\n    return x\n"


def meanings(encoding):
    """(byte, character), where Python knows one."""
    for number in range(0x80, 0x100):
        byte = bytes([number])
        yield byte, byte.decode(encoding, "ignore")


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_every_byte_is_read_and_written_as_python_does(tmp_path, encoding):
    known = "".join(character for _, character in meanings(encoding))
    file = tmp_path / "model.py"
    file.write_bytes(PROGRAM.format(encoding, known).encode(encoding))
    found = json.loads(graphmend("check", "--output-format", "json", file, cwd=tmp_path).stdout)["findings"]
    moved = [edit["text"] for finding in found for fix in finding["fixes"] for edit in fix["edits"]]
    assert any(f"print('{known}')" in text for text in moved)
    graphmend("fix", "--unsafe", file, cwd=tmp_path)
    assert f"print('{known}')\n" in file.read_bytes().decode(encoding)


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_what_python_refuses_is_refused(tmp_path, encoding):
    for number, (byte, character) in enumerate(meanings(encoding), 0x80):
        if character:
            continue
        file = tmp_path / "model.py"
        file.write_bytes(PROGRAM.format(encoding, "?").encode().replace(b"?", byte))
        told = graphmend("check", file, cwd=tmp_path).stderr.decode()
        assert f"is not {encoding} (byte 0x{number:02x} at offset " in told
