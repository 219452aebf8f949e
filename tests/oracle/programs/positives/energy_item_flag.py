"""A Python flag from a scalar read selects the step."""

import torch

from fxkit import randn, sweep


@torch.compile
def adapt(grad, rate=0.5):
    energy = grad.detach().pow(2).mean().item()
    calm = energy < 0.25
    step = grad * rate
    if calm:
        step = step * 2.0
    else:
        step = step.clamp(-1.0, 1.0)
    return step


def cases():
    yield from sweep(adapt, lambda: (randn(6),), "base small big nan inf zero half f64 grad small+grad nan+grad inf+grad ninf+grad")

EXPECT = {'topic': 'optimiser',
 'rewrites': ['R22', 'R1'],
 'breaks': {10: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-close', 'grad-none-zero', 'requires-grad']}
