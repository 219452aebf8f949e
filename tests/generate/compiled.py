"""Whether a rewritten model is the same program under torch.compile, and costs no more there (compare.py)."""
import torch
import torch._inductor.config
from compare import OWN, differences, inputs, judge, loaded, observed, own_events, rows, told, varied

ROWS = {"aot_eager": 5, "inductor": 3}  # of the inputs; a compilation costs more than all eager calls
OTHER_PIECES = 2  # more compilations where a break is left
WITHOUT_CODE = "eager"  # the backend that only traces


def warm(backend):
    """What the first compilation of a process loads and learns, for all that are forked from it."""
    torch._inductor.config.compile_threads = 1  # no other processes, which a fork would not have
    torch._inductor.config.fallback_random = True
    torch._dynamo.guards.profile_guard_manager = lambda *_: 0.0  # it empties the caches of the machine every time
    judge.compile_(lambda x: (x * 2.0).sum(), backend=backend)(torch.ones(4, requires_grad=True)).backward()


def chosen(random, backend):
    """Some of the rows: the first two differ in how they decide, and have float tensors of one shape."""
    every = list(enumerate(rows()))
    return every[:2] + random.sample(every[2:], ROWS[backend] - 2)


# --- The same values ---


def excused(one, other, is_same):
    """`other` with the bits of `one` wherever two tensors of floats are the same by `is_same`."""
    if not isinstance(one, (tuple, list)) or type(one) is not type(other) or len(one) != len(other):
        return other
    if isinstance(one, tuple) and len(one) == 3 and isinstance(one[2], bytes):
        dtype = getattr(torch, one[0].removeprefix("torch."))
        if one[:2] != other[:2] or one == other or not dtype.is_floating_point:
            return other
        return one if is_same(*(torch.frombuffer(bytearray(each[2]), dtype=dtype) for each in (one, other))) else other
    return type(one)(excused(a, b, is_same) for a, b in zip(one, other))


def is_near(one, other):
    """Another order of operations may give these numbers."""
    return torch.allclose(one, other, *TOLERANCES[one.dtype], equal_nan=True)


def has_spread(one, other):
    """They differ in no more than that a NaN has spread: traced, the backward of `x.max()` multiplies by a mask what eager
    code writes to the places that are largest."""
    return bool(one.isnan().any()) and torch.equal(one[~other.isnan()], other[~other.isnan()])


TOLERANCES = {torch.float64: (1e-7, 1e-7), torch.float32: (1e-5, 1e-5), torch.float16: (1e-2, 1e-3), torch.bfloat16: (2e-2, 1e-2)}


def is_own(seen):
    return seen.get("exception", ("", ""))[1].startswith(OWN)


def raises_while_tracing(seen):
    """What stands behind a check of the program fits no tensors of these shapes, which is found before anything runs."""
    return "when making fake tensor call" in seen.get("exception", ("", ""))[1]


class Comparison:
    """What differs of two calls, under a compiler; with `effects`, in what the program prints and raises, too."""

    def __init__(self, assumed, backend, effects):
        self.assumed, self.effects = assumed, effects
        self.exact = backend != "inductor"

    def __call__(self, one, other):
        if "gradients" in other:
            other = {**other, "gradients": excused(one.get("gradients"), other["gradients"], has_spread)}
        if not self.exact:
            other = {name: excused(one.get(name), value, is_near) for name, value in other.items()}
        names = differences(one, other, self.assumed, compiled=True)
        if not self.effects or (one.get("raises") and (not is_own(one) or raises_while_tracing(other))):
            return names
        seen = [(own_events(each), is_own(each) and each["exception"]) for each in (one, other)]
        return names if seen[0] == seen[1] else [*names, "events", "exception"]


def values(original, changed, assumed, given, backend, effects=False):
    """The rewritten program compiled, against the original in eager mode. Where that differs, the original is compiled as
    well: what the compiler makes of it may be something else already."""
    differ = Comparison(assumed, backend, effects)
    before = observed(loaded(original), given)
    judge.Compiler(backend)
    after = observed(loaded(changed, backend), given)
    # Dynamo drops what is not used, with its exceptions.
    kept = [number for number, each in enumerate(before) if not each.get("raises") or (effects and is_own(each))]
    wrong = told(backend, [before[i] for i in kept], [after[i] for i in kept], differ)
    if not wrong:
        return []
    judge.Compiler(backend)
    reference = observed(loaded(original, backend), given)
    kept = [i for i in kept if not Comparison([], backend, effects)(before[i], reference[i])]
    # One graph for what a break had cut: PyTorch may lose a gradient of what is written to in it, which eager code keeps.
    if any(after[i].get("backward") for i in kept):
        eager = observed(loaded(changed), given)
        kept = [i for i in kept if not after[i].get("backward") or eager[i].get("backward")]
    return told(backend, [before[i] for i in kept], [after[i] for i in kept], differ)


# --- The same costs ---


def calls(model, usable=None):
    """What is seen of calls of one model with arguments that vary; of those that are `usable`, if that is given."""
    owner = model()
    forward = getattr(model, "compiled_forward", model.forward)
    return [judge.watch(lambda *a: forward(owner, *a), arguments)
            for number, arguments in enumerate(inputs(model, [(0, row) for row in varied()])) if usable is None or number in usable]


def cost(path, usable):
    compiler = judge.Compiler(WITHOUT_CODE)
    calls(loaded(path, WITHOUT_CODE), usable)
    return {"breaks": compiler.breaks, "compilations": compiler.frames, "left": compiler.left}


def costs(original, changed):
    """A fix may break and compile no more often than the program did, over sizes and numbers that vary."""
    usable = [number for number, seen in enumerate(calls(loaded(original))) if not seen.get("raises")]
    before, after = cost(original, usable), cost(changed, usable)
    # What the program leaves to eager costs nothing, nor does what stands behind it; it may be compiled now. A break that
    # stays may cut what is behind it in other places.
    free = {"breaks": 0, "compilations": OTHER_PIECES if after["breaks"] else 0, "left": 0}
    if all(after[name] <= before[name] + free[name] for name in before) or before["left"]:
        return []
    return [f"costs: {before} before, {after} after"]


def compiled(original, changed, assumed, given, backend, effects=False):
    return costs(original, changed) + values(original, changed, assumed, given, backend, effects)
