"""Did the float32 total lose anything? Python compares an int with a float exactly."""

import torch

from fxkit import randn, sweep


@torch.compile
def audited(x, counts):
    exact = counts.sum().item()
    rough = counts.float().sum().item()
    drift = 0.0 if exact == rough else 1.0
    return x + drift


def cases():
    yield from sweep(audited, lambda: (randn(3), torch.tensor([3, 4])), "base grad", tag="few-")
    yield from sweep(audited, lambda: (randn(3), torch.tensor([16777216, 1])), "base", tag="many-")

EXPECT = {'topic': 'metrics',
 'verdict': 'any correct rewrite',
 'obligations': ['O13', 'O15'],
 'breaks': {10: 1, 11: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['values'],
 'unsafe': []}
