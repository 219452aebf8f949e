"""The line is printed even when the look-up behind it fails."""

import torch

from fxkit import randn, sweep


@torch.compile
def rescale(logits, table, key):
    y = logits * 2.0
    print("temperature for", key)
    temperature = table[key]
    return y * temperature


def cases():
    yield from sweep(rescale, lambda: (randn(4), {"greedy": 0.5}, "greedy"), "base")
    yield from sweep(rescale, lambda: (randn(4), {"greedy": 0.5}, "beam"), "base", tag="missing-")

EXPECT = {'topic': 'generation',
 'verdict': 'any correct rewrite',
 'obligations': ['R36'],
 'breaks': {11: 1, 12: 1},
 'gb': ['GB0059', 'GB0088'],
 'naive_differs_in': ['events'],
 'unsafe': ['compiled-silent']}
