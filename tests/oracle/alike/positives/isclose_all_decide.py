"""isclose(...).all() against a Python flag in the test."""

import torch

from fxkit import randn, sweep


@torch.compile
def resume(x, ref, *, strict):
    if strict and not torch.isclose(x, ref).all():
        out = ref * 1.0 - x * 0.0
    else:
        out = x * 1.0 + ref * 0.0
    return out


def cases():
    yield from sweep(resume, lambda: (randn(3), randn(3, seed=1)), "base nan inf half f64 grad nan+grad inf+grad", kwargs={"strict": True})
    yield from sweep(resume, lambda: (randn(3), randn(3)), "base grad", kwargs={"strict": True}, tag="same-")
    yield from sweep(resume, lambda: (randn(3), randn(3, seed=1)), "base", kwargs={"strict": False}, tag="loose-")

EXPECT = {'topic': 'scheduler',
 'rewrites': ['R20', 'R1'],
 'breaks': {10: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
