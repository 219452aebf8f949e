"""Whether a model and its rewritten form are one program: both are called with inputs on both sides of their conditions,
of several shapes and dtypes, with gradients and without, twice in a row.
"""
import functools
import importlib.util
import inspect
import pathlib
import re
import sys

import torch
from allowed import allowed

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "fixes"))
import judge  # noqa: E402

AS_TENSOR = re.compile(r"\bw\)*\.|(torch\.\w+|F\.\w+|norm|masked_fill)\([(~]*w\b")  # w, as only tensors are used
MAY_BE_NONE = re.compile(r"\bw is (not )?None")
OWN = "model: "  # how the texts of a program's warnings and errors begin


def rows():
    """Arguments: values that decide either way, hostile ones, other shapes and dtypes, and tensors that are one. A tensor
    that is computed with has numbers, not bools, as the standing assumption says."""
    base, other = torch.tensor([0.5, -1.25, 2.0, 0.75]), torch.tensor([1.0, 0.5, -0.5, 2.0])
    nan, inf = float("nan"), float("inf")
    return [
        (base, other, 2, True), (-base, other, 0, False), (base * 100, other, 1, True), (base * 0, other * -1, 2, False),
        (torch.tensor([nan, 1.0, -1.0, 2.0]), other, 2, True), (torch.tensor([inf, 1.0, -inf, 0.0]), other * 0, 1, True),
        (base.double(), other, 2, True), (base.half(), other.half(), 2, False), (base, other[:1].clone(), 2, True),
        (base.reshape(2, 2), other.reshape(2, 2), 2, True), (base[:0].clone(), other[:0].clone(), 2, True),
        (base[0].clone(), other[0].clone(), 1, True), (torch.tensor([3, -1, 2, 0]), other, 2, True),
        (base[:3].clone(), other, 2, True), (base, None, 2.5, True), (base.expand(3, 4), other, 3, True),
        (torch.stack([base, other]).t(), other[:2].clone(), 1, True), (base, base, 2, True),
        (base[:1].clone(), other[:1].clone(), 4, True), (base.reshape(1, 4), other, 0, True),
        (torch.tensor([3, -1, 2, 0], dtype=torch.int32), torch.tensor([1, 0, 2, 5]), 3, False), (base, other, -1.5, True),
        (torch.tensor([1e-30, 3e38, -0.0, 1.0]), other * 1e30, 2, True), (base.bfloat16(), other, 1, True), (base, 2.0, 2, True),
    ]


def varied():
    """Arguments of sizes and numbers that go on changing, for one artefact."""
    base = torch.tensor([0.5, -1.25, 2.0, 0.75])
    numbers = [2, 3, 5, 2.5, 0.75, -1.25]
    return [(base.expand(size, 4) * sign, base.expand(size, 4) * 0.5, n, True)
            for size, n, sign in zip((2, 3, 5, 7, 6, 9), numbers, (1, -1) * 3)]


def inputs(model, given):
    """Argument lists, all of them what the annotations say, of numbered rows."""
    signature = f"{inspect.signature(model.forward)} {model.told}"
    for number, (x, w, n, flag) in given:
        no_tensor = not isinstance(w, torch.Tensor)
        if isinstance(n, float) and "float" not in signature:
            continue
        if (isinstance(w, float) and "as tensor" in signature) or (w is None and "as a tensor always" in signature):
            continue
        if no_tensor and ("w: torch.Tensor," in signature or (w is not None and "None" in signature)):
            continue
        for grads in ((False, False), ((True, True), (True, False), (False, True))[number % 3]):
            made = [t.detach().clone().requires_grad_(g and t.is_floating_point()) if isinstance(t, torch.Tensor) else t
                    for t, g in zip((x, w), grads)]
            yield [made[0], made[0] if w is x else made[1], n, flag]


