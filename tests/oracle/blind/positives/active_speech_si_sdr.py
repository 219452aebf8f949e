"""Speech enhancement: the base criterion averages all frames, the subclass those in which the reference is active."""

import torch
from torch import nn

from fxkit import build, randn


class FrameCriterion(nn.Module):
    def __init__(self, frame=4):
        super().__init__()
        self.frame = frame

    def frames(self, wav):
        return wav.unfold(-1, self.frame, self.frame)

    def per_frame(self, est, ref):
        return (self.frames(est) - self.frames(ref)).square().mean(dim=-1)

    def reduce(self, values, ref):
        return values.mean()

    def forward(self, est, ref):
        return self.reduce(self.per_frame(est, ref), ref)


class ActiveFrameCriterion(FrameCriterion):
    def __init__(self, frame=4, floor=0.2):
        super().__init__(frame)
        self.floor = floor

    def reduce(self, values, ref):
        active = self.frames(ref).square().mean(dim=-1) > self.floor
        if not active.any():
            return super().reduce(values, ref)
        return torch.masked_select(values, active).mean()


class Enhancer(nn.Module):
    def __init__(self):
        super().__init__()
        self.filter = nn.Conv1d(1, 1, 3, padding=1)
        self.criterion = ActiveFrameCriterion()

    def forward(self, noisy, clean):
        est = self.filter(noisy.unsqueeze(1)).squeeze(1)
        return self.criterion(est, clean)


def load():
    return torch.compile(Enhancer())


def cases():
    envelope = torch.tensor([1.0, 0.05, 1.0]).repeat_interleave(4)
    yield from build(load, lambda: (randn(2, 12), randn(2, 12, seed=1) * envelope), "base grad")
    yield from build(load, lambda: (randn(2, 12), torch.zeros(2, 12)), "base grad", tag="silent-")

EXPECT = {'topic': 'speech',
 'kind': 'mask',
 'rewrites': [],
 'breaks': {34: 2, 36: 1},
 'gb': ['GB0036', 'GB0170'],
 'skips': 0,
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
