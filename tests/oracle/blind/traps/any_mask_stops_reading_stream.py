"""Looks for the first frame with motion in a stream of masks."""

import torch
import torch.nn as nn

from fxkit import randn


class MotionGate(nn.Module):
    def __init__(self, dim=4):
        super().__init__()
        self.mix = nn.Linear(dim, dim)

    def forward(self, frames, masks):
        moving = False
        for mask in masks:
            if mask.any():
                moving = True
                break
        out = torch.relu(self.mix(frames))
        return out * 2.0 if moving else out


class Stream:
    def __init__(self, masks):
        self.masks = masks
        self.position = 0

    def __iter__(self):
        return self

    def __next__(self):
        if self.position >= len(self.masks):
            raise StopIteration
        self.position += 1
        return self.masks[self.position - 1]


def cases():
    def case(hits):
        def make():
            torch.manual_seed(2)
            masks = [torch.tensor([h, False]) for h in hits]
            return torch.compile(MotionGate()), (randn(2, 4), Stream(masks)), {}

        return make

    yield "first", case([True, False, True])
    yield "second", case([False, True, False])
    yield "still", case([False, False])


EXPECT = {'topic': 'video',
 'verdict': 'any correct rewrite',
 'obligations': ['O3', 'R7'],
 'breaks': {17: 1},
 'gb': ['GB0170', 'GB7000'],
 'naive_differs_in': ['value', 'values'],
 'unsafe': []}
