"""A conditional expression chooses the function that is called next."""

import torch
import torch.nn.functional as F

from fxkit import randn, sweep


@torch.compile
def activate(x, bias):
    z = x + bias
    act = torch.relu if z.mean() > 0 else F.hardtanh
    y = act(z)
    return y * 2.0


def cases():
    yield from sweep(activate, lambda: (randn(5), 0.25), "base pos neg nan inf zero half f64 grad nan+grad inf+grad ninf+grad neg+grad pos+grad")

EXPECT = {'topic': 'norm',
 'rewrites': ['R1', 'R11'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
