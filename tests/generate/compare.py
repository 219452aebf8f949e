"""Whether a model and its rewritten form are one program: both are called with inputs on both sides of their conditions,
of several shapes and dtypes, with gradients and without, twice in a row; and what may differ where a fix assumes it."""
import importlib.util
import inspect
import re
import sys
import pathlib

import torch

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "fixes"))
import judge  # noqa: E402

COMPILED_ROWS = 8  # of the inputs; a compilation costs more than all eager calls


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


def inputs(signature, chosen=None):
    """Argument lists, all of them what the annotations say; of the rows with a number in `chosen`, if that is given."""
    for number, (x, w, n, flag) in enumerate(rows()):
        no_tensor = not isinstance(w, torch.Tensor)
        if (chosen is not None and number not in chosen) or (isinstance(n, float) and "float" not in signature):
            continue
        if isinstance(w, float) and "as tensor" in signature:
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

    def compiled(function):
        own.append(function)
        return judge.compile_(function, backend=backend) if backend else function

    torch.compile, kept = compiled, torch.compile
    try:
        spec.loader.exec_module(module)
    finally:
        torch.compile = kept
    # The standing assumption; a fix asks more of w than the program does, so it is that which tells.
    original = path.parents[1] / "old" / path.name.replace("new", "old")
    module.Model.told = "as tensor" if re.search(r"\bw\)*\.", original.read_text()) else ""
    if backend and not own:
        module.Model.compiled_forward = judge.compile_(module.Model.forward, backend=backend)
    return module.Model


def observed(model, chosen=None):
    """What is seen of two calls in a row for every list of arguments, each with a new model."""
    forward = getattr(model, "compiled_forward", model.forward)
    calls = []
    for given in inputs(f"{inspect.signature(model.forward)} {model.told}", chosen):
        torch.default_generator.manual_seed(1)
        owner = model()
        again = [t.detach().clone().requires_grad_(t.requires_grad) if isinstance(t, torch.Tensor) else t for t in given]
        if given[1] is given[0]:
            again[1] = again[0]
        for arguments in (given, again):
            seen = judge.watch(lambda *a: forward(owner, *a), arguments, owner)
            # The program takes it for a tensor, as the standing assumption does.
            no_tensor = not isinstance(given[1], torch.Tensor) and seen.get("exception", "")[:1] in [("AttributeError",), ("TypeError",)]
            calls.append({"raises": True} if no_tensor else seen)
    return calls


def without_order(seen):
    """Of two reductions of no elements, both of which the program asks for one after the other, either may be first."""
    kind, text = seen.get("exception", ("", ""))
    return {**seen, "exception": (kind, "")} if "Expected reduction dim to be specified" in text else seen


# --- What an assumption allows ---


def without_gradient_flags(value):
    """Tensors as they are described, but for whether they require a gradient."""
    if isinstance(value, tuple) and len(value) == 3 and isinstance(value[1], tuple):
        return value[:2]
    return type(value)(without_gradient_flags(each) for each in value) if isinstance(value, (tuple, list)) else value


def is_zero(bits):
    return bits is not None and not any(bits[2])


def is_finite(bits):
    if bits is None or not bits[2]:
        return True
    held = torch.frombuffer(bytearray(bits[2]), dtype=getattr(torch, bits[0].removeprefix("torch.")))
    return bool(held.isfinite().all())


def copies(one, other):
    """A copy that is returned instead of a tensor gets gradients of its own, once for each place."""
    gradients = {} if one["shared"] == other["shared"] else {"gradients": None}
    return [{**each, "shared": None, **gradients} for each in (one, other)]


def zeros_for_none(one, other):
    """A gradient of zeros is as good as none; then a result may require a gradient that did not."""
    return [{**each, "backward": None, **{name: without_gradient_flags(each.get(name)) for name in ("result", "attributes", "state")},
             "gradients": [None if is_zero(bits) else bits for bits in each["gradients"]]} for each in (one, other)]


def finite_gradients(one, other):
    holds = all(is_finite(bits) for bits in other["gradients"])
    return [one, other] if holds else [{**each, "gradients": None, "backward": None} for each in (one, other)]


def other_errors(one, other):
    return [{**each, "exception": None} for each in (one, other)] if "raises" in one and "raises" in other else [one, other]


def other_draws(one, other):
    return [{"raises": each.get("raises")} for each in (one, other)] if one["random"] != other["random"] else [one, other]


def no_output(one, other):
    return [{**each, "output": None, "records": None, "warnings": None} for each in (one, other)]


ALLOWED = {  # by words of the assumption
    "does not mind a copy": copies,
    "gradient of zeros instead of none": zeros_for_none,
    "what is not chosen are finite": finite_gradients,
    "has one element": other_errors,
    "raises no error where gradients are computed": other_errors,
    "later draws may be other ones": other_draws,
    "output is lost under compile": no_output,
}


def differences(one, other, assumed, compiled=False):
    """The names of what is not the same although nothing that is assumed allows it."""
    one, other = without_order(one), without_order(other)
    for words, allow in ALLOWED.items():
        if "gradients" in one and "gradients" in other and any(words in each for each in assumed):
            one, other = allow(one, other)
    return judge.differences(one, other, compiled)


def told(how, before, after, assumed, compiled=False):
    """The first call that differs, in words; nothing if none does."""
    for number, (one, other) in enumerate(zip(before, after, strict=True)):
        if names := differences(one, other, assumed, compiled):
            return [f"{how}, call {number}: {', '.join(names)}"] + [
                f"  {name}: {judge.told(one, name)}\n  {' ' * len(name)}  {judge.told(other, name)}" for name in names]
    return []


def eager(original, changed, assumed):
    return told("eager", observed(loaded(original)), observed(loaded(changed)), assumed)


def compiled(original, changed, assumed, chosen):
    """The rewritten program compiled, against the original in eager mode. Where that differs or breaks, the original is
    compiled as well: what Dynamo makes of it may be wrong already, and a fix may cost no more than it."""
    before = observed(loaded(original), chosen)
    compiler = judge.Compiler("aot_eager")
    after = observed(loaded(changed, "aot_eager"), chosen)
    breaks, frames = compiler.breaks, compiler.frames
    # Dynamo drops what is not used, with its exceptions.
    kept = [number for number, each in enumerate(before) if not each.get("raises")]
    wrong = told("compiled", [before[i] for i in kept], [after[i] for i in kept], assumed, compiled=True)
    if not wrong and not breaks:
        return []
    compiler = judge.Compiler("aot_eager")
    reference = observed(loaded(original, "aot_eager"), chosen)
    kept = [i for i in kept if not judge.differences(before[i], reference[i], compiled=True)]
    wrong = told("compiled", [before[i] for i in kept], [after[i] for i in kept], assumed, compiled=True)
    # A test of shapes or dtypes in front may leave some of them to the program's own code, compiled for them.
    if breaks > compiler.breaks + 2 or frames > compiler.frames + 4:
        wrong.append(f"{compiler.breaks} breaks and {compiler.frames} frames before, {breaks} and {frames} after")
    return wrong
