"""Face alignment: each face gives the mean error of its visible landmarks, faces without any are passed over."""

import torch
import torch.nn as nn

from fxkit import build, randn


class WingLoss(nn.Module):
    def __init__(self, omega=10.0, epsilon=2.0):
        super().__init__()
        self.omega, self.epsilon = omega, epsilon

    def forward(self, pred, target):
        return self.omega * torch.log1p((pred - target).abs() / self.epsilon)


class LandmarkNet(nn.Module):
    def __init__(self, dim=5, n_points=4):
        super().__init__()
        self.n_points = n_points
        self.head = nn.Linear(dim, 2 * n_points)
        self.wing = WingLoss()

    def landmark_loss(self, pred, target, visible):
        loss, n_faces = 0.0, 0
        for i in range(pred.shape[0]):
            n_visible = visible[i].sum()
            if n_visible == 0:
                continue
            per_point = self.wing(pred[i], target[i]).mean(dim=-1)
            loss = loss + (per_point * visible[i]).sum() / n_visible
            n_faces += 1
        return loss / max(n_faces, 1)

    def forward(self, feat, target, visible):
        pred = self.head(feat).view(-1, self.n_points, 2)
        # the box term keeps the head alive in batches without landmarks
        box = (pred.amin(dim=1) - target.amin(dim=1)).abs().mean()
        return 0.1 * box + self.landmark_loss(pred, target, visible)


def load():
    return torch.compile(LandmarkNet())


def visible(*rows):
    return torch.tensor([[float(c) for c in row] for row in rows])


def cases():
    yield from build(load, lambda: (randn(3, 5), randn(3, 4, 2), visible("1101", "0000", "1000")), "base grad")
    yield from build(load, lambda: (randn(3, 5), randn(3, 4, 2), visible("0000", "0000", "0000")), "base grad", tag="hidden-")
    yield from build(load, lambda: (randn(2, 5), randn(2, 4, 2), visible("1111", "0110")), "base", tag="seen-")

EXPECT = {'topic': 'vision',
 'kind': 'loop over examples',
 'rewrites': [],
 'breaks': {29: 4},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 4,
 'after': 0,
 'assume': ['grad-none-zero'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad']}
