"""Two runs of what is meant to be one program: the same, or the first thing that is not."""

import json
import os

import torch

from graphmend.observe import Observed
from graphmend.targets import run

# Kernels of a compiler that fuses may round otherwise; everything else is compared bit for bit.
TOLERANCE = {"torch.float64": (1e-7, 1e-7), "torch.float32": (1.3e-6, 1e-5), "torch.float16": (1e-3, 1e-5), "torch.bfloat16": (1.6e-2, 1e-5)}


def work(channel, request):
    """With `observe`: runs the target and writes down what it does. With `pairs`: compares such folders."""
    if "pairs" in request:
        for name, before, after in request["pairs"]:
            found = difference(before, after, request.get("tolerant", False))
            channel.send("compared", arms=name, difference=found, calls=len(_lines(after)))
        return 0
    stance = request["stance"]
    if stance == "eager":
        torch.compiler.set_stance("force_eager")
    elif request.get("backend"):
        from graphmend.confirm.record import use_backend

        use_backend(request["backend"])
    observed = Observed(request["observe"])
    observed.install(request.get("seed", 0))
    try:
        return run(request, channel)
    finally:
        observed.finish()


def difference(before, after, tolerant):
    """None, or {"call", "moment", "name", "text", "index", "before", "after"}; `text` says it for people."""
    old, new = _lines(before), _lines(after)
    for left, right in zip(old, new):
        found = _in_call(before, after, left, right, tolerant)
        if found:
            return {"call": left["call"], "moment": left["moment"], "what": left["what"], **found}
    if len(old) != len(new):
        return {"call": min(len(old), len(new)), "moment": "end", "name": "calls", "text": f"{len(old)} moments were seen, then {len(new)}"}
    return _in_text(os.path.join(before, "output.txt"), os.path.join(after, "output.txt"))


def _in_call(before, after, left, right, tolerant):
    if left["moment"] != right["moment"]:
        return {"name": "call", "text": f"{left['moment']} became {right['moment']}"}
    for name in [*left["items"], *(name for name in right["items"] if name not in left["items"])]:
        one, other = left["items"].get(name), right["items"].get(name)
        if one == other:
            continue
        if not isinstance(one, list) or not isinstance(other, list) or one[:2] != other[:2]:
            return {"name": name, "before": _shown(one), "after": _shown(other), "text": f"{name} was {_shown(one)}, and is {_shown(other)}"}
        found = _in_tensor(name, _value(before, left, name), _value(after, right, name), tolerant)
        if found:
            return found
    return None


def _in_tensor(name, one, other, tolerant):
    if one is None or other is None:
        return {"name": name, "text": f"{name} has other values, too large to be kept"}
    if tolerant and str(one.dtype) in TOLERANCE:
        relative, absolute = TOLERANCE[str(one.dtype)]
        wrong = ~torch.isclose(other, one, rtol=relative, atol=absolute, equal_nan=True)
    else:
        wrong = ~((one == other) & (_sign(one) == _sign(other)) | (one != one) & (other != other))
    if not wrong.any():
        return None
    index = wrong.nonzero()[0].tolist()
    was, now = one[tuple(index)].item(), other[tuple(index)].item()
    text = f"{name}{index if index else ''} was {was!r}, and is {now!r} ({int(wrong.sum())} of {one.numel()} elements differ)"
    return {"name": name, "index": index, "before": repr(was), "after": repr(now), "text": text}


def _sign(value):
    return torch.signbit(value) if value.is_floating_point() else value < 0 if value.dtype.is_signed else value.new_zeros(()).bool()


def _in_text(before, after):
    old, new = _read(before), _read(after)
    for number, (left, right) in enumerate(zip(old, new), 1):
        if left != right:
            return {"call": 0, "moment": "end", "name": "output", "index": [number], "before": left, "after": right,
                    "text": f"line {number} of the output was {left!r}, and is {right!r}"}
    if len(old) != len(new):
        return {"call": 0, "moment": "end", "name": "output", "text": f"the output had {len(old)} lines, and has {len(new)}"}
    return None


def _read(path):
    with open(path, encoding="utf-8", errors="backslashreplace") as file:
        return file.read().splitlines()


def _lines(folder):
    with open(os.path.join(folder, "calls.jsonl"), encoding="utf-8") as file:
        return [json.loads(line) for line in file if line.endswith("\n")]


def _value(folder, line, name):
    path = os.path.join(folder, f"values-{line['call']}-{line['moment']}.pt")
    return torch.load(path, weights_only=True).get(name) if os.path.exists(path) else None


def _shown(value):
    if isinstance(value, list):
        return f"{value[0].replace('torch.', '')}{value[1]}"
    return "not there" if value is None else str(value)
