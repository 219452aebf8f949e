"""A multimodal model puts image features in the place of the image tokens and checks their number."""

import torch
from torch import nn

from fxkit import build, randn

IMAGE_TOKEN = 9


class LlavaModel(nn.Module):
    def __init__(self, vocab=10, dim=4, vision_dim=3):
        super().__init__()
        self.embed_tokens = nn.Embedding(vocab, dim)
        self.multi_modal_projector = nn.Linear(vision_dim, dim)
        self.layer = nn.Linear(dim, dim)

    def get_placeholder_mask(self, input_ids, inputs_embeds, image_features):
        special_image_mask = input_ids == IMAGE_TOKEN
        n_image_tokens = special_image_mask.sum()
        special_image_mask = special_image_mask.unsqueeze(-1).expand_as(inputs_embeds)
        n_image_features = image_features.shape[0] * image_features.shape[1]
        if inputs_embeds[special_image_mask].numel() != image_features.numel():
            raise ValueError(
                f"Image features and image tokens do not match: tokens: {n_image_tokens}, features {n_image_features}"
            )
        return special_image_mask

    def forward(self, input_ids, pixel_values=None):
        inputs_embeds = self.embed_tokens(input_ids)
        if pixel_values is not None:
            image_features = self.multi_modal_projector(pixel_values)
            mask = self.get_placeholder_mask(input_ids, inputs_embeds, image_features)
            inputs_embeds = inputs_embeds.masked_scatter(mask, image_features)
        return inputs_embeds + torch.tanh(self.layer(inputs_embeds))


def load():
    return torch.compile(LlavaModel())


IDS = [[1, 9, 9, 2], [9, 9, 3, 0]]


def cases():
    yield from build(load, lambda: (torch.tensor(IDS), randn(2, 2, 3)), "base grad nan")
    yield from build(load, lambda: (torch.tensor([[9, 1, 9, 9, 9]]), randn(2, 2, 3)), "base", tag="one-")
    yield from build(load, lambda: (torch.tensor(IDS), randn(2, 3, 3)), "base", tag="mismatch-")
    yield from build(load, lambda: (torch.tensor(IDS),), "base", tag="text-")

EXPECT = {'topic': 'language models',
 'kind': 'checks',
 'rewrites': [],
 'breaks': {23: 7},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
