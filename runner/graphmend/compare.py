"""Two runs of what is meant to be one program: the same, or the first thing that is not."""

import json
import os
import re

import torch

from graphmend import children
from graphmend.channel import rank
from graphmend.observe import Observed
from graphmend.branch_coverage import Outcomes
from graphmend.targets import CompiledCall, run

# Kernels of a compiler that fuses may round otherwise; everything else is compared bit for bit.
TOLERANCE = {"torch.float64": (1e-7, 1e-7), "torch.float32": (1.3e-6, 1e-5), "torch.float16": (1e-3, 1e-5), "torch.bfloat16": (1.6e-2, 1e-5)}

# `[rank0]:W1122 05:16:43.748 4382 torch/...` and `.../torch/_dynamo/x.py:12: UserWarning: ...`
OF_TORCH = re.compile(r"(\[rank\d+\]:)?[VIWEC]\d{4} \d\d:\d\d:\d\d\.\d+ |.*/torch/_(dynamo|inductor|functorch|logging)/.*: \w*Warning: ")

# Other tensors for the same calls: what decides about them comes out otherwise.
OTHERS = {
    "negated": lambda t: -t if t.dtype.is_signed else t,
    "zeros": lambda t: torch.zeros_like(t) if t.dtype.is_floating_point else t,
    "large": lambda t: t * 1000 if t.dtype.is_floating_point else t,
}


def work(channel, request):
    """With `observe`: runs the target and writes down what it does. With `pairs`: compares such folders."""
    if "pairs" in request:
        for name, before, after, tolerant in request["pairs"]:
            found = difference(before, after, tolerant)
            within = "float32 within {:g} of its size or {:g}".format(*TOLERANCE["torch.float32"]) if tolerant else ""
            channel.send("compared", arms=name, difference=found, calls=_moments(after), within=within)
        return 0
    observed = observe(request, request["observe"])
    children.include(channel.address)
    outcomes = Outcomes(request.get("conditions", {}))
    outcomes.install()
    try:
        return run(request, channel, calls=lambda calls: _trained(_with_others(calls), observed))
    finally:
        channel.send("outcomes", seen=outcomes.uninstall())
        observed.finish()


def listen(channel):
    """In a rank of a distributed program, as soon as torch is there; the result is to be called at its end."""
    number = rank()
    if number is None:
        return lambda: None
    folder = os.path.join(channel.request["observe"], f"rank-{number}")
    os.makedirs(folder, exist_ok=True)
    return observe(channel.request, folder).finish


def observe(request, folder):
    """The observer of this process, which is at work."""
    if request["stance"] == "eager":
        torch.compiler.set_stance("force_eager")
    elif request.get("backend"):
        from graphmend.confirm.record import use_backend

        use_backend(request["backend"])
    observed = Observed(folder)
    observed.install(request.get("seed", 0))
    return observed


def _with_others(calls):
    """Each call, then itself with other tensors, where what it is called with is known."""
    for name, call in calls:
        yield name, call
        if isinstance(call, CompiledCall):
            for what, change in OTHERS.items():
                yield f"{name}, {what}", call.changed(lambda tensor, change=change: change(tensor.detach()))


def _trained(calls, observed):
    for name, call in calls:
        yield name, lambda call=call: observed.train(call())


def difference(before, after, tolerant):
    """None, or {"call", "moment", "name", "text", "index", "before", "after"}; `text` says it for people."""
    for old, new in zip(_folders(before), _folders(after)):
        found = _in_process(old, new, tolerant)
        if found:
            return found
    return None


def _folders(folder):
    """The program's own process, and its ranks."""
    ranks = sorted(each for each in os.listdir(folder) if each.startswith("rank-"))
    return [folder, *(os.path.join(folder, each) for each in ranks)]


def _moments(folder):
    return sum(len(_lines(each)) for each in _folders(folder))


def _in_process(before, after, tolerant):
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
        if not isinstance(one, list) or not isinstance(other, list) or one[0] != other[0]:
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
    """The lines of an output that are the program's; how torch compiles it is told by other means."""
    with open(path, encoding="utf-8", errors="backslashreplace") as file:
        return [line for line in file.read().splitlines() if not OF_TORCH.match(line)]


def _lines(folder):
    with open(os.path.join(folder, "calls.jsonl"), encoding="utf-8") as file:
        return [json.loads(line) for line in file if line.endswith("\n")]


def _value(folder, line, name):
    path = os.path.join(folder, f"values-{line['call']}-{line['moment']}.pt")
    return torch.load(path, weights_only=True).get(name) if os.path.exists(path) else None


def _shown(value):
    if isinstance(value, list):
        return value[0]
    return "not there" if value is None else str(value)
