"""The limits come from a frozen dataclass."""

import dataclasses

import torch

from fxkit import randn, sweep


@dataclasses.dataclass(frozen=True)
class Limits:
    clip: float = 0.2
    target_kl: float = 0.3


@torch.compile
def surrogate(ratio, adv, limits):
    kl = (ratio - 1.0).abs().mean()
    obj = ratio * adv
    if kl > limits.target_kl:
        obj = ratio.clamp(1.0 - limits.clip, 1.0 + limits.clip) * adv
    return -obj.mean(), kl


def cases():
    yield from sweep(surrogate, lambda: (randn(5), randn(5, seed=1), Limits()), "base ones nan zero half f64 grad ones+grad")
    yield from sweep(surrogate, lambda: (randn(5), randn(5, seed=1), Limits(target_kl=9.0)), "base grad", tag="loose-")

EXPECT = {'topic': 'rl',
 'rewrites': ['R2'],
 'breaks': {20: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
