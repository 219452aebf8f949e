"""Learning rate and momentum of a step: linear warmup, then a half cosine."""

import math

import torch
from torch import nn

from fxkit import build


class WarmupCosine(nn.Module):
    def __init__(self, base_lr: float, warmup: int, total: int):
        super().__init__()
        self.base_lr = base_lr
        self.warmup = warmup
        self.total = total
        self.register_buffer("floor", torch.tensor(1e-4))

    def _cosine(self, done: torch.Tensor) -> torch.Tensor:
        return 0.5 * (1.0 + torch.cos(done * math.pi))

    @torch.no_grad()
    def forward(self, step: torch.Tensor, momentum: torch.Tensor):
        frac = step / self.total
        if step < self.warmup:
            ramp = (step + 1.0) / self.warmup
            lr = self.base_lr * ramp
            beta = momentum - 0.05 * ramp
        else:
            done = (frac - self.warmup / self.total).clamp(0.0, 1.0)
            lr = self.base_lr * self._cosine(done)
            beta = momentum + 0.0
        return {"lr": torch.maximum(lr, self.floor), "beta": beta}


def load():
    return torch.compile(WarmupCosine(0.1, 10, 100))


def cases():
    yield from build(load, lambda: (torch.tensor(3.0), torch.tensor(0.9)), "base nan")
    yield from build(load, lambda: (torch.tensor(42.0), torch.tensor(0.9)), "base inf", tag="decay-")


EXPECT = {'topic': 'optimiser',
 'rewrites': ['R1', 'R3'],
 'breaks': {25: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
