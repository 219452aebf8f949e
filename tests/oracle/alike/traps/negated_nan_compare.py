"""not (kl > limit) is not kl <= limit."""

import torch

from fxkit import rand, randn, sweep


@torch.compile
def go_on(policy, kl, limit):
    out = policy * 1.0
    if not (kl.mean() > limit):
        out = out + 1.0
    return out


def cases():
    yield from sweep(go_on, lambda: (randn(3), rand(2), 0.5), "base")
    yield from sweep(go_on, lambda: (randn(3), rand(2) + 1.0, 0.5), "base", tag="high-")
    yield from sweep(go_on, lambda: (randn(3), torch.tensor([0.1, float("nan")]), 0.5), "base", tag="nankl-")

EXPECT = {'topic': 'rl',
 'verdict': 'any correct rewrite',
 'obligations': ['R2'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['values'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
