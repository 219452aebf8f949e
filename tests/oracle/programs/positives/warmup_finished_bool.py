"""bool() around the test whether the warm-up has finished; the step count is a tensor."""

import torch

from fxkit import randn, sweep


WARMUP = 4


@torch.compile
def lr_factor(step, base):
    base = base.float()
    finished = bool(step >= WARMUP)
    ramp = base * (step.float() + 1.0) / WARMUP
    decayed = ramp * 0.5
    factor = decayed if finished else ramp
    return factor.clamp(max=1.0)


def cases():
    yield from sweep(lr_factor, lambda: (torch.tensor(2), randn(3)), "base nan inf half f64 grad nan+grad")
    yield from sweep(lr_factor, lambda: (torch.tensor(7), randn(3)), "base nan half", tag="after-")

EXPECT = {'topic': 'scheduler',
 'rewrites': ['R22', 'R1'],
 'breaks': {14: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'requires-grad']}
