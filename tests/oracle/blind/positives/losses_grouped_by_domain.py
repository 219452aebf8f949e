"""V-REx: the variance over the domains of the mean losses of the domains that are in the batch."""

from collections import defaultdict

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, ints, randn


class VREx(nn.Module):
    def __init__(self, num_domains=3, beta=10.0):
        super().__init__()
        self.net = nn.Linear(4, 1)
        self.num_domains = num_domains
        self.beta = beta

    def domain_means(self, losses, domains):
        groups = defaultdict(list)
        for loss, domain in zip(losses, domains):
            groups[int(domain)].append(loss)
        means = losses.new_zeros(self.num_domains)
        for d in range(self.num_domains):
            if d in groups:
                means[d] = torch.stack(groups[d]).mean()
        return means

    def forward(self, x, y, domains):
        losses = F.binary_cross_entropy_with_logits(self.net(x).squeeze(-1), y, reduction="none")
        means = self.domain_means(losses, domains)
        penalty = ((means - means.mean()) ** 2).mean()
        return {"loss": means.mean() + self.beta * penalty, "penalty": penalty, "means": means}


def load():
    return torch.compile(VREx())


def cases():
    y = lambda: (randn(5, seed=3) > 0).float()
    yield from build(load, lambda: (randn(5, 4), y(), torch.tensor([0, 2, 1, 0, 2])), "base grad big")
    yield from build(load, lambda: (randn(5, 4), y(), torch.tensor([1, 1, 1, 1, 1])), "base grad", tag="one-")
    yield from build(load, lambda: (randn(3, 4), torch.ones(3), torch.tensor([2, 0, 2])), "base", tag="absent-")

EXPECT = {'topic': 'domain generalisation',
 'kind': 'containers keyed by data',
 'rewrites': [],
 'breaks': {22: 4},
 'gb': ['GB0124', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 2,
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
