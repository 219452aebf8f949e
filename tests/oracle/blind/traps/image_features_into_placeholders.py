"""Features of the visible image patches replace the placeholder tokens of the prompt, in order."""

import torch
from torch import nn

from fxkit import build, randn

IMAGE_TOKEN = 7


class VisionLanguageInputs(nn.Module):
    def __init__(self, vocab=10, dim=4, vision_dim=3):
        super().__init__()
        self.embed_tokens = nn.Embedding(vocab, dim)
        self.projector = nn.Sequential(nn.Linear(vision_dim, dim), nn.GELU(), nn.Linear(dim, dim))

    def merge(self, input_ids, inputs_embeds, image_features, patch_mask):
        special_image_mask = input_ids == IMAGE_TOKEN
        if special_image_mask.shape != patch_mask.shape:
            raise ValueError("image features are padded to the length of the prompt")
        inputs_embeds = inputs_embeds.clone()
        inputs_embeds[special_image_mask] = image_features[patch_mask].to(inputs_embeds.dtype)
        return inputs_embeds

    def forward(self, input_ids, patches, patch_mask):
        inputs_embeds = self.embed_tokens(input_ids)
        image_features = self.projector(patches)
        return self.merge(input_ids, inputs_embeds, image_features, patch_mask)


def load():
    return torch.compile(VisionLanguageInputs())


def prompt(ids, visible):
    ids = torch.tensor(ids)
    mask = torch.arange(ids.shape[1])[None] < torch.tensor(visible)[:, None]
    return ids, randn(*ids.shape, 3), mask


def cases():
    yield from build(load, lambda: prompt([[7, 7, 7, 1, 2]], [3]), "base grad", tag="image-first-")
    yield from build(load, lambda: prompt([[1, 7, 7, 2, 3], [4, 5, 1, 7, 2]], [2, 1]), "base grad", tag="image-inside-")
    yield from build(load, lambda: prompt([[1, 2, 3]], [0]), "base", tag="text-only-")


EXPECT = {'topic': 'multimodal',
 'verdict': 'any correct rewrite',
 'obligations': ['order of selected elements'],
 'breaks': {22: 5},
 'gb': ['GB0036'],
 'naive_differs_in': ['values'],
 'unsafe': ['close', 'compiled-exception-type', 'grad-close', 'grad-none-zero']}
