"""Dynamic loss scaling: half the scale after an overflow, twice the scale after enough good steps."""

import torch
from torch import nn

from fxkit import build, randn


class DynamicScaler(nn.Module):
    def __init__(self, scale=16.0, growth_interval=2, factor=2.0):
        super().__init__()
        self.register_buffer("scale", torch.tensor(scale))
        self.register_buffer("good_steps", torch.tensor(0))
        self.growth_interval = growth_interval
        self.factor = factor

    def update(self, found_inf):
        if found_inf:
            self.scale.div_(self.factor)
            self.good_steps.zero_()
        else:
            self.good_steps.add_(1)
            if self.good_steps >= self.growth_interval:
                self.scale.mul_(self.factor)
                self.good_steps.zero_()

    @torch.no_grad()
    def forward(self, grads):
        found_inf = torch.stack([(~torch.isfinite(g)).any() for g in grads]).any()
        unscaled = [g / self.scale for g in grads]
        self.update(found_inf)
        return [torch.where(found_inf, torch.zeros_like(g), g) for g in unscaled]


def load():
    return torch.compile(DynamicScaler())


def cases():
    yield from build(load, lambda: ([randn(3), randn(2, 2)],), "base inf nan")

EXPECT = {'topic': 'training utilities',
 'kind': 'branch with state',
 'rewrites': [],
 'breaks': {18: 1, 23: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 5,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
