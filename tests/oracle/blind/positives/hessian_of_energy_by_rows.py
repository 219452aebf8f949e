"""Second derivatives of a learned energy, one row of the Hessian per call of autograd."""

import torch
from torch import nn

from fxkit import build, randn


class PairEnergy(nn.Module):
    def __init__(self, hidden=6):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(1, hidden), nn.Tanh(), nn.Linear(hidden, 1))

    def forward(self, positions):
        diff = positions[:, None, :] - positions[None, :, :]
        d2 = (diff * diff).sum(-1, keepdim=True)
        return self.net(torch.exp(-d2)).sum()


def compute_hessians_loop(forces, positions):
    hessian = []
    for grad_elem in forces.view(-1):
        hess_row = torch.autograd.grad(
            outputs=[-1 * grad_elem],
            inputs=[positions],
            grad_outputs=torch.ones_like(grad_elem),
            retain_graph=True,
            create_graph=False,
            allow_unused=False,
        )[0]
        hess_row = hess_row.detach()
        if hess_row is None:
            hessian.append(torch.zeros_like(positions))
        else:
            hessian.append(hess_row)
    return torch.stack(hessian)


class NormalModes(nn.Module):
    def __init__(self):
        super().__init__()
        self.energy = PairEnergy()

    def forward(self, positions):
        positions = positions.detach().requires_grad_(True)
        energy = self.energy(positions)
        forces = -torch.autograd.grad(energy, positions, create_graph=True)[0]
        hessian = compute_hessians_loop(forces, positions)
        return energy.detach(), forces.detach(), hessian.view(positions.numel(), positions.numel())


def load():
    return torch.compile(NormalModes())


def cases():
    yield from build(load, lambda: (randn(3, 3),), "base big")
    yield from build(load, lambda: (randn(2, 3),), "base", tag="dimer-")

EXPECT = {'topic': 'chemistry',
 'kind': 'autograd',
 'rewrites': [],
 'breaks': {23: 3, 45: 2, 47: 2},
 'gb': ['GB7000', 'GB8985', 'GB9186'],
 'skips': 1,
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
