"""Each arm calls another small function of this file."""

import torch

from fxkit import randn, sweep


def narrow(t):
    return t.clamp(-1.0, 1.0)


def widen(t, gain):
    return t * gain - 0.5


@torch.compile
def calibrate(w):
    peak = w.detach().abs().amax()
    if peak > 1.0:
        q = narrow(w)
    else:
        q = widen(w, 4.0)
    return torch.round(q * 8.0) / 8.0


def cases():
    yield from sweep(calibrate, lambda: (randn(3, 4),), "base small big nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")
    yield from sweep(calibrate, lambda: (randn(3, 4) * 0.1,), "base half grad", tag="narrow-")

EXPECT = {'topic': 'quantisation',
 'rewrites': ['R1'],
 'breaks': {19: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
