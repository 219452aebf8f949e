"""The branch sits in a with block."""

import torch

from fxkit import randn, sweep


@torch.compile
def observe(weight, qmax):
    with torch.no_grad():
        top = weight.abs().amax()
        step = top / qmax
        if step == 0:
            step = step + 1.0
    return torch.round(weight / step)


def cases():
    yield from sweep(observe, lambda: (randn(4, 2), 127.0), "base zero negzero small big nan inf half f64 grad zero+grad neg+grad pos+grad")

EXPECT = {'topic': 'quantisation',
 'rewrites': ['R2'],
 'breaks': {13: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
