"""Both arms call the same function; a keyword argument differs."""

import torch
import torch.nn.functional as F

from fxkit import randn, sweep


@torch.compile
def modulate(x, shift_a, shift_b):
    x = x * 0.5
    if x.amax() > 0.5:
        y = F.layer_norm(x, (4,), bias=shift_a)
    else:
        y = F.layer_norm(x, (4,), bias=shift_b)
    return y.tanh()


def cases():
    yield from sweep(modulate, lambda: (randn(3, 4), randn(4), randn(4, seed=2)), "base small pos neg nan inf half f64 grad small+grad pos+grad neg+grad")

EXPECT = {'topic': 'norm',
 'rewrites': ['R11'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['grad-none-zero'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
