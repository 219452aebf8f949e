"""Integer tensors in both arms."""

import torch

from fxkit import ints, sweep


@torch.compile
def bucket(labels, shift):
    ones = (labels == 1).sum()
    zeros = (labels == 0).sum()
    if ones >= zeros:
        code = labels * 3 + shift
    else:
        code = labels - ones
    return code, ones - zeros


def cases():
    yield from sweep(bucket, lambda: (ints(0, 2, 7), 2), "base empty")
    yield from sweep(bucket, lambda: (torch.ones(7, dtype=torch.int64), 2), "base", tag="ones-")
    yield from sweep(bucket, lambda: (torch.zeros(7, dtype=torch.int64), -5), "base", tag="zeros-")

EXPECT = {'topic': 'metrics',
 'rewrites': ['R1'],
 'breaks': {12: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
