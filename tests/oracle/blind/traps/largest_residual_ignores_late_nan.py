"""Physics-informed loss: residual points are weighted by the largest residual of the blocks of the domain."""

import torch
from torch import nn

from fxkit import build, rand


class BlockResidual(nn.Module):
    def __init__(self, blocks=3, width=5):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(2, width), nn.Tanh(), nn.Linear(width, 1))
        self.blocks = blocks
        self.largest = 0.0

    def residual(self, xy):
        u = self.net(xy).squeeze(-1)
        return u - torch.sqrt(xy[:, 0]) * torch.sin(xy[:, 1])

    def forward(self, xy):
        r = self.residual(xy)
        peak = 0.0
        for block in r.detach().chunk(self.blocks):
            peak = max(peak, block.abs().max().item())
        self.largest = max(peak, self.largest)
        return (r / (peak + 1e-6)).pow(2).mean(), peak


def cases():
    make = lambda: torch.compile(BlockResidual())

    def outside(i):
        def args():
            xy = rand(6, 2)
            xy[i, 0] = -0.5
            return (xy,)

        return args

    yield from build(make, lambda: (rand(6, 2),), "base", tag="inside-")
    yield from build(make, outside(0), "base", tag="first-block-")
    yield from build(make, outside(5), "base", tag="last-block-")


EXPECT = {'topic': 'scientific ML',
 'verdict': 'any correct rewrite',
 'obligations': ['O10'],
 'breaks': {24: 1},
 'gb': ['GB0124', 'GB7000'],
 'naive_differs_in': ['nan positions', 'values'],
 'unsafe': ['close', 'number-tensor', 'requires-grad', 'grad-close']}
