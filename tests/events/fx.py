"""Graphs that torch.fx makes, in compiled code; functions that numpy makes sizes of; other paths of what is known."""

import numpy as np
import torch
from torch.fx.passes.shape_prop import ShapeProp
from torch.utils.data.dataloader import default_collate

net = torch.nn.Linear(3, 3)


class Shapes(torch.fx.Interpreter):
    def run_node(self, n):
        return super().run_node(n)


class Steps(torch.fx.Interpreter):
    def __init__(self, module):
        super().__init__(module)
        self.steps = 0


@torch.compile
def traced(x: torch.Tensor):
    graph_module = torch.fx.symbolic_trace(net)
    nodes = graph_module.graph.nodes
    graph_module.recompile()
    ShapeProp(graph_module).propagate(x)
    Shapes(graph_module).run(x)
    return graph_module(x), nodes, default_collate([x, x])


@torch.compile
def rewritten(graph: torch.fx.Graph, node: torch.fx.node.Node, module: torch.fx.GraphModule):
    with graph.inserting_after(node):
        made = graph.call_function(torch.relu, (node,))
    made.meta = dict(node.meta)
    node.replace_all_uses_with(made)
    graph.lint()
    module.graph = graph
    return Steps(module), Shapes(module).run_node(node), torch.fx.Tracer().trace(net).nodes, node.op


@torch.compile
def sized(x: torch.Tensor, y: np.ndarray):
    count = torch.sum(x > 0)
    a = torch.rand(count, 4), torch.empty(count), x.tile((count, 1)), torch.tile(x, (count, 1))
    b = np.zeros((count, 2)), np.tile(y, np.argmax(y)), np.eye(np.argmax(y) + 2), np.roll(y, np.argmax(y))
    return a, b, np.pad(y, 1), np.cov(y), y.dtype, np.zeros(y.shape), torch.rand(x.shape[0], 4)
