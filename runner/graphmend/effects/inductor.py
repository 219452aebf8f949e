"""Tells inductor that an effect is a barrier: what stands behind it is not computed before it.

Left alone, inductor does so: an index out of range, which is behind a print, fails before the print, and one that a
check protects, before the check. With the barrier the schedule is cut where the graph was cut without GraphMend.
"""

import collections

import torch
from torch._inductor.lowering import fallback_handler, register_lowering
from torch._inductor.virtualized import V
from torch.utils._ordered_set import OrderedSet


class _Dependencies(collections.defaultdict):
    """GraphLowering.additional_buffer_deps: each operation depends on the last effect before it."""

    def __init__(self, graph):
        super().__init__(OrderedSet, graph.additional_buffer_deps)
        self._graph = graph
        self._effects = []  # (position among the operations, name of its buffer)

    def add_effect(self, position, buffer):
        self._effects.append((position, buffer))

    def __missing__(self, operation):
        found = super().__missing__(operation)
        names = (each.get_operation_name() for each in self._graph.operations)
        position = next(i for i, name in enumerate(names) if name == operation)
        found.update([buffer for at, buffer in self._effects if at < position][-1:])
        return found


_fallback = fallback_handler(torch.ops.graphmend.effect.default, add_to_fallback_set=False)


# This module is imported once, when inductor compiles the first effect.
@register_lowering(torch.ops.graphmend.effect.default, type_promotion_kind=None)
def _lower(*arguments):
    graph = V.graph
    if not isinstance(graph.additional_buffer_deps, _Dependencies):
        graph.additional_buffer_deps = _Dependencies(graph)
    start = len(graph.operations)
    _fallback(*arguments)
    for position in range(start, len(graph.operations)):
        graph.additional_buffer_deps.add_effect(position, graph.operations[position].get_name())
