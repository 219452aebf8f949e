"""A differentiable particle filter resamples when its effective sample size is small."""

import torch
import torch.nn as nn

from fxkit import build, rand, randn


def systematic_resample(weights, u):
    """Indices by one uniform offset in [0, 1)."""
    n = weights.size(0)
    positions = (torch.arange(n, dtype=weights.dtype) + u) / n
    cumulative = torch.cumsum(weights, dim=0)
    return torch.searchsorted(cumulative, positions).clamp(max=n - 1)


class ParticleFilter(nn.Module):
    def __init__(self, state_dim=2, hidden=8, threshold=0.5):
        super().__init__()
        self.motion = nn.Linear(state_dim, state_dim)
        self.likelihood = nn.Sequential(nn.Linear(2 * state_dim, hidden), nn.Tanh(), nn.Linear(hidden, 1))
        self.threshold = threshold

    def forward(self, particles, log_weights, observation, noise, u):
        particles = particles + 0.1 * torch.tanh(self.motion(particles)) + noise
        obs = observation.expand_as(particles)
        log_weights = log_weights + self.likelihood(torch.cat([particles, obs], dim=-1)).squeeze(-1)
        log_weights = log_weights - torch.logsumexp(log_weights, dim=0)
        weights = log_weights.exp()
        estimate = (weights.unsqueeze(-1) * particles).sum(dim=0)

        # effective sample size
        ess = 1.0 / (weights**2).sum()
        if ess < self.threshold * particles.size(0):
            index = systematic_resample(weights, u)
            particles = particles[index]
            log_weights = torch.full_like(log_weights, -torch.tensor(float(len(index))).log())
        return estimate, particles, log_weights


def load():
    return torch.compile(ParticleFilter())


def flat():
    return randn(8, 2), torch.zeros(8), randn(2), 0.1 * randn(8, 2, seed=1), rand(1)


def peaked():
    args = flat()
    return args[0], torch.tensor([9.0] + [0.0] * 7), *args[2:]


def cases():
    yield from build(load, flat, "base grad")
    yield from build(load, peaked, "base grad", tag="peaked-")

EXPECT = {'topic': 'robotics',
 'kind': 'branch',
 'rewrites': [],
 'breaks': {34: 2},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['grad-none-zero'],
 'unsafe': ['finite-grad',
            'fresh-result',
            'grad-none-zero',
            'number-tensor',
            'requires-grad']}
