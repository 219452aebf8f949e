"""Importance sampling of diffusion timesteps by the history of their losses (guided-diffusion's resampler)."""

import torch
from torch import nn

from fxkit import build, ints, rand


class LossSecondMomentResampler(nn.Module):
    def __init__(self, num_timesteps=4, history_per_term=2, uniform_prob=0.001):
        super().__init__()
        self.history_per_term = history_per_term
        self.uniform_prob = uniform_prob
        self.register_buffer("_loss_history", torch.zeros(num_timesteps, history_per_term))
        self.register_buffer("_loss_counts", torch.zeros(num_timesteps, dtype=torch.long))

    def weights(self):
        if not self._warmed_up():
            return torch.ones(self._loss_counts.shape[0])
        weights = torch.sqrt(torch.mean(self._loss_history**2, dim=-1))
        weights = weights / torch.sum(weights)
        weights = weights * (1 - self.uniform_prob)
        weights = weights + self.uniform_prob / len(weights)
        return weights

    def update_with_all_losses(self, ts, losses):
        for t, loss in zip(ts, losses):
            if self._loss_counts[t] == self.history_per_term:
                # Shift out the oldest loss term.
                self._loss_history[t, :-1] = self._loss_history[t, 1:].clone()
                self._loss_history[t, -1] = loss
            else:
                self._loss_history[t, self._loss_counts[t]] = loss
                self._loss_counts[t] += 1

    def _warmed_up(self):
        return (self._loss_counts == self.history_per_term).all()

    @torch.no_grad()
    def forward(self, ts, losses):
        self.update_with_all_losses(ts, losses)
        w = self.weights()
        p = w / torch.sum(w)
        return p, 1 / (len(p) * p[ts])


def load(warm=False):
    sampler = LossSecondMomentResampler()
    if warm:
        sampler._loss_history.copy_(rand(4, 2, seed=9))
        sampler._loss_counts.fill_(2)
    return torch.compile(sampler)


def cases():
    yield from build(load, lambda: (torch.tensor([0, 1, 1, 3]), rand(4)), "base zero nan")
    yield from build(load, lambda: (torch.arange(4), rand(4)), "base f64", tag="covering-")
    yield from build(lambda: load(True), lambda: (ints(0, 4, 3), rand(3) * 5), "base", tag="warm-")


EXPECT = {'topic': 'diffusion',
 'rewrites': [],
 'breaks': {18: 1, 28: 4},
 'gb': ['GB0033', 'GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'requires-grad']}
