"""Sparse voxels: the key of a block is its number times the size of the padded grid, as a Python integer."""

import torch
from torch import nn

from fxkit import build, ints, randn

GRID = (2048, 2048, 1024)


class VoxelFeatures(nn.Module):
    """Features of the voxels of one block, and their keys in the global hash table."""

    def __init__(self, dim=3):
        super().__init__()
        self.lin = nn.Linear(dim, dim)

    @staticmethod
    def block_offset(block_id):
        depth, height, width = GRID
        return int(block_id) * depth * height * width

    def forward(self, feats, local_index, block_id):
        """block_id: scalar int32, as the loader stores it."""
        keys = local_index + self.block_offset(block_id)
        return torch.relu(self.lin(feats)), keys


def load():
    return torch.compile(VoxelFeatures())


def cases():
    for block in (0, 1, 5):
        yield from build(
            load,
            lambda block=block: (randn(4, 3), ints(0, 1000, 4), torch.tensor(block, dtype=torch.int32)),
            "base grad",
            tag=f"block{block}-",
        )

EXPECT = {'topic': '3d',
 'kind': 'numbers',
 'verdict': 'any correct rewrite',
 'obligations': ['O8', 'overflow'],
 'breaks': {21: 1},
 'gb': ['GB0124'],
 'naive_differs_in': ['values'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad']}
