"""Correlation tracker: the template drifts in place with each frame and is replaced when the scene changes."""

import torch
from torch import nn

from fxkit import randn


class TemplateTracker(nn.Module):
    def __init__(self, dim=4, rate=0.2, cut=1.5):
        super().__init__()
        self.backbone = nn.Linear(dim, 3)
        self.rate, self.cut = rate, cut
        self.template = torch.zeros(3)

    def distance(self, feat):
        return (feat - self.template).norm()

    @torch.no_grad()
    def forward(self, frame):
        """Returns the response and the live template (the visualiser draws it while tracking goes on)."""
        feat = self.backbone(frame)
        if self.distance(feat) > self.cut:
            self.template = feat.clone()
        else:
            self.template.lerp_(feat, self.rate)
        return torch.dot(feat, self.template), self.template


def clip(scale, cut):
    def make():
        torch.manual_seed(6)
        t = TemplateTracker(cut=cut)
        t.shown = t.template  # what the visualiser got at start-up
        return torch.compile(t), (randn(4) * scale,), {}

    return make


def cases():
    yield "still", clip(0.3, 5.0)
    yield "cut", clip(9.0, 1.0)
    yield "always", clip(1.0, -1.0)


EXPECT = {'topic': 'tracking',
 'verdict': 'any correct rewrite',
 'obligations': ['O4'],
 'breaks': {23: 2},
 'gb': ['GB0170'],
 'naive_differs_in': ['alias', 'state'],
 'unsafe': ['close', 'finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
