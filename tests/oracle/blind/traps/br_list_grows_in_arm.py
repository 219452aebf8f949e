"""Beams that fell behind are dropped from the list that is stacked."""

import torch

from fxkit import randn, sweep


@torch.compile
def keep(beams, scores, margin):
    kept = []
    top = scores.max()
    for i, beam in enumerate(beams):
        if scores[i] < top - margin:
            continue
        kept.append(beam * 2.0)
    return torch.stack(kept)


def cases():
    make = lambda m: lambda: ([randn(2), randn(2, seed=1), randn(2, seed=2)], torch.tensor([0.5, -0.25, 0.75]), m)
    yield from sweep(keep, make(5.0), "base grad", tag="wide-")
    yield from sweep(keep, make(0.5), "base", tag="tight-")

EXPECT = {'topic': 'sampling',
 'verdict': 'any correct rewrite',
 'obligations': ['O3'],
 'breaks': {13: 1},
 'gb': ['GB0170', 'GB7000'],
 'naive_differs_in': ['shape'],
 'unsafe': []}
