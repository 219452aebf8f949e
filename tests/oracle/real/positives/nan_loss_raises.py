"""A training step refuses a loss that is not finite, with an error that names the step."""

import torch
from torch import nn

from fxkit import build, randn


class NonFiniteLossError(RuntimeError):
    pass


class Regressor(nn.Module):
    def __init__(self, width=6):
        super().__init__()
        self.layers = nn.Sequential(nn.Linear(4, width), nn.SiLU(), nn.Linear(width, 1))

    def loss(self, x, y):
        return (self.layers(x).squeeze(-1) - y).pow(2).mean()


class TrainStep:
    def __init__(self):
        self.model = Regressor()
        self.step = 0
        self.forward_loss = torch.compile(self._forward_loss)

    def _forward_loss(self, x, y):
        loss = self.model.loss(x, y)
        if not torch.isfinite(loss):
            raise NonFiniteLossError("loss is not finite, aborting")
        return loss

    def __call__(self, x, y):
        loss = self.forward_loss(x, y)
        self.step += 1
        return loss


def cases():
    yield from build(TrainStep, lambda: (randn(5, 4), randn(5)), "base grad nan inf big")

EXPECT = {'topic': 'training',
 'rewrites': ['R18'],
 'breaks': {30: 2, 31: 1},
 'gb': ['GB0088', 'GB0170'],
 'skips': 1,
 'graphs_per_call': 1,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-exception-type', 'finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
