"""math.floor gives an int, torch.floor a float tensor."""

import math

import torch

from fxkit import ints, sweep


@torch.compile
def bucket(ids, temp):
    k = math.floor(temp)
    return ids * k


def cases():
    yield from sweep(bucket, lambda: (ints(0, 5, 4), torch.tensor(2.75)), "base")

EXPECT = {'topic': 'sampler',
 'verdict': 'any correct rewrite',
 'obligations': ['R29', 'O8'],
 'breaks': {12: 1},
 'gb': ['GB0033'],
 'naive_differs_in': ['dtype'],
 'unsafe': ['close']}
