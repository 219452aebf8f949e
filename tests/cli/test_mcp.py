"""`graphmend mcp`, with the official client of the Model Context Protocol."""

import asyncio
import json
import subprocess
import tempfile
import unittest
from pathlib import Path

import jsonschema
from mcp import Client, MCPError, StdioServerParameters
from mcp.types import ElicitResult

from test_cli import PROGRAM

MODEL = "import torch\n\n\n@torch.compile\ndef f(x: torch.Tensor):\n    if x.sum() > 0:\n        y = x * 2\n    else:\n        y = x + 1\n    return y\n"


def text_of(result):
    return "".join(block.text for block in result.content)


class Tools(unittest.IsolatedAsyncioTestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="graphmend-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        (self.folder / "model.py").write_text(MODEL)

    def client(self, mode):
        environment = {"HOME": str(self.folder)}
        return Client(StdioServerParameters(command=str(PROGRAM), args=["mcp"], cwd=self.folder, env=environment), mode=mode)

    async def check(self, client):
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        self.assertEqual(set(tools), {"check", "fix", "entries", "confirm", "explain", "why"})
        for tool in tools.values():
            jsonschema.Draft202012Validator.check_schema(tool.input_schema)
        self.assertTrue(tools["check"].annotations.read_only_hint)
        self.assertFalse(tools["fix"].annotations.read_only_hint)
        self.assertFalse(tools["confirm"].annotations.read_only_hint)
        found = json.loads(text_of(await client.call_tool("check", {"paths": ["."]})))
        self.assertEqual([finding["code"] for finding in found["findings"]], ["GM101"])
        self.assertEqual(found["files"]["failed"], [])

    async def test_both_generations_of_the_protocol(self):
        for mode, version in [("legacy", "2025-11-25"), ("auto", "2026-07-28")]:
            with self.subTest(mode=mode):
                async with self.client(mode) as client:
                    self.assertEqual(client.protocol_version, version)
                    self.assertEqual(client.server_info.name, "graphmend")
                    self.assertIn("How to remove graph breaks", client.instructions)
                    await self.check(client)

    async def test_check_tells_of_some_rules(self):
        async with self.client("auto") as client:
            found = json.loads(text_of(await client.call_tool("check", {"paths": ["model.py"], "select": ["GM2", "GM4"]})))
            self.assertEqual(found["findings"], [])

    async def test_fix_shows_and_applies(self):
        async with self.client("auto") as client:
            shown = await client.call_tool("fix", {"paths": ["model.py"]})
            self.assertIn("+    y = torch.where(x.sum() > 0, x * 2, x + 1)", text_of(shown))
            self.assertEqual((self.folder / "model.py").read_text(), MODEL)
            applied = await client.call_tool("fix", {"paths": ["model.py"], "unsafe": True, "apply": True})
            self.assertFalse(applied.is_error)
            self.assertIn("applied 1 fix", text_of(applied))
            self.assertIn("torch.where", (self.folder / "model.py").read_text())

    async def test_explain_and_why(self):
        async with self.client("auto") as client:
            self.assertTrue(text_of(await client.call_tool("explain", {"code": "GM101"})).startswith("# GM101"))
            self.assertIn("branch on the value of a tensor", text_of(await client.call_tool("why", {"place": "model.py:6"})))

    async def test_entries(self):
        async with self.client("auto") as client:
            told = json.loads(text_of(await client.call_tool("entries", {"paths": ["."]})))
            self.assertEqual([each["function"]["text"] for each in told["entries"]], ["f"])

    async def test_what_a_tool_cannot_do_is_its_result(self):
        async with self.client("auto") as client:
            for name, arguments, words in [
                ("check", {"paths": ["missing.py"]}, "missing.py"),
                ("check", {"paths": ["--help"]}, "--help"),
                ("check", {"paths": ["model.py"], "torch_version": "new"}, "is not a version"),
                ("explain", {"code": "GM999"}, "no rule has the code"),
                ("why", {"place": "model.py"}, "does not end in a line"),
            ]:
                result = await client.call_tool(name, arguments)
                self.assertTrue(result.is_error, arguments)
                self.assertIn(words, text_of(result))

    async def test_a_call_that_is_wrong_is_an_error(self):
        async with self.client("auto") as client:
            for name, arguments, words in [
                ("nothing", {}, "no tool `nothing`"),
                ("check", {}, "`paths` is missing"),
                ("check", {"paths": []}, "`paths` is a list of strings, one at least"),
                ("check", {"paths": "model.py"}, "`paths` is a list"),
                ("fix", {"paths": ["model.py"], "apply": "yes"}, "`apply` is true or false"),
                ("fix", {"paths": ["model.py"], "force": True}, "`force` is no parameter"),
                ("confirm", {"target": "model.py", "timeout": 0}, "`timeout` is a whole number above 0"),
                ("confirm", {"target": "model.py", "timeout": "1"}, "`timeout` is a whole number above 0"),
                ("confirm", {"target": "--from-logs=x"}, "`target` is not an option"),
                ("confirm", {"arguments": ["-v"]}, "`target` is missing"),
            ]:
                with self.assertRaises(MCPError) as raised:
                    await client.call_tool(name, arguments)
                self.assertIn(words, str(raised.exception))
                self.assertEqual(raised.exception.code, -32602)


class Consent(unittest.IsolatedAsyncioTestCase):
    """`confirm` runs a program after the user has said so: here the program is a Python that writes down its words."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="graphmend-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.python = self.folder / "python"
        self.python.write_text('#!/bin/sh\necho ran >>ran.txt\ncat >>ran.txt\n')
        self.python.chmod(0o755)
        self.asked = []

    @property
    def was_run(self):
        return (self.folder / "ran.txt").exists()

    async def confirm(self, mode, action, **arguments):
        """The result, with a user who answers with this action; None: the client cannot ask."""
        async def answer(context, params):
            self.asked.append(params.message)
            return ElicitResult(action=action, content={} if action == "accept" else None)

        server = StdioServerParameters(command=str(PROGRAM), args=["mcp"], cwd=self.folder, env={"HOME": str(self.folder)})
        ask = {"elicitation_callback": answer} if action else {}
        async with Client(server, mode=mode, **ask) as client:
            return await client.call_tool("confirm", {"target": "train.py", "python": str(self.python), **arguments})

    async def test_who_allows_it_is_asked_once_with_the_command(self):
        for mode in ("legacy", "auto"):
            with self.subTest(mode=mode):
                self.asked.clear()
                await self.confirm(mode, "accept", arguments=["--epochs", "a b", "it's"], fix=True)
                self.assertTrue(self.was_run)
                # What the server reads from its client is not the program's.
                self.assertEqual(set((self.folder / "ran.txt").read_text().split()), {"ran"})
                (self.folder / "ran.txt").unlink()
                [question] = self.asked
                self.assertIn("train.py --epochs 'a b' 'it'\\''s'", question)
                self.assertIn("with its fixes in memory", question)

    async def test_who_does_not_allow_it(self):
        for mode in ("legacy", "auto"):
            for action, words in [("decline", "did not allow it"), ("cancel", "did not allow it"), (None, "cannot ask its user")]:
                with self.subTest(mode=mode, action=action):
                    result = await self.confirm(mode, action)
                    self.assertTrue(result.is_error)
                    self.assertIn(words, text_of(result))
                    self.assertFalse(self.was_run)


class Lines(unittest.TestCase):
    """What no client sends."""

    def answers(self, *lines):
        done = subprocess.run([PROGRAM, "mcp"], input="\n".join(lines) + "\n", capture_output=True, text=True, timeout=600)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return [json.loads(line) for line in done.stdout.splitlines()]

    def request(self, method, **params):
        return json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})

    def test_nonsense_is_an_error_and_the_next_message_is_answered(self):
        lines = ["{", "[]", "", '{"jsonrpc": "2.0", "id": 7}', '{"jsonrpc": "2.0", "method": "notifications/initialized"}',
                 self.request("tools/call"), self.request("nothing"), self.request("initialize"), self.request("ping")]
        answers = self.answers(*lines)
        self.assertEqual([answer.get("error", {}).get("code") for answer in answers],
                         [-32700, -32600, -32600, -32602, -32601, -32602, None])

    def test_a_permission_is_for_what_was_asked_alone(self):
        meta = {"io.modelcontextprotocol/protocolVersion": "2026-07-28",
                "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}}}
        call = {"name": "confirm", "arguments": {"target": "missing.py", "python": "/missing"}, "_meta": meta}
        allowed = {"consent": {"action": "accept", "content": {}}}
        [asked] = self.answers(self.request("tools/call", **call))
        self.assertEqual(asked["result"]["resultType"], "input_required")
        state = asked["result"]["requestState"]
        for told, outcome in [({}, "input_required"), ({"inputResponses": allowed}, "input_required"),
                              ({"inputResponses": allowed, "requestState": "other"}, "input_required"),
                              ({"inputResponses": {"consent": True}, "requestState": state}, "complete"),
                              ({"inputResponses": allowed, "requestState": state}, "complete")]:
            [answer] = self.answers(self.request("tools/call", **call, **told))
            self.assertEqual(answer["result"]["resultType"], outcome, told)
        self.assertIn("/missing is not an interpreter", answer["result"]["content"][0]["text"])

    def test_a_call_that_is_given_up_while_the_user_is_asked_is_not_allowed(self):
        begin = self.request("initialize", protocolVersion="2025-11-25", capabilities={"elicitation": {}})
        call = self.request("tools/call", name="confirm", arguments={"target": "missing.py", "python": "/missing"})
        given_up = json.dumps({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}})
        for last in ([given_up], []):
            _, question, ping, answer = self.ordered(begin, call, self.request("ping").replace('"id": 1', '"id": 2'), *last)
            self.assertEqual(question["method"], "elicitation/create")
            self.assertIn("did not allow it", answer["result"]["content"][0]["text"])
            self.assertEqual(ping["result"], {"resultType": "complete"})

    def ordered(self, *lines):
        """The answers; that to a request with the number 2 before that with the number 1 of the call."""
        first, question, *rest = self.answers(*lines)
        return [first, question, *sorted(rest, key=lambda each: -each["id"])]

    def test_a_revision_that_is_not_known(self):
        [answer] = self.answers(self.request("initialize", protocolVersion="2023-01-01", capabilities={}))
        self.assertEqual(answer["result"]["protocolVersion"], "2025-11-25")
        [answer] = self.answers(self.request("tools/list", _meta={"io.modelcontextprotocol/protocolVersion": "2099-01-01"}))
        self.assertEqual(answer["error"]["code"], -32022)
        self.assertEqual(answer["error"]["data"], {"supported": ["2026-07-28"], "requested": "2099-01-01"})


if __name__ == "__main__":
    unittest.main()
