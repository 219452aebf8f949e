"""A neural codec refreshes the moving average of its codebook usage every second step."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


class EuclideanCodebook(nn.Module):
    """Nearest code by euclidean distance, with a usage statistic."""

    def __init__(self, dim=3, codes=5, every=2, momentum=0.9):
        super().__init__()
        self.embed = nn.Parameter(torch.linspace(-1, 1, codes * dim).view(codes, dim))
        self.every = every
        self.momentum = momentum
        self.register_buffer("step", torch.zeros((), dtype=torch.long))
        self.register_buffer("usage", torch.zeros(codes))

    def quantize(self, x):
        dist = x.square().sum(-1, keepdim=True) - 2 * x @ self.embed.t() + self.embed.square().sum(-1)
        return dist.argmin(dim=-1)

    @torch.no_grad()
    def track(self, index):
        count = F.one_hot(index, self.usage.shape[0]).float().mean(dim=0)
        if self.step.item() % self.every == 0:
            self.usage.copy_(self.momentum * self.usage + (1 - self.momentum) * count)
        self.step.add_(1)

    def forward(self, x):
        index = self.quantize(x)
        if self.training:
            self.track(index)
        quantized = F.embedding(index, self.embed)
        commit = F.mse_loss(x, quantized.detach())
        return x + (quantized - x).detach(), index, commit


def load():
    return torch.compile(EuclideanCodebook())


def load_eval():
    return torch.compile(EuclideanCodebook().eval())


def cases():
    yield from build(load, lambda: (randn(6, 3),), "base grad zero")
    yield from build(load_eval, lambda: (randn(6, 3),), "base", tag="eval-")

EXPECT = {'rewrites': [],
 'topic': 'speech',
 'kind': 'numbers',
 'breaks': {28: 2},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