def loaded(path, backend=None):
    """The program's Model; what it hands to torch.compile, or else its forward, is compiled by the backend."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = sys.modules[path.stem] = importlib.util.module_from_spec(spec)
    own = []

    def compiled(function=None, **options):  # fullgraph=True, which a fix may write
        if function is None:
            return functools.partial(compiled, **options)
        own.append(function)
        return judge.compile_(function, backend=backend, **options) if backend else function

    torch.compile, kept = compiled, torch.compile
    try:
        spec.loader.exec_module(module)
    finally:
        torch.compile = kept
    # The standing assumption; a fix asks more of w than the program does, so it is that which tells.
    original = path.parents[1] / "old" / path.name.replace("new", "old")
    text = original.read_text()
    always = "" if MAY_BE_NONE.search(text) else ", as a tensor always"
    module.Model.told = f"as tensor{always}" if AS_TENSOR.search(text) else ""
    if backend and not own:
        module.Model.compiled_forward = judge.compile_(module.Model.forward, backend=backend)
    return module.Model


def observed(model, given):
    """What is seen of two calls in a row for every list of arguments, each with a new model."""
    forward = getattr(model, "compiled_forward", model.forward)
    calls = []
    for arguments in inputs(model, given):
        torch.default_generator.manual_seed(1)
        owner = model()
        again = [t.detach().clone().requires_grad_(t.requires_grad) if isinstance(t, torch.Tensor) else t for t in arguments]
        if arguments[1] is arguments[0]:
            again[1] = again[0]
        for each in (arguments, again):
            seen = judge.watch(lambda *a: forward(owner, *a), each, owner)
            # The program takes it for a tensor, as the standing assumption does.
            no_tensor = not isinstance(each[1], torch.Tensor) and seen.get("exception", "")[:1] in [("AttributeError",), ("TypeError",)]
            calls.append({"raises": True, "events": [], "excused": True} if no_tensor else seen)
    return calls


EITHER = ("Expected reduction dim to be specified", "must match the size of tensor", "leaf Variable that requires grad is being used",
          "'NoneType' object has no attribute", "The shape of the mask")
TOLD = ("output", "events", "records", "warnings", "exception")
WHERE = re.compile(r"<(?:old|new)_\d+\.(\w+) object at 0x[0-9a-f]+>")  # what Python says of an object that says nothing


def placeless(said):
    """What was said, without where objects lie."""
    if isinstance(said, str):
        return WHERE.sub(r"<\1>", said)
    return type(said)(map(placeless, said)) if isinstance(said, (list, tuple)) else said


def plain(seen):
    """Without where objects lie, and without the text of an error that may be another one: of two reductions of no
    elements, of two operations on tensors that do not fit, of two writes to a leaf, of two attributes of None, and of
    two selections under a mask of another shape, all of which the program asks for in any case, any may be first to raise it."""
    seen = {name: placeless(said) if name in TOLD else said for name, said in seen.items()}
    if not seen.get("exception"):
        return seen
    kind, text = seen["exception"]
    return {**seen, "exception": (kind, "" if any(each in text for each in EITHER) else text)}


def own_events(seen):
    """What the program printed, logged and warned of, in order."""
    return [event for event in seen["events"] if event[0] != "warning" or event[2].startswith(OWN)]


def differences(one, other, assumed, compiled=False):
    """The names of what is not the same although nothing that is assumed allows it."""
    if one.get("excused") or other.get("excused"):
        return []
    one, other = allowed(plain(one), plain(other), assumed)
    return judge.differences(one, other, compiled)


def told(how, before, after, names):
    """The first call that differs, in words; nothing if none does. `names` gives what differs of two calls."""
    for number, (one, other) in enumerate(zip(before, after, strict=True)):
        if wrong := names(one, other):
            return [f"{how}, call {number}: {', '.join(wrong)}"] + [
                f"  {name}: {judge.told(one, name)}\n  {' ' * len(name)}  {judge.told(other, name)}" for name in wrong]
    return []


def eager(original, changed, assumed):
    given = list(enumerate(rows()))
    return told("eager", observed(loaded(original), given), observed(loaded(changed), given),
                lambda one, other: differences(one, other, assumed))
