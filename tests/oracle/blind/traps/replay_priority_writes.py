"""Prioritized replay: new priorities and returns are written into views of one storage tensor."""

import torch
from torch import Tensor, nn

from fxkit import build, rand, randn


class ReplayStorage:
    """One tensor [3, capacity]: priorities, returns and ages are views of its rows."""

    def __init__(self, capacity: int):
        self.table = torch.ones(3, capacity)
        self.priority = self.table[0]
        self.returns = self.table[1]
        self.age = self.table[2]


class PriorityUpdate(nn.Module):
    def __init__(self, capacity: int = 6, alpha: float = 0.6, max_age: float = 3.0):
        super().__init__()
        self.storage = ReplayStorage(capacity)
        self.alpha, self.max_age = alpha, max_age

    def refresh(self, target: Tensor, fresh: Tensor, where: Tensor) -> Tensor:
        target[where] = fresh[where]
        return target

    @torch.no_grad()
    def forward(self, td_error: Tensor, returns: Tensor, sampled: Tensor) -> tuple[Tensor, Tensor]:
        """All of shape [capacity]; td_error of the caller is overwritten where it was sampled."""
        s = self.storage
        s.age.add_(1.0)
        new_priority = (td_error.abs() + 1e-3).pow(self.alpha)
        priority = self.refresh(s.priority, new_priority, sampled)
        self.refresh(s.returns, returns, sampled)
        stale = s.age > self.max_age
        self.refresh(td_error, torch.zeros_like(td_error), stale)
        s.age[sampled] = 0.0
        weights = priority / priority.sum()
        return weights, priority


def make(**kw):
    return torch.compile(PriorityUpdate(**kw))


def _args(p, n=6):
    return randn(n), rand(n), rand(n, seed=5) < p


def cases():
    yield from build(make, lambda: _args(0.5), "base nan inf")
    yield from build(make, lambda: _args(2.0), "base", tag="all-")
    yield from build(make, lambda: _args(-1.0), "base", tag="none-")
    yield from build(lambda: make(max_age=1.0, capacity=4), lambda: _args(0.4, 4), "base", tag="stale-")

EXPECT = {'topic': 'replay buffer',
 'verdict': 'any correct rewrite',
 'obligations': [],
 'breaks': {26: 10},
 'gb': ['GB0036'],
 'naive_differs_in': ['alias', 'values', 'inf positions', 'nan positions'],
 'unsafe': []}
