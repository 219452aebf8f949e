"""Degrees of a batch of edges are counted one edge after the other; a node may come more than once."""

import torch
from torch import nn

from fxkit import build, randn


class DegreeScaler(nn.Module):
    """Scales messages by the logarithm of the degree of their target."""

    def __init__(self, nodes=5, avg_log_degree=0.8):
        super().__init__()
        self.nodes = nodes
        self.avg_log_degree = avg_log_degree

    def degree(self, targets, weight):
        out = weight.new_zeros(self.nodes)
        for node in targets.tolist():
            out[node] += 1.0
        return out

    def forward(self, messages, targets):
        degree = self.degree(targets, messages)
        scale = torch.log1p(degree)[targets] / self.avg_log_degree
        out = messages.new_zeros(self.nodes, messages.shape[1])
        return out.index_add(0, targets, messages * scale[:, None]), degree


def load():
    return torch.compile(DegreeScaler())


def cases():
    yield from build(load, lambda: (randn(6, 3), torch.tensor([0, 2, 2, 4, 2, 0])), "base grad zero")
    yield from build(load, lambda: (randn(3, 3), torch.tensor([3, 1, 0])), "base", tag="distinct-")

EXPECT = {'topic': 'graph',
 'kind': 'sizes',
 'verdict': 'any correct rewrite',
 'obligations': ['R21', 'repeated index'],
 'breaks': {19: 3},
 'gb': ['GB0033'],
 'naive_differs_in': ['values'],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
