"""sys.stdout.write, a print with sep and end."""

import sys

import torch

from fxkit import ints, randn, sweep


@torch.compile
def embed(ids, table):
    sys.stdout.write("ids ")
    print(*ids.shape, sep="x", end=";")
    vec = table[ids]
    print(" dim", vec.shape[-1])
    return vec * 2.0


def cases():
    yield from sweep(embed, lambda: (ints(0, 4, 2, 3), randn(4, 2)), "base nan f64 grad")

EXPECT = {'topic': 'tokenizer',
 'rewrites': ['R36'],
 'breaks': {12: 1, 13: 1, 15: 1},
 'gb': ['GB0059', 'GB0156'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-silent', 'log-site']}
