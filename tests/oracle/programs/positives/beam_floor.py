"""Beam scores are lifted when the worst one falls below a floor."""

import torch

from fxkit import randn, sweep


@torch.compile
def advance(state, logp, *, floor=-2.0):
    scores = state["scores"] + logp
    if scores.min() < floor:
        scores = scores - floor * 0.5
    return {"scores": scores, "alive": state["alive"]}


def cases():
    yield from sweep(advance, lambda: ({"scores": randn(2, 4), "alive": 3}, randn(2, 4, seed=1)), "base pos neg big nan inf zero half f64 grad pos+grad nan+grad inf+grad ninf+grad neg+grad")
    yield from sweep(advance, lambda: ({"scores": randn(2, 4), "alive": 3}, randn(2, 4, seed=1)), "base half", kwargs={"floor": -9.0}, tag="deep-")

EXPECT = {'topic': 'generation',
 'rewrites': ['R2'],
 'breaks': {11: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
