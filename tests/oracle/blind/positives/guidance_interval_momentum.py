"""Guidance in a limited interval, with a running average of the update direction (adaptive projected guidance)."""

import torch
from torch import nn

from fxkit import build, randn


class MomentumBuffer:
    def __init__(self, momentum):
        self.momentum = momentum
        self.running_average = torch.zeros(())

    def update(self, update_value):
        new_average = self.momentum * self.running_average
        self.running_average = update_value + new_average


def project(v0, v1):
    v1 = nn.functional.normalize(v1, dim=-1)
    v0_parallel = (v0 * v1).sum(dim=-1, keepdim=True) * v1
    return v0_parallel, v0 - v0_parallel


class GuidedModel(nn.Module):
    def __init__(self, dim=4, scale=3.0, start=200, stop=800, norm_threshold=1.0):
        super().__init__()
        self.net = nn.Linear(dim, dim)
        self.cond = nn.Linear(dim, dim)
        self.scale = scale
        self.start, self.stop = start, stop
        self.norm_threshold = norm_threshold
        self.buffer = MomentumBuffer(-0.5)

    def guide(self, pred_cond, pred_uncond):
        diff = pred_cond - pred_uncond
        self.buffer.update(diff.detach())
        diff = diff + 0.1 * self.buffer.running_average
        diff_norm = diff.norm(p=2)
        if diff_norm > self.norm_threshold:
            diff = diff * (self.norm_threshold / diff_norm)
        parallel, orthogonal = project(diff, pred_cond)
        return pred_cond + (self.scale - 1) * (orthogonal + 0.5 * parallel)

    def forward(self, x, context, timestep):
        h = self.net(x)
        pred_cond, pred_uncond = h + self.cond(context), h
        if self.start <= timestep.item() < self.stop:
            pred = self.guide(pred_cond, pred_uncond)
        else:
            pred = pred_cond
        return pred


def load():
    return torch.compile(GuidedModel())


def cases():
    for name, t in (("in-", 500), ("out-", 900)):
        yield from build(load, lambda t=t: (randn(3, 4), randn(3, 4, seed=1), torch.tensor(t)), "base grad", tag=name)
    yield from build(load, lambda: (randn(1, 4) * 0.1, randn(1, 4) * 0.1, torch.tensor(200)), "base", tag="edge-")

EXPECT = {'topic': 'diffusion',
 'kind': 'branch',
 'rewrites': [],
 'breaks': {48: 3, 40: 2},
 'gb': ['GB0124', 'GB0170'],
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
            'requires-grad',
            'shown-history']}
