"""Two-branch super-resolution block: flat patches bypass the normalized branch."""

import torch
from torch import Tensor, nn

from fxkit import build, randn


class NormBranch(nn.Module):
    """Residual branch; its running statistics only describe the patches that went through it."""

    def __init__(self, channels: int, hidden: int):
        super().__init__()
        self.conv1 = nn.Conv2d(channels, hidden, 3, padding=1)
        self.bn = nn.BatchNorm2d(hidden)
        self.conv2 = nn.Conv2d(hidden, channels, 3, padding=1)

    def forward(self, x: Tensor) -> Tensor:
        return x + self.conv2(torch.relu(self.bn(self.conv1(x))))


class AdaptiveBlock(nn.Module):
    def __init__(self, channels: int = 3, hidden: int = 4, threshold: float = 0.05):
        super().__init__()
        self.detail = NormBranch(channels, hidden)
        self.flat = nn.Conv2d(channels, channels, 1)
        self.threshold = threshold
        self.upsample = nn.PixelShuffle(1)

    @staticmethod
    def edge_strength(x: Tensor) -> Tensor:
        dx = (x[..., :, 1:] - x[..., :, :-1]).abs().mean()
        dy = (x[..., 1:, :] - x[..., :-1, :]).abs().mean()
        return dx + dy

    def forward(self, x: Tensor) -> Tensor:
        strength = self.edge_strength(x.detach())
        if strength > self.threshold:
            y = self.detail(x)
        else:
            y = self.flat(x)
        return self.upsample(y).clamp(-10, 10)


def make(threshold=0.05, training=True):
    return torch.compile(AdaptiveBlock(threshold=threshold)).train(training)


def cases():
    yield from build(make, lambda: (randn(2, 3, 4, 4),), "base grad")
    yield from build(make, lambda: (randn(2, 3, 4, 4) * 0.001,), "base grad", tag="flat-")
    yield from build(lambda: make(1e9), lambda: (randn(1, 3, 4, 4),), "base", tag="never-")
    yield from build(lambda: make(training=False), lambda: (randn(1, 3, 4, 4),), "base", tag="eval-")
    yield from build(make, lambda: (torch.zeros(2, 3, 4, 4),), "base", tag="zero-")

EXPECT = {'topic': 'super resolution',
 'verdict': 'any correct rewrite',
 'obligations': [],
 'breaks': {38: 3},
 'gb': ['GB0170'],
 'naive_differs_in': ['values'],
 'unsafe': ['fresh-result', 'grad-none-zero', 'requires-grad', 'finite-grad', 'grad-close']}
