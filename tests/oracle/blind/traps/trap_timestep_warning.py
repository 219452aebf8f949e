"""Out of range timesteps are clamped with a warning."""

import warnings

import torch

from fxkit import randn, sweep

NUM_TIMESTEPS = 10


def check_timesteps(t):
    if t.max() >= NUM_TIMESTEPS or t.min() < 0:
        warnings.warn("timesteps outside of the schedule are clamped", UserWarning)
        t = t.clamp(0, NUM_TIMESTEPS - 1)
    return t


@torch.compile
def q_sample(x0, noise, t):
    t = check_timesteps(t)
    alpha = torch.linspace(0.99, 0.1, NUM_TIMESTEPS).gather(0, t)
    alpha = alpha.view(-1, 1)
    return alpha.sqrt() * x0 + (1 - alpha).sqrt() * noise


def cases():
    yield from sweep(q_sample, lambda: (randn(3, 4), randn(3, 4, seed=1), torch.tensor([0, 4, 9])), "base grad")
    yield from sweep(q_sample, lambda: (randn(3, 4), randn(3, 4, seed=1), torch.tensor([0, 4, 12])), "base", tag="over-")


EXPECT = {'topic': 'diffusion',
 'kind': 'warning_dropped',
 'verdict': 'any correct rewrite',
 'obligations': ['O3'],
 'breaks': {13: 1, 14: 1},
 'gb': ['GB0007', 'GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'naive_differs_in': ['events'],
 'unsafe': ['compiled-silent']}
