"""Looks at the graph that TorchDynamo is making: whether a tensor follows from constants alone, and its numbers."""

import torch
from torch._dynamo import assume_constant_result
from torch._dynamo.comptime import comptime  # noqa: F401  (for the functions of the package)
from torch.utils._python_dispatch import TorchDispatchMode, _disable_current_modes

from graphmend.constant_folding import leave_to_callers

leave_to_callers()

UNKNOWN = None
_MAX_NODES = 1000
_MAX_ELEMENTS = 1 << 22  # of all tensors on the way
_MAX_READ = 1024
_EFFECT = torch.ops.graphmend.effect
_found = UNKNOWN  # by the last `ask`; TorchDynamo compiles one function at a time


class _Unknown(Exception):
    pass


def ask(context):
    """Called while `known._known` is traced: looks up what `take` gives next. context: of comptime."""
    global _found
    tensor = context.get_local("tensor")
    try:
        _found = _numbers(tensor.as_proxy().node, tensor.as_fake())
    except Exception:  # also what an operation raises: it does so again when the graph runs
        _found = UNKNOWN


@assume_constant_result
def take():
    return _found


def _numbers(node, fake):
    if fake.numel() > _MAX_READ or fake.requires_grad or fake.is_complex() or _is_aliased_unseen(node.graph):
        return UNKNOWN
    # As outside of any mode: the graph, not the moment, says on which device and of which dtype a tensor is made.
    with _disable_current_modes(), torch.no_grad(), _Deterministic():
        return _evaluated(node).tolist()


def _is_aliased_unseen(graph):
    """Whether something may write to a tensor without that its version tells."""
    return any(isinstance(each.target, torch._ops.HigherOrderOperator) or _writes_as_it_likes(each.target)
               for each in graph.nodes if each.op == "call_function")


def _writes_as_it_likes(target):
    if target is torch._C._autograd._get_data_attr:
        return True
    if isinstance(target, torch._ops.OpOverload):
        return target.namespace != "aten" and target is not _EFFECT.default and target._schema.is_mutable
    return isinstance(target, torch._ops.OpOverloadPacket) and target is not _EFFECT


def _evaluated(root):
    values = {}
    elements = 0
    for node in _ancestors(root):
        arguments = torch.fx.node.map_arg((node.args, node.kwargs), values.__getitem__)
        made = _call(node, *arguments)
        _compare(made, node.meta["example_value"])
        elements += made.numel() if isinstance(made, torch.Tensor) else 0
        if elements > _MAX_ELEMENTS:
            raise _Unknown
        values[node] = made
    return values[root]


def _ancestors(root):
    """The nodes that it depends on, with itself, in an order to compute them."""
    ordered, seen, stack = [], set(), [(root, False)]
    while stack:
        node, is_ready = stack.pop()
        if is_ready:
            ordered.append(node)
        elif node not in seen:
            seen.add(node)
            if node.op not in ("call_function", "call_method") or len(seen) > _MAX_NODES:
                raise _Unknown  # an input, a parameter, a size that is not known
            stack.append((node, True))
            stack.extend((each, False) for each in node.all_input_nodes)
    return ordered


def _call(node, args, kwargs):
    if node.op == "call_method":
        return getattr(args[0], node.target)(*args[1:], **kwargs)
    return node.target(*args, **kwargs)


def _compare(made, fake):
    """A mode that is entered in the graph, of autocasting or of a device, makes another tensor there."""
    if isinstance(fake, torch.Tensor):
        same = (type(made) is torch.Tensor and not fake._version and made.dtype == fake.dtype
                and made.device == fake.device and made.shape == fake.shape and made.stride() == fake.stride())
    else:
        same = type(made) is type(fake)
        if same and isinstance(fake, (tuple, list)):
            for one, other in zip(made, fake):
                _compare(one, other)
    if not same:
        raise _Unknown


class _Deterministic(TorchDispatchMode):
    """Neither draws random numbers nor reads what was not written."""

    def __torch_dispatch__(self, function, types, args=(), kwargs=None):
        if torch.Tag.nondeterministic_seeded in function.tags or "empty" in function.__name__:
            raise _Unknown
        return function(*args, **(kwargs or {}))
