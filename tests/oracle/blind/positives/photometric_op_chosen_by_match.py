"""On-device photometric augmentation; operation code and magnitude come from the policy tensor of the data server."""

import torch
from torch import nn

from fxkit import build, rand


class PolicyAugment(nn.Module):
    def __init__(self, clip=True):
        super().__init__()
        self.clip = clip
        self.applied = torch.zeros(4, dtype=torch.long)

    def contrast(self, img, m):
        mean = img.mean((-2, -1), keepdim=True)
        return mean + (img - mean) * (1 + m)

    def solarize(self, img, m):
        out = img.clone()
        above = out > 1 - m
        out[above] = 1 - out[above]
        return out

    def apply(self, img, code, m):
        match int(code):
            case 0:
                return img
            case 1:
                return img + m
            case 2:
                return self.contrast(img, m)
            case _:
                return self.solarize(img, m)

    def forward(self, img, policy):
        for code, m in policy:
            img = self.apply(img, code, m)
            self.applied[code.long().clamp(0, 3)] += 1
        if self.clip and ((img < 0) | (img > 1)).any():
            img = img.clamp(0.0, 1.0)
        return img


def cases():
    make = lambda **kw: lambda: torch.compile(PolicyAugment(**kw))
    pol = lambda *p: lambda: (rand(1, 3, 3), torch.tensor(p))
    yield from build(make(), pol([0.0, 0.5], [1.0, 0.2]), "base", tag="bright-")
    yield from build(make(), pol([2.0, 0.8], [3.0, 0.4]), "base", tag="contrast-")
    yield from build(make(), pol([0.0, 0.0], [0.0, 1.0]), "base", tag="identity-")
    yield from build(make(clip=False), pol([3.0, 0.9], [7.0, 0.1]), "base", tag="raw-")


EXPECT = {'topic': 'augmentation',
 'rewrites': [],
 'breaks': {22: 1, 26: 2},
 'gb': ['GB0036', 'GB0124', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad', 'close', 'grad-close']}
