"""Covariances of tracks that were lost may be indefinite; only live ones are factorised."""

import torch

from fxkit import randn, sweep


def whiten(cov):
    factor = torch.linalg.cholesky(cov)
    return torch.linalg.inv(factor)


@torch.compile
def precision_roots(cov, live):
    out = torch.eye(cov.shape[-1]).repeat(cov.shape[0], 1, 1)
    out[live] = whiten(cov[live])
    return out


def tracks(broken):
    a = randn(5, 3, 3)
    cov = a @ a.mT + 0.5 * torch.eye(3)
    live = torch.tensor([True, True, False, True, False])
    if broken:
        cov[~live] = -torch.eye(3)
    return cov, live


def cases():
    yield from sweep(precision_roots, lambda: tracks(False), "base", tag="sound-")
    yield from sweep(precision_roots, lambda: tracks(True), "base", tag="lost-")

EXPECT = {'topic': 'linalg',
 'verdict': 'any correct rewrite',
 'obligations': ['R32', 'O4'],
 'breaks': {16: 1},
 'gb': ['GB0036'],
 'naive_differs_in': ['exception', 'type'],
 'unsafe': []}
