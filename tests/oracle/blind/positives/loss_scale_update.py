"""Dynamic loss scaling on a flat gradient buffer, as mixed-precision optimizers do it."""

import torch
from torch import Tensor, nn

from fxkit import build, randn


class DynamicLossScaler(nn.Module):
    """Backs off on overflow and grows after a number of clean steps."""

    def __init__(self, init_scale=2.0**8, growth=2.0, backoff=0.5, growth_interval=2, min_scale=1.0):
        super().__init__()
        self.growth, self.backoff = growth, backoff
        self.growth_interval, self.min_scale = growth_interval, min_scale
        self.register_buffer("scale", torch.tensor(float(init_scale)))
        self.register_buffer("growth_tracker", torch.tensor(0, dtype=torch.int32))

    @torch.no_grad()
    def update(self, found_inf: Tensor) -> None:
        if found_inf:
            self.scale.mul_(self.backoff).clamp_(min=self.min_scale)
            self.growth_tracker.zero_()
        else:
            self.growth_tracker.add_(1)
            ready = self.growth_tracker >= self.growth_interval
            self.scale.copy_(torch.where(ready, self.scale * self.growth, self.scale))
            self.growth_tracker.copy_(torch.where(ready, 0, self.growth_tracker))


class FlatSGD(nn.Module):
    def __init__(self, numel: int, lr=0.1, momentum=0.9, **scaler):
        super().__init__()
        self.lr, self.momentum = lr, momentum
        self.register_buffer("master", torch.linspace(-1.0, 1.0, numel))
        self.register_buffer("velocity", torch.zeros(numel))
        self.scaler = DynamicLossScaler(**scaler)

    @torch.no_grad()
    def forward(self, flat_grad: Tensor) -> Tensor:
        """flat_grad is scaled by ``scaler.scale``; the weights stay as they are on overflow."""
        found_inf = ~torch.isfinite(flat_grad).all()
        grad = flat_grad.float() / self.scaler.scale
        velocity = self.velocity * self.momentum + grad
        self.velocity.copy_(torch.where(found_inf, self.velocity, velocity))
        self.master.sub_(self.lr * self.velocity * ~found_inf)
        self.scaler.update(found_inf)
        return grad.norm()


def make(n=6, **kw):
    return torch.compile(FlatSGD(n, **kw))


def cases():
    yield from build(make, lambda: (randn(6) * 100,), "base nan inf half")
    yield from build(lambda: make(growth_interval=1), lambda: (randn(6),), "base", tag="grow-")
    yield from build(lambda: make(init_scale=1.5), lambda: (randn(6),), "base ninf", tag="floor-")

EXPECT = {'topic': 'mixed precision',
 'rewrites': [],
 'breaks': {21: 5},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result']}
