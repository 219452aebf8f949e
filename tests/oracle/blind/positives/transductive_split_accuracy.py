"""Transductive node classification: one forward over the graph, figures over each split."""

import torch
from torch import nn

from fxkit import bools, build, randn


class GCNLayer(nn.Module):
    def __init__(self, dim_in, dim_out):
        super().__init__()
        self.lin = nn.Linear(dim_in, dim_out, bias=False)
        self.bias = nn.Parameter(torch.zeros(dim_out))

    def forward(self, x, adj):
        return adj @ self.lin(x) + self.bias


class GCN(nn.Module):
    """Two layers; evaluation of several masks in one call."""

    def __init__(self, features=4, hidden=6, classes=3):
        super().__init__()
        self.conv1 = GCNLayer(features, hidden)
        self.conv2 = GCNLayer(hidden, classes)

    def forward(self, x, adj):
        return self.conv2(self.conv1(x, adj).relu(), adj)

    @torch.no_grad()
    def evaluate(self, x, adj, y, masks):
        pred = self.forward(x, adj).argmax(dim=-1)
        correct = pred == y
        accs = []
        for mask in masks:
            accs.append(correct[mask].float().mean())
        return torch.stack(accs), pred


def load():
    model = GCN()
    model.evaluate = torch.compile(model.evaluate)
    return model.evaluate


def adjacency(n=7):
    a = (randn(n, n).abs() < 0.7).float() + torch.eye(n)
    return a / a.sum(dim=-1, keepdim=True)


def cases():
    labels = torch.tensor([0, 2, 1, 1, 0, 2, 1])
    yield from build(load, lambda: (randn(7, 4), adjacency(), labels, [bools(7), bools(7, seed=1), ~bools(7)]), "base big zero")
    yield from build(load, lambda: (randn(7, 4), adjacency(), labels, [bools(7), torch.zeros(7).bool()]), "base", tag="nosplit-")

EXPECT = {'rewrites': [],
 'topic': 'graph',
 'kind': 'mask',
 'breaks': {36: 3},
 'gb': ['GB0036', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 1,
 'after': 0,
 'assume': ['close'],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
