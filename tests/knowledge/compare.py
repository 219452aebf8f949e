"""Measures rows of knowledge again and compares them with the committed ones: compare.py [PATTERN]

Without a pattern a few dozen rows of every kind are measured. Exit status 77 (skipped) where torch, or the release that
the rows speak of, is not there.
"""
import importlib.util
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

FOLDER = pathlib.Path(__file__).parents[2] / "analysis" / "torch"
SAMPLE = (r"^torch\.(Tensor\.)?(sum|max|add|mul|exp|nonzero|where|topk|view|repeat_interleave|requires_grad|item|tolist|shape|size)$"
          r"|^torch\.nn\.(Linear|LSTM|Dropout)(\..*)?$|^torch\.nn\.functional\.(relu|one_hot|dropout|cross_entropy)$"
          r"|^torch\.(no_grad|device|manual_seed|Generator|compiler\.is_compiling)$|^builtins\.(int|print|sorted|str\.split)$"
          r"|^math\.sqrt$|^time\.time$|^logging\.Logger\.info$|^warnings\.|^random\.|^tqdm|^numpy\.(interp|where|sqrt|random\.rand)$")
SKIPPED = 77


def of_release(path, release, pattern, tables):
    """The rows of a file that hold for a release, by name."""
    rows = [row for row in tables.read(path) if tables.covers(row, release)]
    return {row["name"]: tables.cells(row) for row in rows if re.search(pattern, row["name"])}


def main():
    """Prints what differs; exit status 1 if anything does."""
    if any(importlib.util.find_spec(name) is None for name in ("torch", "numpy", "expecttest")):
        return SKIPPED
    import torch

    release = ".".join(torch.__version__.split(".")[:2])
    releases = json.loads((FOLDER / "generated" / "releases.json").read_text())
    if release not in releases:
        return SKIPPED
    sys.path.insert(0, str(FOLDER / "generate"))
    import tables

    pattern = sys.argv[1] if len(sys.argv) > 1 else SAMPLE
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary) / "generated"
        shutil.copytree(FOLDER / "generated", folder)  # what is not named by its id is called as in other releases
        subprocess.run([sys.executable, FOLDER / "generate" / "generate.py", "--only", pattern, "--into", folder], check=True)
        differences = 0
        for path in sorted(folder.glob("*.json")):
            committed = FOLDER / "generated" / path.name
            if path.name == "releases.json":
                continue
            if path.name == "breaks.json":
                measured, known = ({entry["id"]: entry for entry in tables.read(file)} for file in (path, committed))
            else:
                measured, known = (of_release(file, release, pattern, tables) for file in (path, committed))
            for name in sorted(measured.keys() | known.keys()):
                if measured.get(name) != known.get(name):
                    differences += 1
                    print(f"{name}\n  committed {known.get(name)}\n  measured  {measured.get(name)}")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
