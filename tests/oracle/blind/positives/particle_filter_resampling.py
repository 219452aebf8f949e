"""Bootstrap particle filter step: weights, effective sample size, systematic resampling when it degenerates."""

import torch

from fxkit import build, randn


def systematic_indices(weights, offset):
    n = weights.shape[-1]
    positions = (torch.arange(n, dtype=weights.dtype, device=weights.device) + offset) / n
    cdf = weights.cumsum(-1)
    cdf[-1] = 1.0  # guard against round-off
    return torch.searchsorted(cdf, positions).clamp(max=n - 1)


class BootstrapFilter:
    """Random walk state, gaussian observation of the first coordinate."""

    def __init__(self, num_particles=8, dim=2, obs_std=0.5, ess_threshold=0.5):
        self.obs_std = obs_std
        self.ess_threshold = ess_threshold
        self.particles = randn(num_particles, dim)
        self.log_weights = torch.zeros(num_particles)
        self.num_resamples = torch.zeros((), dtype=torch.long)
        self.log_evidence = torch.zeros(())

    def step(self, observation, noise, offset):
        n = self.particles.shape[0]
        self.particles = self.particles + 0.1 * noise
        log_lik = -0.5 * ((observation - self.particles[:, 0]) / self.obs_std) ** 2
        self.log_weights = self.log_weights + log_lik
        log_norm = torch.logsumexp(self.log_weights, 0)
        self.log_evidence = self.log_evidence + log_norm
        self.log_weights = self.log_weights - log_norm
        weights = self.log_weights.exp()

        ess = 1.0 / weights.pow(2).sum()
        if ess < self.ess_threshold * n:
            idx = systematic_indices(weights, offset)
            self.particles = self.particles[idx]
            self.log_weights = torch.full_like(self.log_weights, 1.0 / n).log()
            self.num_resamples += 1
        estimate = (self.log_weights.exp().unsqueeze(-1) * self.particles).sum(0)
        return estimate, ess


def load(threshold=0.5):
    return torch.compile(BootstrapFilter(ess_threshold=threshold).step)


def cases():
    yield from build(load, lambda: (torch.tensor(0.3), randn(8, 2, seed=1), torch.tensor(0.4)), "base nan inf")
    yield from build(load, lambda: (torch.tensor(6.0), randn(8, 2, seed=1), torch.tensor(0.9)), "base", tag="outlier-")
    yield from build(lambda: load(0.0), lambda: (torch.tensor(6.0), randn(8, 2, seed=1), torch.tensor(0.1)), "base", tag="never-")
    yield from build(lambda: load(1.1), lambda: (torch.tensor(-0.2), randn(8, 2, seed=1), torch.tensor(0.1)), "base", tag="always-")


EXPECT = {'topic': 'probabilistic',
 'rewrites': [],
 'breaks': {38: 2},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'requires-grad']}
