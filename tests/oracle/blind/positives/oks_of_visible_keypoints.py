"""Object keypoint similarity of matched people, with the fallback of COCO for people without annotated points."""

import torch
from torch import nn

from fxkit import build, rand

SIGMAS = (0.026, 0.025, 0.035, 0.079, 0.072)


def oks_single(gt, dt, visible, area, bbox, vars):
    k1 = torch.count_nonzero(visible > 0)
    if k1 > 0:
        # measure the per-keypoint distance if keypoints visible
        dx = dt[:, 0] - gt[:, 0]
        dy = dt[:, 1] - gt[:, 1]
    else:
        # measure minimum distance to keypoints in (x0,y0) & (x1,y1) of the doubled box
        x0, x1 = bbox[0] - bbox[2], bbox[0] + bbox[2] * 2
        y0, y1 = bbox[1] - bbox[3], bbox[1] + bbox[3] * 2
        z = torch.zeros(dt.shape[0])
        dx = torch.maximum(z, x0 - dt[:, 0]) + torch.maximum(z, dt[:, 0] - x1)
        dy = torch.maximum(z, y0 - dt[:, 1]) + torch.maximum(z, dt[:, 1] - y1)
    e = (dx**2 + dy**2) / vars / (area + 1e-6) / 2
    if k1 > 0:
        e = e[visible > 0]
    return torch.exp(-e).sum() / e.shape[0]


class OksMetric(nn.Module):
    def __init__(self, sigmas=SIGMAS, threshold=0.5):
        super().__init__()
        self.register_buffer("vars", (torch.tensor(sigmas) * 2) ** 2)
        self.threshold = threshold

    def forward(self, gts, dts, visible, areas, boxes):
        scores = [
            oks_single(gt, dt, vis, area, box, self.vars)
            for gt, dt, vis, area, box in zip(gts, dts, visible, areas, boxes)
        ]
        scores = torch.stack(scores)
        return scores, (scores >= self.threshold).float().mean()


def load():
    return torch.compile(OksMetric())


def cases():
    def people(hidden=()):
        gts = rand(3, 5, 2) * 10
        dts = gts + 0.3 * rand(3, 5, 2, seed=1)
        visible = torch.tensor([[2, 2, 1, 0, 2], [1, 1, 1, 1, 1], [0, 0, 2, 0, 0]])
        for i in hidden:
            visible[i] = 0
        boxes = torch.tensor([[2.0, 2.0, 3.0, 3.0]]).repeat(3, 1)
        return gts, dts, visible, torch.tensor([40.0, 55.0, 31.0]), boxes

    yield from build(load, people, "base grad nan")
    yield from build(load, lambda: people((1,)), "base grad", tag="one-")
    yield from build(load, lambda: people((0, 1, 2)), "base", tag="all-")

EXPECT = {'topic': 'metrics',
 'kind': 'branch',
 'rewrites': [],
 'breaks': {13: 2, 25: 4, 26: 2, 37: 1},
 'gb': ['GB0036', 'GB0170', 'GB4347'],
 'skips': 1,
 'graphs_per_call': 14,
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
