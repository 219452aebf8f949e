"""Model evidence from a product of likelihoods, floored below what single precision can hold."""

import math

import torch

from fxkit import rand, sweep


class Evidence:
    floor = 1e-300

    @classmethod
    def log(cls, p):
        return math.log(max(p.item(), cls.floor))


@torch.compile
def model_evidence(likelihoods, prior):
    """likelihoods: (models, observations)"""
    evidence = likelihoods.prod(dim=-1)
    posterior = prior * evidence
    return posterior / posterior.sum().clamp(min=1e-30), [Evidence.log(e) for e in evidence]


def cases():
    yield from sweep(model_evidence, lambda: (rand(2, 5), rand(2)), "base")
    yield from sweep(model_evidence, lambda: (rand(2, 5) * 1e-15, rand(2)), "base zero", tag="tiny-")

EXPECT = {'topic': 'probabilistic',
 'verdict': 'any correct rewrite',
 'obligations': [],
 'breaks': {15: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['type'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history',
            'compiled-exception-type']}
