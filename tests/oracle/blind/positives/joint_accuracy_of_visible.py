"""Pose estimation metric: share of visible joints whose heatmap peak is near the target, averaged over joints."""

from typing import Tuple

import torch
from torch import Tensor

from fxkit import rand, randn, sweep


def get_max_preds(heatmaps: Tensor) -> Tuple[Tensor, Tensor]:
    b, j, h, w = heatmaps.shape
    maxvals, idx = heatmaps.flatten(2).max(dim=2)
    preds = torch.stack([idx % w, idx // w], dim=-1).float()
    return preds * (maxvals > 0.0).unsqueeze(-1), maxvals


def calc_dists(preds: Tensor, target: Tensor, normalize: float) -> Tensor:
    visible = (target[..., 0] > 1) & (target[..., 1] > 1)
    dist = (preds - target).div(normalize).norm(dim=-1)
    return torch.where(visible, dist, -torch.ones_like(dist)).t()


def dist_acc(dists: Tensor, thr: float = 0.5):
    """Return percentage below threshold while ignoring values with a -1."""
    dist_cal = torch.ne(dists, -1)
    num_dist_cal = dist_cal.sum()
    if num_dist_cal > 0:
        return torch.lt(dists[dist_cal], thr).sum() * 1.0 / num_dist_cal
    else:
        return torch.tensor(-1.0)


@torch.compile
@torch.no_grad()
def accuracy(output: Tensor, target: Tensor):
    pred, _ = get_max_preds(output)
    goal, _ = get_max_preds(target)
    dists = calc_dists(pred, goal, output.shape[-1] / 10)
    acc, avg_acc, cnt = [], torch.zeros(()), 0
    for j in range(output.shape[1]):
        acc.append(dist_acc(dists[j], thr=4.0))
        if acc[-1] >= 0:
            avg_acc = avg_acc + acc[-1]
            cnt += 1
    avg_acc = avg_acc / cnt if cnt != 0 else torch.zeros(())
    return torch.stack([avg_acc, *acc]), pred


def cases():
    yield from sweep(accuracy, lambda: (randn(3, 2, 4, 4), rand(3, 2, 4, 4)), "base")
    yield from sweep(accuracy, lambda: (randn(3, 2, 4, 4), torch.zeros(3, 2, 4, 4)), "base", tag="hidden-")

EXPECT = {'topic': 'pose estimation',
 'kind': 'counter',
 'rewrites': [],
 'breaks': {28: 2, 29: 1},
 'gb': ['GB0036', 'GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 7,
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
