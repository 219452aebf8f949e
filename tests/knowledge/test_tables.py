"""How what was measured of several releases becomes rows, and how a break without an id gets one."""

import json
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "analysis/torch/generate"))
import tables

OLD, NEW = ({"name": "f", "break": id_, "rule": rule, "when": "always"} for id_, rule in (("GB0147?", "GM501"), ("GB0059", "GM401")))


class Tables(unittest.TestCase):
    def measured(self, *releases):
        """The rows of a file after updates, each a release and what was measured of it."""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "rows.json"
            for release, rows in releases:
                tables.update(path, {row["name"]: row for row in rows}, release)
                tables.add_release(path.parent / "releases.json", release)
            return json.loads(path.read_text())

    def test_any_order_of_releases(self):
        one, two = {"name": "f", "gives": "none"}, {"name": "f", "gives": "tensor"}
        expected = [one | {"until": "2.10"}, two | {"since": "2.10"}]
        self.assertEqual(self.measured(("2.9", [one]), ("2.10", [two]), ("2.11", [two])), expected)
        self.assertEqual(self.measured(("2.11", [two]), ("2.9", [one]), ("2.10", [two])), expected)

    def test_gone_and_back(self):
        row = {"name": "f"}
        rows = [row | {"until": "2.9"}, row | {"since": "2.13"}]
        self.assertEqual(self.measured(("2.6", [row]), ("2.9", []), ("2.13", [row])), rows)

    def test_the_same_break_of_a_later_release_names_it(self):
        self.assertEqual(self.measured(("2.13", [NEW]), ("2.6", [OLD])), [NEW])

    def test_another_condition_is_another_break(self):
        other = NEW | {"when": "tensor_argument"}
        named = OLD | {"break": "GB0147", "until": "2.13"}
        self.assertEqual(self.measured(("2.13", [other]), ("2.6", [OLD])), [named, other | {"since": "2.13"}])


if __name__ == "__main__":
    unittest.main()
