"""Key-frame scheduling of a video model: quiet frames reuse the last features."""

import torch
import torch.nn as nn

from fxkit import build, randn


class KeyframeBackbone(nn.Module):
    def __init__(self, channels=3, width=4, threshold=0.8):
        super().__init__()
        self.stem = nn.Conv2d(channels, width, 1)
        self.threshold = threshold

    def motion(self, frame, reference):
        return (frame - reference).abs().mean()

    def forward(self, frames):
        """frames: (T, C, H, W)"""
        reference = frames[0]
        feats = self.stem(frames[:1])
        outputs = [feats]
        for t in range(1, frames.shape[0]):
            frame = frames[t]
            if self.motion(frame, reference) > self.threshold:
                feats = self.stem(frame.unsqueeze(0))
                reference = frame
            outputs.append(feats)
        return torch.cat(outputs)


def make_backbone():
    return torch.compile(KeyframeBackbone())


def cases():
    yield from build(make_backbone, lambda: (randn(3, 3, 2, 2),), "base grad")
    yield from build(make_backbone, lambda: (randn(3, 3, 2, 2) * 0.1,), "base grad nan", tag="quiet-")
    yield from build(make_backbone, lambda: (torch.stack([randn(3, 2, 2), randn(3, 2, 2) + 0.1, randn(3, 2, 2) + 5]),), "base", tag="mixed-")

EXPECT = {'topic': 'video',
 'rewrites': [],
 'breaks': {25: 1},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['fresh-result', 'finite-grad', 'requires-grad', 'grad-none-zero']}
