"""Energy model with forces as the gradient of the energy with respect to the positions."""

import torch
from torch import nn

from fxkit import build, ints, randn


class RadialBasis(nn.Module):
    def __init__(self, num_basis: int, cutoff: float):
        super().__init__()
        self.register_buffer("freqs", torch.arange(1, num_basis + 1, dtype=torch.float32))
        self.cutoff = cutoff

    def forward(self, d: torch.Tensor) -> torch.Tensor:
        x = d.unsqueeze(-1) / self.cutoff
        envelope = torch.where(x < 1.0, (1.0 - x).pow(2), torch.zeros_like(x))
        return torch.sin(self.freqs * torch.pi * x) / (x + 0.1) * envelope


class EnergyModel(nn.Module):
    def __init__(self, num_species=3, dim=8, cutoff=4.0):
        super().__init__()
        self.embedding = nn.Embedding(num_species, dim)
        self.radial = RadialBasis(5, cutoff)
        self.mix = nn.Linear(5, dim)
        self.readout = nn.Sequential(nn.Linear(dim, dim), nn.SiLU(), nn.Linear(dim, 1))

    def forward(self, positions: torch.Tensor, species: torch.Tensor, edge_index: torch.Tensor) -> torch.Tensor:
        src, dst = edge_index[0], edge_index[1]
        vec = positions[dst] - positions[src]
        d = (vec.pow(2).sum(-1) + 1e-9).sqrt()
        h = self.embedding(species)
        msg = self.mix(self.radial(d)) * h[src]
        h = h.index_add(0, dst, msg)
        return self.readout(h).squeeze(-1).sum()


class ForceField(nn.Module):
    def __init__(self, model: nn.Module):
        super().__init__()
        self.model = model

    def forward(self, data: dict[str, torch.Tensor], compute_force: bool = True) -> dict[str, torch.Tensor | None]:
        positions = data["positions"].detach().clone().requires_grad_(compute_force)
        energy = self.model(positions, data["species"], data["edge_index"])
        forces = None
        if compute_force:
            (grad,) = torch.autograd.grad(outputs=[energy], inputs=[positions])
            forces = -1.0 * grad
        return {"energy": energy.detach(), "forces": forces}


def make():
    model = EnergyModel()
    for p in model.parameters():
        p.requires_grad_(False)
    return torch.compile(ForceField(model))


def _data(n=5, e=9):
    return ({"positions": randn(n, 3), "species": ints(0, 3, n), "edge_index": ints(0, n, 2, e)},)


def cases():
    yield from build(make, _data, "base nan zero")
    yield from build(make, lambda: _data(3, 4), "base big", tag="small-")
    yield from build(make, _data, "base", {"compute_force": False}, "energy-")

EXPECT = {'topic': 'interatomic potential',
 'rewrites': [],
 'breaks': {45: 2, 49: 4},
 'gb': ['GB8985', 'GB9186'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': ['close'],
 'unsafe': ['finite-grad', 'fresh-result', 'close', 'requires-grad']}
