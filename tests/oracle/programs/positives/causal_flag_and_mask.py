"""Two static tests stand before the tensor test of an additive mask."""

from typing import Optional

import torch

from fxkit import bools, randn, sweep


def additive(scores: torch.Tensor, mask: Optional[torch.Tensor], causal: bool) -> torch.Tensor:
    if mask is not None and not causal and (mask == 0).any():
        scores = scores.masked_fill(mask == 0, -10000.0)
    return scores


@torch.compile
def scores_with_mask(q, k, mask=None, causal=False):
    scores = (q @ k.transpose(-2, -1)) * 0.5
    return additive(scores, mask, causal) + 1.0


def cases():
    yield from sweep(scores_with_mask, lambda: (randn(3, 4), randn(3, 4, seed=1), bools(3, 3)), "base true nan inf half f64 grad true+grad nan+grad")
    yield from sweep(scores_with_mask, lambda: (randn(3, 4), randn(3, 4, seed=1), bools(3, 3)), "base", {"causal": True}, tag="causal-")
    yield from sweep(scores_with_mask, lambda: (randn(3, 4), randn(3, 4, seed=1)), "base grad", tag="nomask-")

EXPECT = {'topic': 'attention',
 'rewrites': ['R5', 'R15'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
