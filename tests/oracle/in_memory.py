"""`graphmend rewrite`, as the import hook of `graphmend run` asks it, for a judge that calls `fix`: the file becomes what
would be imported. The program is named by the variable GRAPHMEND."""

import json
import os
import pathlib
import subprocess
import sys

*options, name = sys.argv[2:]
path = pathlib.Path(name).resolve()
with open(path, encoding="utf-8", newline="") as file:
    text = file.read()
done = subprocess.run([os.environ["GRAPHMEND"], "rewrite", "--no-cache", *options], text=True, capture_output=True,
                      input=json.dumps({"path": str(path), "text": text}) + "\n")
answer = json.loads(done.stdout)
if "error" in answer:
    sys.exit(f"{name}: {answer['error']}")
if answer["text"] is not None:
    with open(path, "w", encoding="utf-8", newline="") as file:
        file.write(answer["text"])
