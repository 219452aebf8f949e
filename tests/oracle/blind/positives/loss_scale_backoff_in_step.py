"""Half precision training by hand: the update is skipped and the scale is halved when a gradient overflowed."""

from dataclasses import dataclass

import torch
from torch import nn

from fxkit import build, randn


@dataclass
class ScalerConfig:
    init_scale: float = 1024.0
    growth_factor: float = 2.0
    backoff_factor: float = 0.5
    growth_interval: int = 2


class ScaledRegression(nn.Module):
    def __init__(self, cfg: ScalerConfig = ScalerConfig(), lr=0.05):
        super().__init__()
        self.cfg = cfg
        self.lr = lr
        self.register_buffer("weight", torch.randn(4, 2) * 0.1)
        self.register_buffer("scale", torch.tensor(cfg.init_scale))
        self.register_buffer("good_steps", torch.zeros((), dtype=torch.int32))

    def unscaled_grad(self, x, y):
        err = x @ self.weight - y
        grad = (x.t() @ (err * self.scale)).half().float()
        return grad / self.scale, err.square().mean()

    def _update_scale(self, finite):
        if finite:
            self.good_steps += 1
            if self.good_steps == self.cfg.growth_interval:
                self.scale *= self.cfg.growth_factor
                self.good_steps.zero_()
        else:
            self.scale *= self.cfg.backoff_factor
            self.good_steps.zero_()

    @torch.no_grad()
    def forward(self, x, y):
        grad, loss = self.unscaled_grad(x, y)
        finite = torch.isfinite(grad).all()
        if finite:
            self.weight -= self.lr * grad
        self._update_scale(finite)
        return loss, self.scale.clone()


def load():
    return torch.compile(ScaledRegression())


def cases():
    yield from build(load, lambda: (randn(6, 4), randn(6, 2)), "base nan")
    yield from build(load, lambda: (40 * randn(6, 4), 30 * randn(6, 2)), "base", tag="overflow-")

EXPECT = {'topic': 'training utilities',
 'kind': 'branch with state',
 'rewrites': [],
 'breaks': {34: 2, 36: 1, 47: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 6,
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
