"""Each domain has its own batch normalisation, which sees the examples of the domain and no others."""

import torch
import torch.nn as nn

from fxkit import build, randn


class DomainNorm(nn.Module):
    def __init__(self, dim=3, domains=2):
        super().__init__()
        self.norms = nn.ModuleList([nn.BatchNorm1d(dim) for _ in range(domains)])
        self.net = nn.Linear(dim, dim)

    def forward(self, x, domain):
        x = self.net(x)
        out = torch.zeros_like(x)
        for i, norm in enumerate(self.norms):
            selected = domain == i
            if selected.any():
                out[selected] = norm(x[selected])
        return out


def load():
    return torch.compile(DomainNorm())


def cases():
    yield from build(load, lambda: (randn(5, 3), torch.tensor([0, 1, 0, 1, 1])), "base grad")

EXPECT = {'topic': 'domain adaptation',
 'kind': 'mask',
 'verdict': 'any correct rewrite',
 'obligations': ['state'],
 'breaks': {20: 1},
 'gb': ['GB0170', 'GB7000'],
 'naive_differs_in': ['gradient',
                      'module.norms.0.running_mean',
                      'module.norms.0.running_var',
                      'module.norms.1.running_mean',
                      'module.norms.1.running_var',
                      'result'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
