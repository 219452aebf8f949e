"""Image tokens replace the placeholders in the text embedding; a mismatch of dtypes is an error on purpose."""

import torch
from torch import nn

from fxkit import build, ints, randn


class Projector(nn.Module):
    def __init__(self, vision_dim=3, text_dim=4):
        super().__init__()
        self.linear = nn.Linear(vision_dim, text_dim)

    def forward(self, features):
        return torch.nn.functional.gelu(self.linear(features.float()))


class Multimodal(nn.Module):
    IMAGE = 0

    def __init__(self, vocab=6, dim=4):
        super().__init__()
        self.projector = Projector(text_dim=dim)
        self.lm_head = nn.Linear(dim, vocab)

    def merge(self, embeds, ids, image):
        place = ids == self.IMAGE
        embeds[place] = image[place]
        return embeds

    def forward(self, ids, embeds, features):
        image = self.projector(features)
        merged = self.merge(embeds.clone(), ids, image)
        return self.lm_head(merged.float())


def load():
    return torch.compile(Multimodal())


def cases():
    yield from build(load, lambda: (ints(0, 3, 2, 5), randn(2, 5, 4), randn(2, 5, 3)), "base grad half bf16 f64")
    yield from build(load, lambda: (ints(1, 3, 2, 5), randn(2, 5, 4), randn(2, 5, 3)), "base half", tag="text-")

EXPECT = {'topic': 'inference',
 'kind': 'mask write',
 'verdict': 'any correct rewrite',
 'obligations': ['O8', 'exceptions', 'dtype promotion'],
 'breaks': {28: 2},
 'gb': ['GB0036'],
 'naive_differs_in': ['exception', 'dtype'],
 'unsafe': ['close',
            'no-exception',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
