"""Dynamic loss scaling: unscale, skip on overflow, grow after a while."""

import torch
import torch.nn as nn

from fxkit import randn


class DynamicLossScaler(nn.Module):
    def __init__(self, init_scale=2.0**8, growth_factor=2.0, backoff_factor=0.5, growth_interval=2):
        super().__init__()
        self.growth_factor = growth_factor
        self.backoff_factor = backoff_factor
        self.growth_interval = growth_interval
        self.register_buffer("scale", torch.tensor(init_scale))
        self.register_buffer("growth_tracker", torch.zeros((), dtype=torch.int32))

    @torch.no_grad()
    def unscale_(self, grads):
        inv = 1.0 / self.scale
        found_inf = torch.zeros((), dtype=torch.bool)
        for g in grads:
            found_inf = found_inf | ~torch.isfinite(g).all()
            g.mul_(inv)
        return found_inf

    @torch.no_grad()
    def step(self, params, grads, lr):
        found_inf = self.unscale_(grads)
        if not found_inf:
            for p, g in zip(params, grads):
                p.sub_(lr * g)
        self.update(found_inf)
        return found_inf

    def update(self, found_inf):
        if found_inf:
            self.scale *= self.backoff_factor
            self.growth_tracker.zero_()
        else:
            self.growth_tracker += 1
            if self.growth_tracker == self.growth_interval:
                self.scale *= self.growth_factor
                self.growth_tracker.zero_()


def cases():
    def case(poison):
        def make():
            params = [randn(3, 2), randn(2)]
            grads = [randn(3, 2, seed=1) * 256, randn(2, seed=1) * 256]
            if poison is not None:
                grads[1][0] = poison
            return torch.compile(DynamicLossScaler().step), (params, grads, 0.1), {}

        return make

    yield "finite", case(None)
    yield "overflow", case(float("inf"))
    yield "nan", case(float("nan"))


EXPECT = {'topic': 'training',
 'rewrites': ['R2', 'R4', 'R9'],
 'breaks': {-1: 2, 30: 1, 37: 2, 42: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 5,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
