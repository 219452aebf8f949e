"""Entropy terms of the probabilities that are not zero."""

import torch

from fxkit import rand, sweep


@torch.compile
def entropy_terms(p):
    some = p > 0
    terms = torch.zeros_like(p)
    terms[some] = -p[some] * p[some].log()
    return terms


def sparse():
    p = rand(5)
    p[1] = 0.0
    return (p,)


def cases():
    yield from sweep(entropy_terms, lambda: (rand(5),), "base grad")
    yield from sweep(entropy_terms, sparse, "base grad", tag="sparse-")

EXPECT = {'topic': 'metrics',
 'verdict': 'any correct rewrite',
 'obligations': ['O9', 'R32'],
 'breaks': {12: 1},
 'gb': ['GB0036'],
 'naive_differs_in': ['nan positions'],
 'unsafe': []}
