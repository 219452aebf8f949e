"""LSTM-like cell whose forget bias is pulled back when the gate has saturated for all units."""

import torch
from torch import nn

from fxkit import build, randn


class ForgetGate(nn.Module):
    """Single recurrent gate with running mean activation."""

    def __init__(self, dim=3, bias=1.0, momentum=0.5):
        super().__init__()
        self.inp = nn.Linear(dim, dim)
        self.rec = nn.Linear(dim, dim, bias=False)
        self.register_buffer("bias", torch.full((dim,), float(bias)))
        self.register_buffer("mean_gate", torch.full((dim,), 0.5))
        self.momentum = momentum

    @property
    def saturated(self):
        return bool((self.mean_gate > 0.95).all())

    @torch.no_grad()
    def track(self, gate):
        self.mean_gate.lerp_(gate.mean(0), self.momentum)

    def forward(self, x, h):
        gate = torch.sigmoid(self.inp(x) + self.rec(h) + self.bias)
        self.track(gate.detach())
        if self.saturated:
            with torch.no_grad():
                self.bias.mul_(0.5)
                self.mean_gate.fill_(0.5)
        return gate * h + (1 - gate) * torch.tanh(x)


def cases():
    yield from build(lambda: torch.compile(ForgetGate()), lambda: (randn(2, 3), randn(2, 3, seed=1)), "base nan grad")
    yield from build(lambda: torch.compile(ForgetGate(bias=12.0)), lambda: (randn(2, 3), randn(2, 3, seed=1)), "base", tag="open-")
    yield from build(lambda: torch.compile(ForgetGate(bias=40.0, momentum=1.0)), lambda: (randn(2, 3), randn(2, 3)), "base grad", tag="stuck-")

EXPECT = {'topic': 'rnn',
 'rewrites': ['R12', 'R34'],
 'breaks': {22: 4},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
