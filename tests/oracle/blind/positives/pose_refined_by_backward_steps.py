"""A camera pose is refined against observed keypoints with a few gradient steps inside of the forward pass."""

import torch
from torch import nn

from fxkit import build, randn


def project(points, delta, focal=2.0):
    w, t = delta[:3], delta[3:]
    moved = points + torch.linalg.cross(w.expand_as(points), points) + t
    return focal * moved[:, :2] / (moved[:, 2:] + 4.0)


class PoseRefiner(nn.Module):
    def __init__(self, steps=3, lr=0.02):
        super().__init__()
        self.steps, self.lr = steps, lr
        self.confidence = nn.Parameter(torch.zeros(5), requires_grad=False)

    def residual(self, points, keypoints, delta):
        err = (project(points, delta) - keypoints).square().sum(-1)
        return (torch.sigmoid(self.confidence) * err).sum()

    def forward(self, points, keypoints):
        delta = torch.zeros(6, requires_grad=True)
        for _ in range(self.steps):
            loss = self.residual(points, keypoints, delta)
            loss.backward()
            with torch.no_grad():
                delta -= self.lr * delta.grad
            delta.grad.zero_()
        return delta.detach(), self.residual(points, keypoints, delta.detach())


def load():
    return torch.compile(PoseRefiner())


def cases():
    yield from build(load, lambda: (randn(5, 3) * 0.5, randn(5, 2) * 0.5), "base zero")
    yield from build(lambda: torch.compile(PoseRefiner(1, 0.5)), lambda: (randn(5, 3) * 0.5, randn(5, 2)), "base", tag="once-")

EXPECT = {'topic': '3d',
 'kind': 'autograd',
 'rewrites': [],
 'breaks': {26: 1, 29: 1},
 'gb': ['GB0123', 'GB0225', 'GB7000'],
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
