"""The operators that act inside of a graph.

It changes a token, and that is what keeps it there: it is not removed, and it keeps its order among its like. One
operator and one token for all effects, because different ones are reordered by inductor.
"""

import contextlib
import hashlib
import pathlib
import sys

import torch
from torch.utils._python_dispatch import _disable_current_modes

from graphmend.effects import deferred_output
from graphmend.effects.values import unpacker

_SEPARATOR = "\n"
_CASTING = "cpu", "cuda"
# Part of every site's name, and so of the keys of torch's caches, which know nothing of this package.
_VERSION = hashlib.sha256(
    b"".join(each.read_bytes() for each in sorted(pathlib.Path(__file__).parent.glob("*.py")))).hexdigest()[:8]
_acts = {}  # key -> what to do with the values, whether they may be kept, and whether it may raise
_read = {}  # name of a site -> its key, and what makes the values again


def _token_outside_of_modes():
    # A module can be imported under any mode: as a fake tensor, or one of inference, it would not do.
    with _disable_current_modes(), torch.inference_mode(False):
        token = torch.zeros((), dtype=torch.int64, device="cpu")
    token._dynamo_static_input_type = "unguarded"  # mark_static_address, which would import all of TorchDynamo
    return token


def register(key, act, keeps, raises=False):
    """Returns the first part of a site's name. The same content may be registered again: by a reload, or by a twin.

    keeps: whether `act` may leave a tensor where somebody looks at it later, as a handler of log records does. The graph
    uses the memory for something else by then.
    raises: whether the graph has to know at once.
    """
    key = _VERSION + key
    _acts[key] = act, keeps, raises
    return key + _SEPARATOR


def perform(token, site, tensors, numbers):
    key, unpack, around = _read.get(site) or _read_site(site)
    act, keeps, raises = _acts[key]
    if around:
        act = _within(around, act)
    tensors = _detached(tensors)
    if deferred_output.queue is not None and not raises:
        return deferred_output.queue.put(lambda copies: act(*unpack(copies, numbers)), tensors)
    deferred_output.flush()
    act(*unpack([each.clone() for each in tensors] if keeps else tensors, numbers))


def _detached(tensors):
    """None wants a gradient in the program (values.is_plain), but compilers drop a `detach` that is under `no_grad`."""
    return [each.detach() if each.requires_grad else each for each in tensors]


def _run_loop(site, written, tensors, numbers):
    key, unpack, _ = _read.get(site) or _read_site(site)
    tensors = _detached(tensors)
    made = [each.clone() for each in tensors[:written]]
    _acts[key][0](*unpack([*made, *tensors[written:]], numbers))
    return made


def _trace_loop(site, written, tensors, numbers):
    return [each.clone() for each in tensors[:written]]


def _read_site(site):
    key, packed, *around = site.split(_SEPARATOR)
    if key not in _acts:
        raise RuntimeError(f"graphmend: the source of an effect ({key}) of this graph is not imported here: compile again")
    _read[site] = key, unpacker(packed), [each.split() for each in around]
    return _read[site]


def autocast_around():
    """What is added to a site's name so that tensors are cast in the operator, where autocast is off, as around it."""
    return "".join(f"{_SEPARATOR}{kind} {str(torch.get_autocast_dtype(kind)).removeprefix('torch.')}"
                   for kind in _CASTING if torch.is_autocast_enabled(kind))


# assume_constant_result, which would import all of TorchDynamo; it guards the state itself
autocast_around._dynamo_marked_constant = True


def _within(around, act):
    def acting(*values):
        with contextlib.ExitStack() as stack:
            for kind, dtype in around:
                stack.enter_context(torch.autocast(kind, getattr(torch, dtype)))
            act(*values)

    return acting


def _trace(token, site, tensors, numbers):
    # At the latest now inductor is imported, if it is what compiles.
    if "torch._inductor.lowering" in sys.modules:
        import graphmend.effects.inductor  # noqa: F401


def _perform_batched(info, in_dims, token, site, tensors, numbers):
    perform(token, site, tensors, numbers)
    return None, None


_tags = tuple(getattr(torch.Tag, tag) for tag in ("pt2_compliant_tag", "cudagraph_unsafe") if hasattr(torch.Tag, tag))
_library = torch.library.Library("graphmend", "DEF")
_library.define("effect(Tensor(a!) token, str site, Tensor[] tensors, SymInt[] numbers) -> ()", tags=_tags)
_library.impl("effect", perform, "CompositeExplicitAutograd")
torch.library.register_fake("graphmend::effect", _trace, lib=_library)
torch.ops.graphmend.perform = perform  # for code that inductor has made, which may come from its cache
torch.library.register_vmap("graphmend::effect", _perform_batched, lib=_library)
_library.define("loop(str site, int written, Tensor[] tensors, SymInt[] numbers) -> Tensor[]", tags=_tags)
_library.impl("loop", _run_loop, "CompositeExplicitAutograd")
torch.library.register_fake("graphmend::loop", _trace_loop, lib=_library)
_token = _token_outside_of_modes()
# What is looked up while tracing becomes a guard, which every call of the compiled code pays for.
_effect = torch.ops.graphmend.effect.default
_loop = torch.ops.graphmend.loop.default


def call(site, tensors, numbers):
    """Puts an effect into the graph that is being traced. site: from `register`, and what `pack` made of the values."""
    _effect(_token, site, tensors, numbers)


def begin_loop(site, written, tensors, numbers):
    """Puts a loop into the graph: gives what the first tensors, so many as are `written`, are behind it."""
    return _loop(site, written, tensors, numbers)
