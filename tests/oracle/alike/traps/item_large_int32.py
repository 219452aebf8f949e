"""A Python int does not overflow, an int32 tensor does."""

import torch

from fxkit import randn, sweep


@torch.compile
def bucket(x, ids):
    key = ids.amax().item() * 100000
    if key > 0:
        x = x + 1.0
    return x * 2.0


def cases():
    yield from sweep(bucket, lambda: (randn(3), torch.tensor([1, 30000], dtype=torch.int32)), "base")
    yield from sweep(bucket, lambda: (randn(3), torch.tensor([-4, 2], dtype=torch.int32)), "base", tag="small-")

EXPECT = {'topic': 'tokenizer',
 'verdict': 'any correct rewrite',
 'obligations': ['R22'],
 'breaks': {10: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['values'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
