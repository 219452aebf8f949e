"""Runs the safe fixes that the pages beside this file show on the real PyTorch, against the programs they were made from.

For every function of a `python` block that a `python fixed` block changes: the same bits, exceptions, gradients (and the
same ones missing) and shared storage, eagerly and under torch.compile, for inputs on both sides of the condition and for
hostile ones; and the graph breaks that the original has are gone, or fewer where a test stands in front of the new code.

    python tests/fixes/check_real.py [PAGE.md ...]
"""
import importlib.util
import inspect
import itertools
import pathlib
import re
import sys
import tempfile

import torch

HOSTILE = [0.0, -0.0, 1.0, -1.0, float("inf"), float("-inf"), float("nan"), 3e38, 1e-45]
BACKENDS = [None, "eager", "aot_eager"]


def pairs(page):
    """The (program, fixed program) of a page."""
    program = None
    for info, body in re.findall(r"^```(.*?)\n(.*?)^```$", page.read_text(), re.M | re.S):
        if info == "python":
            program = body
        elif info == "python fixed":
            yield program, body


def functions(program, folder):
    """The compiled functions of a program, before torch.compile gets them. Dynamo wants code that comes from a file."""
    compiled = {}

    def compile_(function):
        compiled[function.__name__] = function
        return function

    path = folder / f"program_of_a_page_{len(list(folder.iterdir()))}.py"
    path.write_text(program)
    real, torch.compile = torch.compile, compile_
    try:
        spec = importlib.util.spec_from_file_location(path.stem, path)
        module = sys.modules[path.stem] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    finally:
        torch.compile = real
    return compiled


def tensors():
    """Inputs on both sides of any threshold, of several dtypes and shapes, and with hostile elements."""
    plain = torch.tensor([0.5, -1.25, 2.0, 0.75])
    for scale in (1.0, -1.0, 100.0, -100.0, 0.0, -0.0, 1e-3):
        yield plain * scale
    for value in HOSTILE:
        changed = plain.clone()
        changed[1] = value
        yield changed
    yield from (plain.double(), plain.half(), plain.bfloat16(), plain.reshape(2, 2).t(), plain[:0], plain[0].clone())
    yield torch.tensor([3, -1, 2])


def arguments(function):
    """Lists of arguments, made from the annotations; whatever is no tensor gets a number."""
    parameters = list(inspect.signature(function).parameters.values())
    for tensor, grad in itertools.product(tensors(), (False, True)):
        if grad and not tensor.is_floating_point():
            continue
        yield [tensor.clone().requires_grad_(grad) if "Tensor" in str(p.annotation) else 2 for p in parameters]


def leaves(value):
    """The tensors of a result."""
    if isinstance(value, torch.Tensor):
        return [value]
    return [leaf for item in value for leaf in leaves(item)] if isinstance(value, (tuple, list)) else []


def bits(tensor):
    """What is compared of a tensor: NaNs are all alike, zeros are not."""
    if tensor is None:
        return None
    held = tensor.detach().resolve_conj().contiguous()
    held = torch.where(held != held, torch.full_like(held, float("nan")), held) if held.is_floating_point() else held
    return str(held.dtype), tuple(held.shape), held.reshape(-1).clone().view(torch.uint8).tolist() if held.dim() or held.numel() else []


def gradient(tensor):
    """As bits(); but a zero from the other arm turns -0.0 into 0.0 when it is added."""
    return None if tensor is None else bits(tensor + 0.0)


def observe(function, given):
    """Everything that a caller can see of one call."""
    try:
        result = leaves(function(*given))
    except Exception as error:
        return type(error).__name__
    inputs = [a for a in given if isinstance(a, torch.Tensor)]
    seen = [[bits(r) for r in result], [r.requires_grad for r in result], [bits(i) for i in inputs]]
    shared = [r is i or (r.numel() and r.untyped_storage().data_ptr() == i.untyped_storage().data_ptr())
              for r, i in itertools.product(result, result + inputs)]
    floats = [r for r in result if r.requires_grad]
    if floats:
        torch.autograd.backward([r.sum() for r in floats])
    return seen, shared, [gradient(i.grad) for i in inputs if i.is_leaf]


def run(function, backend):
    """Observations of a function on all inputs, and how many graph breaks it had."""
    torch._dynamo.reset()
    torch._dynamo.utils.counters.clear()
    called = torch.compile(function, backend=backend) if backend else function
    seen = [observe(called, given) for given in arguments(function)]
    counters = torch._dynamo.utils.counters
    return seen, sum(counters["graph_break"].values()) + sum(counters["unimplemented"].values())


def check(name, original, fixed):
    """Messages about what differs."""
    expected, _ = run(original, None)
    _, before = run(original, "eager")
    problems = []
    after = 0
    for backend in BACKENDS:
        seen, breaks = run(fixed, backend)
        after = max(after, breaks)
        for given, one, other in zip(arguments(original), expected, seen):
            # Which exception a compiled function raises for arguments that it cannot take is Dynamo's business.
            if one != other and not (backend and isinstance(one, str) and isinstance(other, str)):
                problems.append(f"{name} under {backend or 'no compiler'}: {given}\n  before {one}\n  after  {other}")
    source = inspect.getsource(fixed)
    tested = any(word in source for word in (".requires_grad", ".dtype ==", ".shape ==", ".dim()", "isinstance(", "is_floating_point()"))
    if not before or after > before or (after and not tested):
        problems.append(f"{name}: {before} graph breaks before, {after} after")
    print(f"{name}: {len(expected)} inputs, {before} graph breaks before, {after} after")
    return problems


def main():
    torch._dynamo.config.cache_size_limit = torch._dynamo.config.recompile_limit = 1000
    pages = [pathlib.Path(p) for p in sys.argv[1:]] or sorted(pathlib.Path(__file__).parent.glob("*.md"))
    problems = []
    with tempfile.TemporaryDirectory() as folder:
        for program, fixed in itertools.chain.from_iterable(map(pairs, pages)):
            before, after = (functions(text, pathlib.Path(folder)) for text in (program, fixed))
            for name in before:
                if inspect.getsource(before[name]) == inspect.getsource(after[name]):
                    continue  # declined
                problems += check(name, before[name], after[name])
    print(*problems, sep="\n")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
