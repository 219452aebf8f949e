"""Loss scaler of a fused trainer: unscale, detect overflow, update the scale on the device."""

import torch

from fxkit import randn


class DynamicLossScaler:
    def __init__(self, init_scale=8.0, growth_factor=2.0, backoff_factor=0.5, growth_interval=2):
        self._scale = torch.tensor(init_scale)
        self._growth_tracker = torch.zeros((), dtype=torch.int32)
        self.growth_factor = growth_factor
        self.backoff_factor = backoff_factor
        self.growth_interval = growth_interval

    def found_inf(self, grads):
        return torch.stack([(~torch.isfinite(g)).any() for g in grads]).any()

    def update(self, found_inf):
        if found_inf.item():
            self._scale.mul_(self.backoff_factor)
            self._growth_tracker.zero_()
        else:
            self._growth_tracker.add_(1)
            if self._growth_tracker == self.growth_interval:
                self._scale.mul_(self.growth_factor)
                self._growth_tracker.zero_()

    @torch.compile
    @torch.no_grad()
    def step(self, grads):
        inv = 1.0 / self._scale
        unscaled = [g * inv for g in grads]
        self.update(self.found_inf(unscaled))
        return unscaled, self._scale.clone(), self._growth_tracker.clone()


def case(seed, poison=None):
    def make():
        grads = [randn(3, seed=seed), randn(2, 2, seed=seed)]
        if poison is not None:
            grads[1][0, 1] = poison
        return DynamicLossScaler().step, (grads,), {}

    return make


def cases():
    yield "base", case(0)
    yield "inf", case(1, float("inf"))
    yield "nan", case(2, float("nan"))
    yield "other", case(5)

EXPECT = {'topic': 'mixed precision',
 'rewrites': [],
 'breaks': {20: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'number-tensor']}
