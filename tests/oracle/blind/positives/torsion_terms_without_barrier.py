"""A force field leaves out the torsion terms whose barrier is zero in the table of parameters."""

import torch
from torch import nn

from fxkit import build, randn


def dihedral(p):
    b0, b1, b2 = p[0] - p[1], p[2] - p[1], p[3] - p[2]
    b1 = b1 / b1.norm()
    v = b0 - (b0 @ b1) * b1
    w = b2 - (b2 @ b1) * b1
    return torch.atan2(torch.linalg.cross(b1, v) @ w, v @ w)


class TorsionEnergy(nn.Module):
    def __init__(self, barriers=((1.4, 0.0, 0.3), (0.0, 0.0, 2.0))):
        super().__init__()
        self.register_buffer("k", torch.tensor(barriers))
        self.register_buffer("phase", torch.tensor([0.0, 3.1415927, 0.0]))
        self.log_scale = nn.Parameter(torch.zeros(()))

    def forward(self, positions, quads):
        energy = positions.new_zeros(())
        for t in range(self.k.shape[0]):
            phi = dihedral(positions[quads[t]])
            for n in range(self.k.shape[1]):
                k = self.k[t, n]
                if k == 0:
                    continue
                energy = energy + k * (1 + torch.cos((n + 1) * phi - self.phase[n]))
        return energy * self.log_scale.exp()


def load():
    return torch.compile(TorsionEnergy())


def cases():
    quads = torch.tensor([[0, 1, 2, 3], [4, 2, 1, 0]])
    yield from build(load, lambda: (randn(5, 3), quads.clone()), "base grad")
    yield from build(lambda: torch.compile(TorsionEnergy(((0.0, 0.0), (0.0, 0.0)))), lambda: (randn(5, 3), quads.clone()), "base", tag="free-")

EXPECT = {'topic': 'molecular',
 'kind': 'branch',
 'rewrites': [],
 'breaks': {30: 1},
 'gb': ['GB0170', 'GB7000'],
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
