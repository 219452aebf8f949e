"""Glow activation normalisation with data dependent initialisation on the first batch."""

import torch
from torch import nn

from fxkit import build, randn


class ActNorm(nn.Module):
    def __init__(self, num_features, logdet=True):
        super().__init__()
        self.logdet = logdet
        self.loc = nn.Parameter(torch.zeros(1, num_features))
        self.scale = nn.Parameter(torch.ones(1, num_features))
        self.register_buffer("initialized", torch.tensor(0, dtype=torch.uint8))

    def initialize(self, x):
        with torch.no_grad():
            mean = x.mean(dim=0, keepdim=True)
            std = x.std(dim=0, keepdim=True)
            self.loc.copy_(-mean)
            self.scale.copy_(1 / (std + 1e-6))

    def forward(self, x):
        if self.training and self.initialized.item() == 0:
            self.initialize(x)
            self.initialized.fill_(1)
        h = self.scale * (x + self.loc)
        if not self.logdet:
            return h, torch.zeros(x.shape[0])
        return h, self.scale.abs().log().sum().expand(x.shape[0])


class AffineCoupling(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(dim // 2, 6), nn.ReLU(), nn.Linear(6, dim))

    def forward(self, x):
        a, b = x.chunk(2, dim=1)
        log_s, t = self.net(a).chunk(2, dim=1)
        s = torch.sigmoid(log_s + 2.0)
        return torch.cat([a, (b + t) * s], dim=1), s.log().sum(dim=1)


class FlowStep(nn.Module):
    def __init__(self, dim=4):
        super().__init__()
        self.actnorm = ActNorm(dim)
        self.coupling = AffineCoupling(dim)

    def forward(self, x):
        h, logdet1 = self.actnorm(x)
        z, logdet2 = self.coupling(h.flip(1))
        nll = 0.5 * z.pow(2).sum(dim=1) - logdet1 - logdet2
        return nll.mean()


def load():
    return torch.compile(FlowStep())


def cases():
    yield from build(load, lambda: (randn(6, 4) * 3 + 1,), "base grad big")
    yield from build(lambda: torch.compile(FlowStep().eval()), lambda: (randn(6, 4),), "base", tag="eval-")


EXPECT = {'topic': 'flow',
 'kind': 'initialized_buffer',
 'rewrites': [],
 'breaks': {25: 2},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite', 'grad-none-zero']}
