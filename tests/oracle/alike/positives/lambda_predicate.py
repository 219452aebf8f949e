"""The test is a lambda held in a module-level dictionary."""

import torch

from fxkit import randn, sweep


RULES = {
    "peaky": lambda p: p.amax() > 0.7,
    "flat": lambda p: (p.amax() - p.amin()) < 0.2,
}


@torch.compile
def route(gates, rule):
    p = gates.softmax(-1)
    if RULES[rule](p):
        p = p * 0.5 + 0.5 / p.shape[-1]
    return p


def cases():
    yield from sweep(route, lambda: (randn(2, 3), "peaky"), "base small big nan half f64 grad", tag="peaky-")
    yield from sweep(route, lambda: (randn(2, 3), "flat"), "base small grad", tag="flat-")

EXPECT = {'topic': 'moe',
 'rewrites': ['R2'],
 'breaks': {17: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
