"""Return normalization with running sums in Python floats, as wrappers of environments keep them."""

import math

import torch
from torch import Tensor, nn

from fxkit import build, randn


class RunningSums:
    """Sums in double precision: the offset of the returns is far larger than their spread."""

    def __init__(self):
        self.count = 0
        self.total = 0.0
        self.total_sq = 0.0

    def variance(self) -> float:
        if self.count < 2:
            return 1.0
        mean = self.total / self.count
        return max(self.total_sq / self.count - mean * mean, 1e-12)


class ReturnScaler(nn.Module):
    def __init__(self, gamma: float = 0.99, eps: float = 1e-8, clip: float = 10.0):
        super().__init__()
        self.gamma, self.eps, self.clip = gamma, eps, clip
        self.sums = RunningSums()
        self.value = nn.Linear(3, 1)

    def observe(self, ret: Tensor) -> None:
        value = ret.mean().item()
        self.sums.count += 1
        self.sums.total += value
        self.sums.total_sq += value * value

    def forward(self, obs: Tensor, ret: Tensor) -> tuple[Tensor, Tensor]:
        self.observe(ret)
        scale = 1.0 / math.sqrt(self.sums.variance() + self.eps)
        scaled = ((ret - ret.mean()) * scale).clamp(-self.clip, self.clip)
        pred = self.value(obs).squeeze(-1)
        ret.add_(ret.std(unbiased=False) * 0.25)  # the next rollout
        return (pred - scaled).pow(2).mean(), scaled


def make():
    return torch.compile(ReturnScaler())


def cases():
    yield from build(make, lambda: (randn(4, 3), randn(4, seed=1)), "base")
    yield from build(make, lambda: (randn(4, 3), 1000.0 + randn(4, seed=1)), "base", tag="offset-")
    yield from build(make, lambda: (randn(6, 3), 8000.0 + randn(6, seed=2)), "base", tag="far-")

EXPECT = {'topic': 'reward normalization',
 'verdict': 'any correct rewrite',
 'obligations': [],
 'breaks': {34: 4},
 'gb': ['GB0124'],
 'naive_differs_in': ['values'],
 'unsafe': ['number-tensor', 'fresh-result', 'requires-grad']}
