"""Several ControlNets: residuals are added with a conditioning scale each; a zero scale means the net is off."""

from typing import List, Tuple

import torch
from torch import nn

from fxkit import build, randn


class ControlBranch(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.cond = nn.Linear(dim, dim)
        self.down = nn.ModuleList([nn.Linear(dim, dim) for _ in range(2)])

    def forward(self, x, hint) -> Tuple[List[torch.Tensor], torch.Tensor]:
        h = torch.tanh(x + self.cond(hint))
        downs = []
        for layer in self.down:
            h = torch.tanh(layer(h))
            downs.append(h)
        return downs, h


class MultiControl(nn.Module):
    def __init__(self, dim=4, n=2, guess_mode=False):
        super().__init__()
        self.nets = nn.ModuleList([ControlBranch(dim) for _ in range(n)])
        self.guess_mode = guess_mode

    def forward(self, x, hints, scales):
        merged, mid = [torch.zeros_like(x), torch.zeros_like(x)], torch.zeros_like(x)
        for net, hint, scale in zip(self.nets, hints, scales.tolist()):
            if scale == 0.0:
                continue
            downs, m = net(x, hint)
            if self.guess_mode:
                ramp = torch.logspace(-1, 0, len(downs) + 1)
                downs = [d * r for d, r in zip(downs, ramp)]
                m = m * ramp[-1]
            merged = [a + b * scale for a, b in zip(merged, downs)]
            mid = mid + m * scale
        return (*merged, mid)


def cases():
    make = lambda **kw: lambda: torch.compile(MultiControl(**kw))
    args = lambda *s: lambda: (randn(2, 4), [randn(2, 4, seed=1), randn(2, 4, seed=2)], torch.tensor(s))
    yield from build(make(), args(1.0, 0.5), "base", tag="both-")
    yield from build(make(), args(0.0, 0.8), "base", tag="second-")
    yield from build(make(), args(0.0, 0.0), "base", tag="none-")
    yield from build(make(guess_mode=True), args(0.7, 0.0), "base", tag="guess-")


EXPECT = {'topic': 'diffusion',
 'rewrites': [],
 'breaks': {34: 1},
 'gb': ['GB0109'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad', 'close', 'grad-close']}
