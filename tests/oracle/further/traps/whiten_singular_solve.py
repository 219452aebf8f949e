"""Whitening solves with the covariance only when it is well conditioned; the solver raises otherwise."""

import torch

from fxkit import randn, sweep


def covariance(x):
    centred = x - x.mean(0)
    return centred.t() @ centred


@torch.compile
@torch.no_grad()
def whiten(x):
    cov = covariance(x)
    spread = torch.diagonal(cov).prod()
    if spread > 1e-6:
        inverse = torch.linalg.inv(cov)
        out = x @ inverse
    else:
        out = x - x.mean(0)
    return out


def cases():
    yield from sweep(whiten, lambda: (randn(6, 3),), "base zero ones")


EXPECT = {'topic': 'statistics',
 'verdict': 'decline',
 'obligations': ['O4'],
 'breaks': {18: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['exception', 'grad_mode', 'type'],
 'unsafe': []}
