"""Motion forecasting with several modes: only the mode whose end is next to the truth is trained (winner takes all)."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


class MultiModalHead(nn.Module):
    def __init__(self, dim=5, modes=3, horizon=4):
        super().__init__()
        self.modes, self.horizon = modes, horizon
        self.traj = nn.Linear(dim, modes * horizon * 2)
        self.conf = nn.Linear(dim, modes)

    def forward(self, h):
        return self.traj(h).view(self.modes, self.horizon, 2), self.conf(h)


class WTALoss(nn.Module):
    def __init__(self):
        super().__init__()
        self.head = MultiModalHead()

    def forward(self, agent, future):
        """agent: (dim,), future: (horizon, 2)"""
        trajs, conf = self.head(agent)
        ends = [torch.dist(t[-1], future[-1]) for t in trajs]
        best = min(range(len(ends)), key=lambda k: ends[k].item())
        reg = F.smooth_l1_loss(trajs[best], future)
        cls = F.cross_entropy(conf[None], torch.tensor([best]))
        return reg + 0.1 * cls, ends[best]


def load():
    return torch.compile(WTALoss())


def cases():
    yield from build(load, lambda: (randn(5), randn(4, 2)), "base grad")
    yield from build(load, lambda: (randn(5, seed=3), 3 * randn(4, 2, seed=5)), "base grad", tag="other-")
    yield from build(load, lambda: (randn(5, seed=9), -randn(4, 2, seed=1)), "base", tag="third-")

EXPECT = {'topic': 'robotics',
 'kind': 'numbers',
 'rewrites': [],
 'breaks': {30: 3},
 'gb': ['GB0124', 'GB0193'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad']}
