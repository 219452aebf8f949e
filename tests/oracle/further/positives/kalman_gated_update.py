"""A constant velocity track is corrected by a measurement only inside the gate."""

import torch

from fxkit import rand, randn, sweep


def predict(mean, cov, motion, noise):
    return motion @ mean, motion @ cov @ motion.T + noise


@torch.compile
@torch.no_grad()
def track_step(mean, cov, z, gate=9.0):
    motion = torch.eye(4) + torch.diag(torch.ones(2), 2)
    mean, cov = predict(mean, cov, motion, noise=0.1 * torch.eye(4))
    innovation = z - mean[:2]
    s = torch.diagonal(cov)[:2] + 0.5
    distance = (innovation * innovation / s).sum()
    if distance < gate:
        gain = cov[:, :2] / s
        mean = mean + gain @ innovation
        cov = cov - gain @ cov[:2]
        hit = torch.ones(())
    else:
        cov = cov * 1.2
        hit = torch.zeros(())
    return mean, cov, hit


def cases():
    args = lambda: (randn(4) * 0.1, torch.eye(4), randn(2, seed=2) * 0.1)
    yield from sweep(track_step, args, "base nan")
    yield from sweep(track_step, lambda: (randn(4), torch.eye(4), torch.tensor([40.0, -3.0])), "base inf", tag="far-")


EXPECT = {'topic': 'tracking',
 'rewrites': ['R1', 'R3'],
 'breaks': {20: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
