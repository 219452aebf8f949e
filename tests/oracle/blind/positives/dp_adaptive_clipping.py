"""Differentially private step with an adaptive clipping bound (opacus' AdaClipDPOptimizer)."""

import math

import torch
from torch import nn

from fxkit import build, randn


class AdaClipDPOptimizer:
    def __init__(self, params, lr=0.1, noise_multiplier=0.5, max_grad_norm=1.0, target_unclipped_quantile=0.5,
                 clipbound_learning_rate=0.4, max_clipbound=1.5, min_clipbound=0.7):
        assert max_clipbound > min_clipbound, "max_clipbound must be larger than min_clipbound."
        self.params = params
        self.lr = lr
        self.noise_multiplier = noise_multiplier
        self.max_grad_norm = max_grad_norm
        self.target_unclipped_quantile = target_unclipped_quantile
        self.clipbound_learning_rate = clipbound_learning_rate
        self.max_clipbound, self.min_clipbound = max_clipbound, min_clipbound
        self.sample_size = 0
        self.unclipped_num = 0

    def zero_grad(self):
        self.sample_size = 0
        self.unclipped_num = 0

    def clip_and_accumulate(self, grad_samples):
        per_param_norms = [g.view(len(g), -1).norm(2, dim=-1) for g in grad_samples]
        per_sample_norms = torch.stack(per_param_norms, dim=1).norm(2, dim=1)
        per_sample_clip_factor = (self.max_grad_norm / (per_sample_norms + 1e-6)).clamp(max=1.0)

        # the two lines below are the only changes relative to the parent DPOptimizer class.
        self.sample_size += len(per_sample_clip_factor)
        self.unclipped_num += (per_sample_clip_factor == 1).sum().item()
        return [torch.einsum("i,i...", per_sample_clip_factor, g) for g in grad_samples]

    def update_max_grad_norm(self, count_noise):
        unclipped_frac = (self.unclipped_num + count_noise) / self.sample_size
        self.max_grad_norm = self.max_grad_norm * torch.exp(
            -self.clipbound_learning_rate * (unclipped_frac - self.target_unclipped_quantile)
        )
        if self.max_grad_norm > self.max_clipbound:
            self.max_grad_norm = self.max_clipbound
        elif self.max_grad_norm < self.min_clipbound:
            self.max_grad_norm = self.min_clipbound

    @torch.no_grad()
    def step(self, grad_samples, noises, count_noise):
        self.zero_grad()
        summed = self.clip_and_accumulate(grad_samples)
        for p, g, noise in zip(self.params, summed, noises):
            g = g + self.noise_multiplier * self.max_grad_norm * noise
            p.add_(g / self.sample_size, alpha=-self.lr)
        self.update_max_grad_norm(count_noise)
        return self.max_grad_norm


def load(max_grad_norm=1.0):
    net = nn.Linear(3, 2)
    return torch.compile(AdaClipDPOptimizer(list(net.parameters()), max_grad_norm=max_grad_norm).step)


def batch(scale=1.0, n=5):
    grads = [randn(n, 2, 3) * scale, randn(n, 2) * scale]
    return grads, [randn(2, 3, seed=1), randn(2, seed=2)], randn(1).squeeze() / math.sqrt(n)


def cases():
    yield from build(load, batch, "base zero")
    yield from build(load, lambda: batch(9.0), "base", tag="steep-")
    yield from build(load, lambda: batch(0.1, 4), "base", tag="flat-")


EXPECT = {'topic': 'privacy',
 'rewrites': [],
 'breaks': {36: 2, 44: 3, 46: 1},
 'gb': ['GB0124', 'GB0170'],
 'skips': 0,
 'graphs_per_call': 5,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'grad-close', 'number-tensor']}
