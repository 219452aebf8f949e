"""Tells inductor that an effect is a barrier: what stands before it is computed before it, the rest behind it.

Left alone, inductor computes all at once: an index out of range, which is behind a print, fails before the print, and
one that a check protects, before the check. With the barrier the schedule is cut where the graph was cut without
GraphMend, and what lives across the cut is stored there: half precision is rounded where it was, and random numbers are
drawn behind what stands before them.
"""

import bisect
import collections

import torch
from torch._functorch import compile_utils
from torch._inductor.fx_passes import post_grad, replace_random
from torch._inductor.ir import TensorBox
from torch._inductor.lowering import fallback_handler, register_lowering
from torch._inductor.virtualized import V
from torch.utils._ordered_set import OrderedSet


class _Dependencies(collections.defaultdict):
    """GraphLowering.additional_buffer_deps: an effect depends on all before it, and all behind it on the effect."""

    def __init__(self, graph):
        super().__init__(OrderedSet, graph.additional_buffer_deps)
        self._graph = graph
        self._effects = []  # positions among the operations, in order
        self._positions = {}

    def add_effect(self, position):
        self._effects.append(position)

    def __missing__(self, operation):
        found = super().__missing__(operation)
        operations = self._graph.operations
        if len(self._positions) != len(operations):
            self._positions = {each.get_operation_name(): i for i, each in enumerate(operations)}
        position = self._positions[operation]
        before = bisect.bisect_left(self._effects, position)
        last = self._effects[before - 1] if before else None
        if position in self._effects[before : before + 1]:
            start = 0 if last is None else last
            found.update(out.get_name() for each in operations[start:position] for out in each.get_outputs())
        elif last is not None:
            found.add(operations[last].get_name())
        return found


_effect = torch.ops.graphmend.effect.default
_fallback = fallback_handler(_effect, add_to_fallback_set=False)


# This module is imported once, when inductor compiles the first effect.
@register_lowering(_effect, type_promotion_kind=None)
def _lower(*arguments):
    graph = V.graph
    if not isinstance(graph.additional_buffer_deps, _Dependencies):
        graph.additional_buffer_deps = _Dependencies(graph)
    for value in list(graph.env.values()):
        if isinstance(value, TensorBox):
            value.realize()
    start = len(graph.operations)
    _fallback(*arguments)
    for position in range(start, len(graph.operations)):
        graph.additional_buffer_deps.add_effect(position)
        _call_directly(graph, graph.operations[position])


def _call_directly(graph, operation):
    """The wrapper is Python as well, and has torch: a call of the function costs less than one of the operator."""
    if getattr(operation, "python_kernel_name", None) == f"torch.ops.{_effect}" and not graph.cpp_wrapper:
        operation.python_kernel_name = "torch.ops.graphmend.perform"


def _is_effect(node):
    return node.target is _effect or _effect in node.args  # in a functional graph it is an argument


_reorder = post_grad.reorder_for_locality


def _reorder_without_effects(graph):
    # It moves an operation to its first user, past effects: in a functional graph they look like any other.
    if not any(map(_is_effect, graph.nodes)):
        _reorder(graph)


post_grad.reorder_for_locality = _reorder_without_effects


class _Part:
    """What stands between two effects, as if it were the whole graph."""

    def __init__(self, graph, nodes):
        self._graph = graph
        self.nodes = nodes

    def __getattr__(self, name):
        return getattr(self._graph, name)


def _in_parts(fuse):
    # It makes the seeds of all random numbers where the first ones are drawn: a check behind that would come too late.
    def fuse_in_parts(graph):
        parts = [[]]
        for node in graph.nodes:
            parts[-1].append(node)
            if _is_effect(node):
                parts.append([])
        return sum(fuse(_Part(graph, each)) for each in parts)

    return fuse_in_parts


compile_utils.rand_ops.append(torch.ops.prims.inductor_seeds)  # those of several parts are not the same ones
for _name in ("fuse_seed_creation_pass", "fuse_offset_creation_pass"):
    if hasattr(replace_random, _name):
        setattr(replace_random, _name, _in_parts(getattr(replace_random, _name)))
