"""What tests of rewritten programs share: the text as the import hook gets it, and what a call of it does."""

import json
import logging
import os
import pathlib
import re
import subprocess
import sys
import types
import warnings

import torch

PROGRAM = os.environ.get("GRAPHMEND", str(pathlib.Path(__file__).resolve().parents[3] / "build/release/graphmend"))
ALL = bool(os.environ.get("GRAPHMEND_ALL"))  # ./dev oracle --fixes: everything, which takes many minutes
log = logging.getLogger("program")
resumed = re.compile(r"torch_dynamo_resume_in_(\w+)_at_\d+")


def rewritten(texts):
    """The texts as `graphmend run` would import them."""
    requests = "".join(json.dumps({"path": f"/program_{i}.py", "text": text}) + "\n" for i, text in enumerate(texts))
    done = subprocess.run([PROGRAM, "rewrite", "--isolated", "--no-cache", "--torch-version", "2.13"], input=requests,
                          capture_output=True, text=True, check=True)
    return [json.loads(line)["text"] or text for line, text in zip(done.stdout.splitlines(), texts)]


def loaded(text, name):
    module = types.ModuleType(name)
    sys.modules[name] = module  # for TorchDynamo, which imports what a function's globals belong to
    exec(compile(text, f"/{name}.py", "exec"), vars(module))
    return module


def outcome(capsys, function, *arguments):
    """What a call prints, logs and warns of, line by line, and its result or its exception as (type, text)."""
    handler = logging.Handler()
    # Behind a break, TorchDynamo gives the function another name.
    handler.emit = lambda record: print("log", record.levelname, record.getMessage(), resumed.sub(r"\1", record.funcName))
    log.addHandler(handler)
    log.setLevel(logging.INFO)
    capsys.readouterr()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            warnings.filterwarnings("always", message="program:")
            warnings.showwarning = lambda message, category, *_: print("warning", category.__name__, message)
            result = function(*arguments)
    except Exception as error:
        result = type(error), str(error)
    finally:
        log.removeHandler(handler)
    return capsys.readouterr().out.splitlines(), result


def same(one, other):
    if isinstance(one, torch.Tensor) and isinstance(other, torch.Tensor):
        return torch.equal(one, other)
    return one == other
