"""A graph convolution logs its mean activation."""

import logging

import torch
from torch import nn

from fxkit import build, rand, randn

log = logging.getLogger("gnn.layer")
log.setLevel(logging.INFO)


class MeanConv(nn.Module):
    def __init__(self, width=4):
        super().__init__()
        self.lin = nn.Linear(width, 3)

    def forward(self, nodes, adj):
        msg = adj @ nodes
        out = self.lin(msg)
        log.info("mean activation %.3f over %d nodes", out.mean().item(), nodes.shape[0])
        return out.relu()


def load():
    return torch.compile(MeanConv())


def cases():
    yield from build(load, lambda: (randn(5, 4), rand(5, 5)), "base zero nan inf grad nan+grad inf+grad")

EXPECT = {'topic': 'gnn',
 'rewrites': ['R36'],
 'breaks': {22: 7},
 'gb': ['GB0124', 'GB0291'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-silent', 'log-site']}
