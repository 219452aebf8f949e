"""Encoded pillars are scattered to the bird's eye view, sample by sample."""

import torch
from torch import nn

from fxkit import build, randn


class PointPillarsScatter(nn.Module):
    def __init__(self, in_channels, output_shape):
        super().__init__()
        self.ny, self.nx = output_shape
        self.in_channels = in_channels

    def forward_batch(self, voxel_features, coors, batch_size):
        # batch_canvas will be the final output.
        batch_canvas = []
        for batch_itt in range(batch_size):
            # Create the canvas for this sample
            canvas = torch.zeros(self.in_channels, self.nx * self.ny, dtype=voxel_features.dtype)
            # Only include non-empty pillars
            batch_mask = coors[:, 0] == batch_itt
            this_coors = coors[batch_mask, :]
            indices = this_coors[:, 2] * self.nx + this_coors[:, 3]
            indices = indices.type(torch.long)
            voxels = voxel_features[batch_mask, :]
            voxels = voxels.t()
            # Now scatter the blob back to the canvas.
            canvas[:, indices] = voxels
            batch_canvas.append(canvas)
        # Stack to 3-dim tensor (batch-size, in_channels, nrows*ncols)
        batch_canvas = torch.stack(batch_canvas, 0)
        return batch_canvas.view(batch_size, self.in_channels, self.ny, self.nx)


class PillarBackbone(nn.Module):
    def __init__(self, point_dim=4, channels=3, shape=(4, 5)):
        super().__init__()
        self.pfn = nn.Linear(point_dim, channels)
        self.scatter = PointPillarsScatter(channels, shape)
        self.conv = nn.Conv2d(channels, 2, 3, padding=1)

    def forward(self, pillars, coors, batch_size: int):
        features = torch.relu(self.pfn(pillars)).max(dim=1).values
        return self.conv(self.scatter.forward_batch(features, coors, batch_size))


def load():
    return torch.compile(PillarBackbone())


def cases():
    coors = torch.tensor([[0, 0, 1, 2], [0, 0, 3, 4], [0, 0, 0, 0], [1, 0, 2, 2], [1, 0, 1, 2], [2, 0, 3, 0]])
    yield from build(load, lambda: (randn(6, 3, 4), coors.clone(), 3), "base grad nan")
    yield from build(load, lambda: (randn(6, 3, 4), coors.clone(), 2), "base grad", tag="cut-")
    yield from build(load, lambda: (randn(6, 3, 4), coors.clone(), 4), "base", tag="gap-")

EXPECT = {'topic': 'detection3d',
 'kind': 'mask',
 'rewrites': [],
 'breaks': {23: 5},
 'gb': ['GB0036', 'GB7000'],
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
