"""A node memory: the row of an event is a view of the table, and what is written to it stays there."""

import torch
from torch import nn

from fxkit import build, randn


class NodeMemory(nn.Module):
    def __init__(self, nodes=4, dim=3):
        super().__init__()
        self.register_buffer("table", torch.linspace(-1, 1, nodes * dim).view(nodes, dim))

    def row(self, node):
        return self.table[node.item()]

    def write(self, node, message):
        row = self.row(node)
        row.mul_(0.9)
        row += message
        return row


class EventModel(nn.Module):
    def __init__(self, dim=3):
        super().__init__()
        self.memory = NodeMemory(dim=dim)
        self.message = nn.Linear(dim, dim)

    @torch.no_grad()
    def forward(self, src, dst, features):
        message = torch.tanh(self.message(features))
        a = self.memory.write(src, message)
        b = self.memory.write(dst, -message)
        # an event from a node to itself writes twice to one row, and both names see it
        return a + b


def load():
    return torch.compile(EventModel())


def cases():
    yield from build(load, lambda: (torch.tensor(1), torch.tensor(3), randn(3)), "base nan")
    yield from build(load, lambda: (torch.tensor(2), torch.tensor(2), randn(3)), "base", tag="self-")
    yield from build(load, lambda: (torch.tensor(0), torch.tensor(-1), randn(3)), "base", tag="last-")

EXPECT = {'topic': 'graphs',
 'kind': 'indices',
 'verdict': 'any correct rewrite',
 'obligations': ['views'],
 'breaks': {15: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['state'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
