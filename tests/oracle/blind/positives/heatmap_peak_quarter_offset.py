"""Simple baselines: joints are read from heatmaps in numpy, a quarter of a pixel towards the second highest neighbour."""

import math

import numpy as np
import torch
from torch import nn

from fxkit import build, randn


def get_max_preds(batch_heatmaps):
    batch_size, num_joints, _, width = batch_heatmaps.shape
    heatmaps_reshaped = batch_heatmaps.reshape((batch_size, num_joints, -1))
    idx = np.argmax(heatmaps_reshaped, 2)
    maxvals = np.amax(heatmaps_reshaped, 2)
    maxvals = maxvals.reshape((batch_size, num_joints, 1))
    idx = idx.reshape((batch_size, num_joints, 1))
    preds = np.tile(idx, (1, 1, 2)).astype(np.float32)
    preds[:, :, 0] = (preds[:, :, 0]) % width
    preds[:, :, 1] = np.floor((preds[:, :, 1]) / width)
    pred_mask = np.tile(np.greater(maxvals, 0.0), (1, 1, 2)).astype(np.float32)
    preds *= pred_mask
    return preds, maxvals


def get_final_preds(batch_heatmaps):
    coords, maxvals = get_max_preds(batch_heatmaps)
    height, width = batch_heatmaps.shape[2], batch_heatmaps.shape[3]
    # post-processing
    for n in range(coords.shape[0]):
        for p in range(coords.shape[1]):
            hm = batch_heatmaps[n][p]
            px = int(math.floor(coords[n][p][0] + 0.5))
            py = int(math.floor(coords[n][p][1] + 0.5))
            if 1 < px < width - 1 and 1 < py < height - 1:
                diff = np.array([hm[py][px + 1] - hm[py][px - 1], hm[py + 1][px] - hm[py - 1][px]])
                coords[n][p] += np.sign(diff) * 0.25
    return coords, maxvals


class PoseHead(nn.Module):
    def __init__(self, channels=2, joints=2):
        super().__init__()
        self.final_layer = nn.Conv2d(channels, joints, 1)

    def forward(self, x):
        output = self.final_layer(x)
        coords, maxvals = get_final_preds(output.detach().cpu().numpy())
        return output, torch.from_numpy(coords), torch.from_numpy(maxvals)


def load():
    return torch.compile(PoseHead())


def cases():
    yield from build(load, lambda: (randn(2, 2, 6, 6),), "base zero")
    yield from build(load, lambda: (randn(1, 2, 6, 6, seed=5),), "base", tag="one-")

EXPECT = {'topic': 'pose',
 'kind': 'numpy',
 'rewrites': [],
 'breaks': {34: 3},
 'gb': ['GB0033', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 3,
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
