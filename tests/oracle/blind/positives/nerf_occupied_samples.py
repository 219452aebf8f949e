"""Volume rendering that evaluates the colour network only where the density is positive."""

import torch
from torch import nn

from fxkit import build, rand, randn


class PositionalEncoding(nn.Module):
    def __init__(self, num_freqs=2):
        super().__init__()
        self.register_buffer("freqs", 2.0 ** torch.arange(num_freqs).float())

    def forward(self, x):
        angles = (x.unsqueeze(-1) * self.freqs).flatten(-2)
        return torch.cat([x, angles.sin(), angles.cos()], dim=-1)


class RadianceField(nn.Module):
    def __init__(self, hidden=6):
        super().__init__()
        self.encode = PositionalEncoding()
        self.density = nn.Linear(15, 1)
        self.color = nn.Sequential(nn.Linear(15, hidden), nn.ReLU(), nn.Linear(hidden, 3), nn.Sigmoid())
        self.white_background = True

    def composite(self, sigma, rgb, deltas):
        alpha = 1.0 - torch.exp(-sigma * deltas)
        trans = torch.cumprod(1.0 - alpha + 1e-10, dim=-1)
        trans = torch.cat([torch.ones_like(trans[:, :1]), trans[:, :-1]], dim=-1)
        weights = alpha * trans
        out = (weights.unsqueeze(-1) * rgb).sum(dim=1)
        if self.white_background:
            out = out + (1.0 - weights.sum(dim=1, keepdim=True))
        return out, weights

    def forward(self, points, deltas):
        emb = self.encode(points)
        sigma = torch.relu(self.density(emb)).squeeze(-1)
        rgb = torch.zeros(*sigma.shape, 3)
        occupied = sigma > 0.01
        if occupied.any():
            rgb[occupied] = self.color(emb[occupied])
        return self.composite(sigma, rgb, deltas)


def load():
    return torch.compile(RadianceField())


def load_empty():
    model = RadianceField()
    with torch.no_grad():
        model.density.bias.fill_(-50.0)
    return torch.compile(model)


def cases():
    yield from build(load, lambda: (randn(3, 4, 3), rand(3, 4)), "base grad")
    yield from build(load_empty, lambda: (randn(3, 4, 3), rand(3, 4)), "base grad", tag="empty-")


EXPECT = {'topic': 'rendering',
 'kind': 'masked_network_write',
 'rewrites': [],
 'breaks': {42: 2, 43: 2},
 'gb': ['GB0036', 'GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['close', 'grad-close', 'grad-none-zero'],
 'unsafe': ['close', 'finite-grad', 'grad-close', 'grad-none-zero']}
