"""PPO minibatch loss of rsl_rl with the learning rate that follows the KL divergence."""

import torch
from torch import nn

from fxkit import build, rand, randn


class PPO(nn.Module):
    def __init__(self, num_obs=5, num_actions=2, desired_kl=0.01, schedule="adaptive", learning_rate=1e-3):
        super().__init__()
        self.actor = nn.Linear(num_obs, num_actions)
        self.std = nn.Parameter(torch.ones(num_actions))
        self.desired_kl = desired_kl
        self.schedule = schedule
        self.learning_rate = learning_rate
        self.clip_param = 0.2
        self.entropy_coef = 0.01

    def log_prob(self, mu, sigma, actions):
        return (-((actions - mu) ** 2) / (2 * sigma**2) - sigma.log() - 0.9189385).sum(-1)

    def forward(self, obs_batch, actions_batch, advantages_batch, old_mu_batch, old_sigma_batch):
        mu_batch = self.actor(obs_batch)
        sigma_batch = self.std.expand_as(mu_batch)

        # KL
        if self.desired_kl is not None and self.schedule == "adaptive":
            with torch.no_grad():
                kl = torch.sum(
                    torch.log(sigma_batch / old_sigma_batch + 1.0e-5)
                    + (torch.square(old_sigma_batch) + torch.square(old_mu_batch - mu_batch))
                    / (2.0 * torch.square(sigma_batch))
                    - 0.5,
                    axis=-1,
                )
                kl_mean = torch.mean(kl)

                if kl_mean > self.desired_kl * 2.0:
                    self.learning_rate = max(1e-5, self.learning_rate / 1.5)
                elif kl_mean < self.desired_kl / 2.0 and kl_mean > 0.0:
                    self.learning_rate = min(1e-2, self.learning_rate * 1.5)

        # Surrogate loss
        log_prob = self.log_prob(mu_batch, sigma_batch, actions_batch)
        old_log_prob = self.log_prob(old_mu_batch, old_sigma_batch, actions_batch)
        ratio = torch.exp(log_prob - old_log_prob)
        surrogate = -advantages_batch * ratio
        surrogate_clipped = -advantages_batch * torch.clamp(ratio, 1.0 - self.clip_param, 1.0 + self.clip_param)
        entropy = (0.5 + 0.9189385 + sigma_batch.log()).sum(-1).mean()
        return torch.max(surrogate, surrogate_clipped).mean() - self.entropy_coef * entropy


def load(learning_rate=1e-3):
    return torch.compile(PPO(learning_rate=learning_rate))


def batch(spread=1.0, mu=None):
    obs = randn(6, 5)
    old_mu = randn(6, 2, seed=2) if mu is None else mu
    return obs, randn(6, 2, seed=1), randn(6), old_mu, torch.full((6, 2), spread)


def near():
    torch.manual_seed(3)
    return batch(1.0, PPO().actor(randn(6, 5)).detach() + 0.02)


def cases():
    yield from build(load, batch, "base grad nan")
    yield from build(load, near, "base", tag="near-")
    yield from build(lambda: load(2e-5), batch, "base", tag="floor-")
    yield from build(lambda: load(9e-3), near, "base", tag="ceiling-")


EXPECT = {'topic': 'rl',
 'rewrites': [],
 'breaks': {39: 2, 41: 2},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad']}
