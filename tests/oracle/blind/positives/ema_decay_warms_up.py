"""Averaged weights of a latent diffusion model: the decay grows with the number of updates in a buffer."""

import torch
from torch import nn

from fxkit import build, randn


class LitEma(nn.Module):
    def __init__(self, model, decay=0.99, use_num_updates=True):
        super().__init__()
        self.register_buffer("decay", torch.tensor(decay, dtype=torch.float32))
        self.register_buffer("num_updates", torch.tensor(0 if use_num_updates else -1, dtype=torch.int))
        self.register_buffer("shadow", model.weight.clone().detach())

    def forward(self, model):
        decay = self.decay
        if self.num_updates >= 0:
            self.num_updates += 1
            decay = min(self.decay, (1 + self.num_updates) / (10 + self.num_updates))
        one_minus_decay = 1.0 - decay
        with torch.no_grad():
            self.shadow.sub_(one_minus_decay * (self.shadow - model.weight))


class FirstStage(nn.Module):
    def __init__(self, use_num_updates=True):
        super().__init__()
        self.model = nn.Linear(4, 2)
        self.model_ema = LitEma(self.model, use_num_updates=use_num_updates)

    def forward(self, x):
        y = self.model(x)
        self.model_ema(self.model)
        return y, (x @ self.model_ema.shadow.t() - y).abs().mean()


def load():
    return torch.compile(FirstStage())


def cases():
    yield from build(load, lambda: (randn(3, 4),), "base grad")
    yield from build(lambda: torch.compile(FirstStage(False)), lambda: (randn(3, 4),), "base", tag="fixed-")

EXPECT = {'topic': 'diffusion',
 'kind': 'branch',
 'rewrites': [],
 'breaks': {18: 2},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': ['close'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
