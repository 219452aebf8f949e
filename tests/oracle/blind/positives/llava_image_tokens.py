"""Merges image features into the text embeddings after checking their number."""

from typing import Optional

import torch
from torch import nn

from fxkit import build, randn

IMAGE_TOKEN_ID = 9


class MultiModalProjector(nn.Module):
    def __init__(self, vision_dim=5, text_dim=4):
        super().__init__()
        self.linear_1 = nn.Linear(vision_dim, text_dim)
        self.linear_2 = nn.Linear(text_dim, text_dim)

    def forward(self, image_features):
        return self.linear_2(nn.functional.gelu(self.linear_1(image_features)))


class LlavaModel(nn.Module):
    def __init__(self, vocab_size=10, text_dim=4):
        super().__init__()
        self.embed_tokens = nn.Embedding(vocab_size, text_dim)
        self.multi_modal_projector = MultiModalProjector(text_dim=text_dim)
        self.lm_head = nn.Linear(text_dim, vocab_size, bias=False)

    def get_placeholder_mask(self, input_ids, inputs_embeds, image_features):
        special_image_mask = input_ids == IMAGE_TOKEN_ID
        n_image_tokens = special_image_mask.sum()
        n_image_features = image_features.shape[0] * image_features.shape[1]
        if n_image_tokens != n_image_features:
            raise ValueError(
                f"Image features and image tokens do not match: tokens: {n_image_tokens}, features {n_image_features}"
            )
        return special_image_mask.unsqueeze(-1).expand_as(inputs_embeds)

    def forward(self, input_ids, pixel_features: Optional[torch.Tensor] = None):
        inputs_embeds = self.embed_tokens(input_ids)
        if pixel_features is not None:
            image_features = self.multi_modal_projector(pixel_features)
            mask = self.get_placeholder_mask(input_ids, inputs_embeds, image_features)
            inputs_embeds = inputs_embeds.masked_scatter(mask, image_features)
        return self.lm_head(inputs_embeds)


def load():
    return torch.compile(LlavaModel())


def cases():
    good = torch.tensor([[1, 9, 9, 2, 3], [9, 4, 5, 9, 6]])
    bad = torch.tensor([[1, 9, 9, 2, 3], [9, 4, 5, 7, 6]])
    yield from build(load, lambda: (good, randn(2, 2, 5)), "base grad")
    yield from build(load, lambda: (bad, randn(2, 2, 5)), "base", tag="bad-")
    yield from build(load, lambda: (good,), "base", tag="text-")


EXPECT = {'topic': 'multimodal',
 'kind': 'count_mismatch_raise',
 'rewrites': [],
 'breaks': {34: 2, 35: 1},
 'gb': ['GB0088', 'GB0170'],
 'skips': 1,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-exception-type']}
