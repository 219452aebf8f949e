"""Classifier guidance: the sampler shifts the mean by the gradient of a classifier's log probability."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, ints, randn


class NoisyClassifier(nn.Module):
    def __init__(self, dim=4, classes=3, steps=10):
        super().__init__()
        self.time = nn.Embedding(steps, dim)
        self.net = nn.Sequential(nn.Linear(dim, 8), nn.SiLU(), nn.Linear(8, classes))

    def forward(self, x, t):
        return self.net(x + self.time(t))


class GuidedDiffusion(nn.Module):
    def __init__(self, dim=4, classifier_scale=2.0):
        super().__init__()
        self.model = nn.Linear(dim, 2 * dim)
        self.classifier = NoisyClassifier(dim)
        self.classifier_scale = classifier_scale

    def cond_fn(self, x, t, y):
        with torch.enable_grad():
            x_in = x.detach().requires_grad_(True)
            logits = self.classifier(x_in, t)
            log_probs = F.log_softmax(logits, dim=-1)
            selected = log_probs[range(len(logits)), y.view(-1)]
            return torch.autograd.grad(selected.sum(), x_in)[0] * self.classifier_scale

    def p_mean_variance(self, x):
        mean, log_variance = self.model(x).chunk(2, dim=-1)
        return mean, torch.exp(log_variance.clamp(-4, 4))

    @torch.no_grad()
    def forward(self, x, t, y, noise):
        mean, variance = self.p_mean_variance(x)
        mean = mean.float() + variance * self.cond_fn(x, t, y).float()
        nonzero_mask = (t != 0).float().view(-1, 1)
        return mean + nonzero_mask * variance.sqrt() * noise


def load():
    return torch.compile(GuidedDiffusion())


def cases():
    yield from build(load, lambda: (randn(3, 4), ints(0, 10, 3), ints(0, 3, 3), randn(3, 4, seed=1)), "base zero nan big")
    yield from build(load, lambda: (randn(3, 4), torch.zeros(3, dtype=torch.long), ints(0, 3, 3), randn(3, 4, seed=1)), "base", tag="last-")

EXPECT = {'topic': 'diffusion',
 'kind': 'training',
 'rewrites': [],
 'breaks': {29: 1, 33: 4},
 'gb': ['GB8985', 'GB9186'],
 'skips': 0,
 'graphs_per_call': 5,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
