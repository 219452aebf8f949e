"""What other programs read is as their schemas say, and the schema of the settings is that of this program."""

import json
import os
import subprocess
import tempfile
import tomllib
import unittest
import xml.etree.ElementTree
from pathlib import Path

import jsonschema

from test_cli import HERE, PROGRAM

SETTINGS = HERE.parents[1] / "server/config/graphmend.schema.json"
MODEL = HERE / "counting/model.py"


def graphmend(*arguments, cwd=HERE):
    done = subprocess.run([PROGRAM, *arguments], cwd=cwd, capture_output=True, check=False, text=True)
    return done.stdout


def report(output_format, source=None):
    """Of the findings in a file of that text."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "model.py").write_text(MODEL.read_text() if source is None else source)
        return graphmend("check", "--no-cache", "--output-format", output_format, "model.py", cwd=folder)


class Schemas(unittest.TestCase):
    def test_settings(self):
        current = graphmend("config", "--schema")
        if os.environ.get("UPDATE"):
            SETTINGS.write_text(current)
        self.assertEqual(current, SETTINGS.read_text())
        schema = json.loads(current)
        jsonschema.Draft7Validator.check_schema(schema)
        for text, good in [
            ('torch-version = "2.13"\nseverity = { GM4 = "hint" }', True),
            ("torch-version = 2.13", False),
            ("torchversion = '2.13'", False),
            ("entries = ['loops']", False),
            ("entries = []", False),
            ("per-file-ignores = { 'a.py' = 'GM1' }", False),
        ]:
            with self.subTest(text=text), tempfile.TemporaryDirectory() as folder:
                Path(folder, "graphmend.toml").write_text(text)
                self.assertEqual(jsonschema.Draft7Validator(schema).is_valid(tomllib.loads(text)), good)
                self.assertEqual(bool(graphmend("config", cwd=folder)), good)

    def test_what_init_writes_is_right_without_its_comment_signs(self):
        with tempfile.TemporaryDirectory() as folder:
            graphmend("init", cwd=folder)
            lines = Path(folder, "graphmend.toml").read_text().splitlines()
        settings = tomllib.loads("\n".join(line[2:] for line in lines if " = " in line))
        schema = json.loads(SETTINGS.read_text())
        jsonschema.validate(settings, schema)
        self.assertEqual(sorted(settings), sorted(schema["properties"]))

    def test_gitlab(self):
        schema = json.loads((HERE / "schemas/gitlab.json").read_text())
        before, moved = (json.loads(report("gitlab", text)) for text in (MODEL.read_text(), "\n\n" + MODEL.read_text()))
        for entries in (before, moved, json.loads(report("gitlab", "torch.compile\nx = [\n"))):
            jsonschema.validate(entries, schema)
            self.assertTrue(entries)
        prints = [entry["fingerprint"] for entry in before]
        self.assertEqual(len(prints), len(set(prints)))
        self.assertEqual(prints, [entry["fingerprint"] for entry in moved])

    def test_junit_counts_its_cases(self):
        for source in (None, "x = 1\n", "torch.compile\nx = [\n", 'import torch\n@torch.compile\ndef f(x):\n    print("\\x01]]>")\n'):
            suite = xml.etree.ElementTree.fromstring(report("junit", source)).find("testsuite")
            cases = suite.findall("testcase")
            self.assertEqual(len(cases), int(suite.get("tests")))
            for attribute, element in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
                self.assertEqual(len(suite.findall(f"testcase/{element}")), int(suite.get(attribute)))

    def test_json_lines_are_the_findings_of_json(self):
        lines = [json.loads(line) for line in report("json-lines").splitlines()]
        self.assertEqual(lines, json.loads(report("json"))["findings"])


if __name__ == "__main__":
    unittest.main()
