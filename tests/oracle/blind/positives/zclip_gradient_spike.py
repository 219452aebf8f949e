"""Adaptive gradient clipping: spikes of the norm are found by a z-score against a running mean and variance."""

import torch

from fxkit import build, randn


class ZClip:
    def __init__(self, alpha=0.9, z_thresh=2.0, eps=1e-6):
        self.alpha, self.z_thresh, self.eps = alpha, z_thresh, eps
        self.mean, self.var = 1.0, 0.25

    def _update_ema(self, grad_norm):
        self.mean = self.alpha * self.mean + (1 - self.alpha) * grad_norm
        self.var = self.alpha * self.var + (1 - self.alpha) * (grad_norm - self.mean) ** 2

    def step(self, grads):
        total_norm = torch.stack([g.norm(2) for g in grads]).norm(2).item()
        std = self.var**0.5
        z = (total_norm - self.mean) / (std + self.eps)
        if z > self.z_thresh:
            clip_val = self.mean + (self.z_thresh**2 / z) * std
            scale = clip_val / (total_norm + self.eps)
            for g in grads:
                g.mul_(scale)
            total_norm = clip_val
        self._update_ema(total_norm)
        return grads


def load():
    clip = ZClip()
    return torch.compile(clip.step)


def cases():
    yield from build(load, lambda: ([randn(3, 2) * 0.3, randn(4) * 0.3],), "base", tag="calm-")
    yield from build(load, lambda: ([randn(3, 2) * 5, randn(4) * 5],), "base", tag="spike-")


EXPECT = {'topic': 'training',
 'rewrites': [],
 'breaks': {18: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 1,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'grad-close', 'number-tensor']}
