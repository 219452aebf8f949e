"""Whether two callables are one program, as far as any caller can see: used by the pages of fixes and by programs that
are generated.

`watch` makes one call and returns what can be seen of it, by name; `differences` compares two such calls. What is
compared of tensors are their bits, where NaNs are all alike.
"""
import contextlib
import itertools
import logging
import random
import warnings

import numpy
import torch

compile_ = torch.compile  # whatever stands in its place later

# Under a compiler, which exception is raised, what it warns of, and what was done before an exception, is Dynamo's business.
ONLY_EAGER = {"warnings", "exception"}


class Events(logging.Handler):
    """What a program prints, logs and warns of, in order: a handler of records, and a file."""

    def __init__(self):
        super().__init__()
        self.seen = []

    def write(self, text):
        if self.seen and self.seen[-1][0] == "output":
            text = self.seen.pop()[1] + text
        self.seen.append(("output", text))
        return len(text)

    def emit(self, record):
        if not record.name.startswith("torch"):
            self.seen.append(("record", record.name, record.levelno, record.getMessage()))

    def warn(self, message, category, *_, **__):
        self.seen.append(("warning", category.__name__, str(message)))

    def of(self, kind):
        return [event[1:] for event in self.seen if event[0] == kind]


def bits(tensor):
    """The dtype, shape and bytes; a zero's sign counts, a NaN's payload does not."""
    if tensor is None:
        return None
    held = tensor.detach().resolve_conj().resolve_neg().contiguous()
    if (held.is_floating_point() or held.is_complex()) and held.isnan().any():
        held = torch.where(held != held, torch.full_like(held, float("nan")), held)
    return str(held.dtype), tuple(held.shape), held.reshape(-1).clone(memory_format=torch.contiguous_format).view(torch.uint8).numpy().tobytes()


def gradient(tensor):
    """As bits; but a zero from an arm that was not chosen turns -0.0 into 0.0 when it is added."""
    return None if tensor is None else bits(tensor + 0.0)


def described(value, tensors):
    """A value without identities, to be compared; the tensors in it are appended to `tensors`."""
    if isinstance(value, torch.Tensor):
        tensors.append(value)
        return type(value).__name__, bits(value), value.requires_grad
    if isinstance(value, (tuple, list)):
        return type(value).__name__, [described(each, tensors) for each in value]
    if isinstance(value, dict):
        return "dict", [(key, described(each, tensors)) for key, each in value.items()]
    return type(value).__name__, repr(value) if isinstance(value, (int, float, str, bytes, bool, type(None))) else ""


def shared(tensors):
    """Which of them are one object or have one storage."""
    places = [each.untyped_storage().data_ptr() if each.numel() else None for each in tensors]
    return [(i, k, "same" if a is b else "view") for (i, a), (k, b) in itertools.combinations(enumerate(tensors), 2)
            if a is b or (places[i] is not None and places[i] == places[k])]


def backward(results):
    """Runs the backward pass of all results, each element with a weight of its own; returns the exception's name."""
    wanted = [r for r in results if r.requires_grad and (r.is_floating_point() or r.is_complex())]
    wanted = list({id(r): r for r in wanted}.values())
    if not wanted:
        return None
    weights = [torch.linspace(1.0, 2.0, max(r.numel(), 1), dtype=torch.float64)[: r.numel()].reshape(r.shape).to(r.dtype)
               for r in wanted]
    try:
        torch.autograd.backward(wanted, weights)
    except RuntimeError as error:
        return type(error).__name__
    return None


