"""A critic uses its spectrally normalised head only on batches of large features; power iteration has state."""

import torch
from torch import nn

from fxkit import build, randn


class PowerIterationLinear(nn.Module):
    """Linear layer with spectral normalisation; training moves the left singular vector by one iteration."""

    def __init__(self, n_in, n_out, eps=1e-12):
        super().__init__()
        self.weight = nn.Parameter(torch.randn(n_out, n_in))
        self.register_buffer("u", nn.functional.normalize(torch.randn(n_out), dim=0))
        self.eps = eps

    def forward(self, x):
        w = self.weight
        with torch.no_grad():
            v = nn.functional.normalize(w.t() @ self.u, dim=0, eps=self.eps)
            u = nn.functional.normalize(w @ v, dim=0, eps=self.eps)
            if self.training:
                self.u.copy_(u)
        sigma = u @ w @ v
        return x @ (w / sigma).t()


class Critic(nn.Module):
    def __init__(self, dim=4, out=3, limit=2.0):
        super().__init__()
        self.body = nn.Linear(dim, dim)
        self.head = PowerIterationLinear(dim, out)
        self.limit = limit

    def forward(self, x):
        h = torch.relu(self.body(x))
        out = h.mean(dim=-1, keepdim=True)
        if h.norm(dim=-1).mean() > self.limit:
            out = self.head(h)
        return out.mean(dim=-1)


def load(training=True):
    return torch.compile(Critic().train(training))


def cases():
    yield from build(load, lambda: (0.1 * randn(3, 4),), "base grad big")
    yield from build(load, lambda: (9 * randn(3, 4),), "base grad", tag="large-")
    yield from build(lambda: load(False), lambda: (randn(3, 4),), "base", tag="eval-")

EXPECT = {'topic': 'gan',
 'kind': 'branch',
 'verdict': 'any correct rewrite',
 'obligations': ['O1', 'effects of an arm', 'buffers'],
 'breaks': {39: 1},
 'gb': ['GB0170'],
 'naive_differs_in': ['state'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
