"""A tensor test inside a no_grad block."""

import torch

from fxkit import randn, sweep


@torch.compile
def ema_update(avg, w, decay):
    with torch.no_grad():
        new = avg * decay + w * (1.0 - decay)
        if (new - avg).abs().amax() > 0.5:
            new = (new + avg) * 0.5
    return new + w * 0.0


def cases():
    yield from sweep(ema_update, lambda: (randn(4), randn(4, seed=1), 0.5), "base zero big nan inf half f64 grad big+grad")
    yield from sweep(ema_update, lambda: (randn(4), randn(4), 0.9), "base grad", tag="same-")

EXPECT = {'topic': 'optimiser',
 'rewrites': ['R2'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