def watch(function, given, module=None):
    """Calls `function(*given)` and returns everything that a caller can see of it; `module` is what it has its state in."""
    torch.default_generator.manual_seed(0)  # a hundred times as fast as torch.manual_seed()
    random.seed(0)
    numpy.random.seed(0)
    seen, results, events = {}, [], Events()
    logging.getLogger().addHandler(events)
    try:
        with contextlib.redirect_stdout(events), contextlib.redirect_stderr(events), warnings.catch_warnings():
            warnings.simplefilter("always")
            warnings.showwarning = events.warn
            try:
                seen["result"] = described(function(*given), results)
            except Exception as error:  # whatever a program raises is what it does
                seen["raises"], seen["exception"] = True, (type(error).__name__, str(error))
    finally:
        logging.getLogger().removeHandler(events)
    inputs = [each for each in given if isinstance(each, torch.Tensor)]
    state = [] if module is None else [(n, t) for n, t in itertools.chain(module.named_parameters(), module.named_buffers())]
    attributes = [] if module is None else sorted(
        (name, value) for name, value in vars(module).items() if not name.startswith("_") and name != "training")
    held = []
    seen["attributes"] = [(name, described(value, held)) for name, value in attributes]
    seen["output"] = "".join(text for text, in events.of("output"))
    seen["records"] = events.of("record")
    seen["warnings"] = sorted(set(events.of("warning")))
    seen["events"] = events.seen  # all of these, in order, for whoever asks
    seen["random"] = (torch.random.get_rng_state().numpy().tobytes(), random.random(), numpy.random.random())
    seen["inputs"] = [described(each, []) for each in inputs]
    seen["state"] = [(name, described(each, [])) for name, each in state]
    seen["shared"] = shared([*results, *inputs, *(t for _, t in state), *held])
    seen["backward"] = backward(results)
    leaves = [t if t.is_leaf else None for t in itertools.chain(inputs, (t for _, t in state))]
    seen["gradients"] = [t if t is None else gradient(t.grad) for t in leaves]
    for each in leaves:
        if each is not None:
            each.grad = None
    return seen


def differences(one, other, compiled=False):
    """The names of what is not the same. A program whose backward pass raises an error has no gradients to keep."""
    if one.get("backward"):
        one, other = ({k: v for k, v in each.items() if k not in ("backward", "gradients")} for each in (one, other))
    if compiled and one.get("raises") and other.get("raises"):
        return []
    names = (one.keys() | other.keys()) - {"events"} - (ONLY_EAGER if compiled else set())
    return sorted(name for name in names if one.get(name) != other.get(name))


def told(seen, name):
    """What was seen there, in a short form for messages."""
    value = seen.get(name)

    def plain(part):
        if isinstance(part, tuple) and len(part) == 3 and isinstance(part[2], bytes) and isinstance(part[0], str):
            dtype = getattr(torch, part[0].removeprefix("torch."))
            held = torch.frombuffer(bytearray(part[2]), dtype=dtype).reshape(part[1]) if part[2] else torch.empty(part[1])
            return f"{part[0].removeprefix('torch.')}{held.tolist()}"
        if isinstance(part, (tuple, list)):
            return type(part)(plain(each) for each in part)
        return part

    return "" if name == "random" else str(plain(value))[:400]


class Compiler:
    """torch.compile with counts of what it costs: frames that were compiled, and graph breaks."""

    def __init__(self, backend):
        torch._dynamo.reset()
        self.backend = backend
        self.counters = torch._dynamo.utils.counters
        self.counters.clear()
        torch._dynamo.utils.clear_compilation_metrics()

    def __call__(self, function, fullgraph=False):
        return compile_(function, backend=self.backend, fullgraph=fullgraph)

    @property
    def breaks(self):
        return sum(self.counters["graph_break"].values()) + sum(self.counters["unimplemented"].values())

    @property
    def frames(self):
        """How many were compiled; one that breaks in a loop is given up for good, and counts as many as there may be."""
        frames = self.counters["frames"]
        return frames["total"] + self.breaks if frames["ok"] else float("inf")

    @property
    def reasons(self):
        """A line for each frame that was compiled: which one, and why it was compiled again."""
        compiled = [each for each in torch._dynamo.utils.get_compilation_metrics() if each.co_name]
        return "\n".join(f"  {each.compile_id} {each.co_name}: {each.recompile_reason}" for each in compiled)

    @property
    def left(self):
        """How many frames were left to eager; all there may be, if nothing got into a graph."""
        frames = self.counters["frames"]
        return frames["total"] - frames["ok"] if self.counters["stats"]["unique_graphs"] else float("inf")
