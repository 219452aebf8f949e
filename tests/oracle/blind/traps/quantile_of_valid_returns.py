"""Returns are scaled by the range between two quantiles of the valid ones; no valid one is an error."""

import torch
from torch import nn

from fxkit import build, randn


class ReturnScaler(nn.Module):
    def __init__(self, low=0.1, high=0.9, decay=0.5):
        super().__init__()
        self.low, self.high = low, high
        self.decay = decay
        self.register_buffer("range", torch.ones(()))

    def update(self, returns, valid):
        chosen = returns[valid]
        spread = chosen.quantile(self.high) - chosen.quantile(self.low)
        self.range.mul_(self.decay).add_((1 - self.decay) * spread)
        return self.range.clamp(min=0.1)


class ActorLoss(nn.Module):
    def __init__(self, dim=3):
        super().__init__()
        self.actor = nn.Linear(dim, 1)
        self.scaler = ReturnScaler()

    def forward(self, obs, returns, valid):
        scale = self.scaler.update(returns.detach(), valid)
        logp = nn.functional.logsigmoid(self.actor(obs)).squeeze(-1)
        return -(logp * returns / scale).mean()


def load():
    return torch.compile(ActorLoss())


def cases():
    def args(*valid):
        return lambda: (randn(5, 3), randn(5), torch.tensor(valid))

    yield from build(load, args(True, False, True, True, False), "base grad")
    yield from build(load, args(False, False, True, False, False), "base", tag="one-")
    yield from build(load, args(False, False, False, False, False), "base", tag="none-")

EXPECT = {'topic': 'reinforcement learning',
 'kind': 'mask',
 'verdict': 'any correct rewrite',
 'obligations': ['empty selections'],
 'breaks': {17: 2},
 'gb': ['GB0036'],
 'naive_differs_in': ['exception', 'values'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
