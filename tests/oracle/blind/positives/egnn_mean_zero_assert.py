"""Equivariant diffusion for molecules: the prediction must stay in the zero centre-of-mass subspace."""

import torch
from torch import nn

from fxkit import build, randn


def remove_mean_with_mask(x, node_mask):
    n = node_mask.sum(1, keepdims=True)
    mean = torch.sum(x, dim=1, keepdim=True) / n
    return x - mean * node_mask


def assert_mean_zero_with_mask(x, node_mask, eps=1e-10):
    largest_value = x.abs().max().item()
    error = torch.sum(x, dim=1, keepdim=True).abs().max().item()
    rel_error = error / (largest_value + eps)
    assert rel_error < 1e-2, f"Mean is not zero, relative_error {rel_error}"


class Dynamics(nn.Module):
    def __init__(self, hidden=8):
        super().__init__()
        self.edge = nn.Sequential(nn.Linear(1, hidden), nn.SiLU(), nn.Linear(hidden, 1))

    def forward(self, x, node_mask):
        assert_mean_zero_with_mask(x, node_mask)
        diff = x[:, :, None] - x[:, None, :]
        radial = diff.pow(2).sum(-1, keepdim=True)
        edge_mask = node_mask[:, :, None] * node_mask[:, None, :]
        vel = (diff * self.edge(radial) * edge_mask).sum(2)
        return remove_mean_with_mask(vel, node_mask)


def load():
    return torch.compile(Dynamics())


def molecules(centred=True):
    mask = torch.ones(2, 5, 1)
    mask[1, 3:] = 0.0
    x = randn(2, 5, 3) * mask
    return (remove_mean_with_mask(x, mask) if centred else x + mask), mask


def cases():
    yield from build(load, molecules, "base grad")
    yield from build(load, lambda: molecules(False), "base", tag="offcentre-")


EXPECT = {'topic': 'molecules',
 'rewrites': [],
 'breaks': {16: 2, 17: 3},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': []}
