"""A mixture of experts writes the load of its router to the log if the debug level is on."""

import logging

import torch
from torch import nn

from fxkit import build, randn

logger = logging.getLogger("moe.router")


class TopKRouter(nn.Module):
    def __init__(self, dim=6, experts=4, k=2):
        super().__init__()
        self.gate = nn.Linear(dim, experts, bias=False)
        self.k = k
        self.experts = experts

    def forward(self, x):
        probs = self.gate(x).softmax(dim=-1)
        weights, index = probs.topk(self.k, dim=-1)
        load = torch.zeros_like(probs).scatter(1, index, 1.0).sum(dim=0)
        if logger.isEnabledFor(logging.DEBUG):
            logger.debug("router load per expert: %d tokens, top %d of %d", x.shape[0], self.k, self.experts)
        return weights / weights.sum(dim=-1, keepdim=True), index, load


class SparseMLP(nn.Module):
    def __init__(self, dim=6, experts=4):
        super().__init__()
        self.router = TopKRouter(dim, experts)
        self.w = nn.Parameter(torch.randn(experts, dim, dim) * 0.3)

    def forward(self, x):
        weights, index, load = self.router(x)
        every = torch.einsum("td,edf->tef", x, self.w).relu()
        picked = every.gather(1, index.unsqueeze(-1).expand(-1, -1, x.shape[1]))
        return x + (weights.unsqueeze(-1) * picked).sum(dim=1), load


def load():
    logger.setLevel(logging.WARNING)
    return torch.compile(SparseMLP())


def load_verbose():
    logger.setLevel(logging.DEBUG)
    return torch.compile(SparseMLP())


def cases():
    yield from build(load, lambda: (randn(5, 6),), "base grad nan")
    yield from build(load_verbose, lambda: (randn(5, 6),), "base", tag="verbose-")

EXPECT = {'topic': 'moe',
 'kind': 'logging',
 'rewrites': [],
 'breaks': {24: 2, 25: 1},
 'gb': ['GB0291'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': ['compiled-silent'],
 'unsafe': ['close',
            'compiled-silent',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
