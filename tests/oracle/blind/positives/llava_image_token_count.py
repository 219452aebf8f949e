"""Merging projected image features into the text embeddings at the image placeholder tokens."""

import torch
from torch import nn

from fxkit import build, randn


class LlavaMerge(nn.Module):
    def __init__(self, vocab=20, vision_dim=5, dim=6, image_token_id=19):
        super().__init__()
        self.embed_tokens = nn.Embedding(vocab, dim)
        self.projector = nn.Linear(vision_dim, dim)
        self.image_token_id = image_token_id

    def forward(self, input_ids, pixel_features):
        inputs_embeds = self.embed_tokens(input_ids)
        image_features = self.projector(pixel_features)
        special_image_mask = input_ids == self.image_token_id
        n_image_tokens = special_image_mask.sum().item()
        n_image_features = image_features.shape[0] * image_features.shape[1]
        if n_image_tokens != n_image_features:
            raise ValueError(
                f"Image features and image tokens do not match: tokens: {n_image_tokens}, features {n_image_features}"
            )
        special_image_mask = special_image_mask.unsqueeze(-1).expand_as(inputs_embeds)
        return inputs_embeds.masked_scatter(special_image_mask, image_features)


def load():
    model = LlavaMerge()
    model.compile()
    return model


def prompt(images):
    ids = torch.arange(1, 11).repeat(2, 1)
    ids[:, 2:5] = 19
    return ids, randn(images, 3, 5)


def cases():
    yield from build(load, lambda: prompt(2), "base grad nan")
    yield from build(load, lambda: prompt(1), "base", tag="mismatch-")


EXPECT = {'topic': 'multimodal',
 'rewrites': [],
 'breaks': {20: 3, 23: 1},
 'gb': ['GB0088', 'GB0124'],
 'skips': 1,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': []}
