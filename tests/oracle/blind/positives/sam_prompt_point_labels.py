"""Embeds clicked points, by their label, for a promptable segmenter."""

import math

import torch
import torch.nn as nn

from fxkit import build, ints, rand


class PromptEncoder(nn.Module):
    def __init__(self, embed_dim=6, input_image_size=(16, 16)):
        super().__init__()
        self.input_image_size = input_image_size
        self.register_buffer("gaussian_matrix", torch.randn((2, embed_dim // 2)))
        self.point_embeddings = nn.ModuleList([nn.Embedding(1, embed_dim) for _ in range(2)])
        self.not_a_point_embed = nn.Embedding(1, embed_dim)

    def _pe_encoding(self, coords):
        coords = 2 * coords - 1
        coords = 2 * math.pi * (coords @ self.gaussian_matrix)
        return torch.cat([torch.sin(coords), torch.cos(coords)], dim=-1)

    def forward(self, points, labels, pad):
        points = points + 0.5
        if pad:
            points = torch.cat([points, torch.zeros((points.shape[0], 1, 2))], dim=1)
            labels = torch.cat([labels, -torch.ones((labels.shape[0], 1), dtype=labels.dtype)], dim=1)
        scale = torch.tensor([self.input_image_size[1], self.input_image_size[0]])
        point_embedding = self._pe_encoding(points / scale)
        point_embedding[labels == -1] = 0.0
        point_embedding[labels == -1] += self.not_a_point_embed.weight
        point_embedding[labels == 0] += self.point_embeddings[0].weight
        point_embedding[labels == 1] += self.point_embeddings[1].weight
        return point_embedding


def load():
    return torch.compile(PromptEncoder())


def cases():
    yield from build(load, lambda: (rand(2, 3, 2) * 15, ints(-1, 2, 2, 3), True), "base grad")
    yield from build(load, lambda: (rand(2, 3, 2) * 15, torch.ones(2, 3, dtype=torch.long), False), "base grad", tag="fg-")


EXPECT = {'topic': 'segmentation',
 'rewrites': ['R32'],
 'breaks': {32: 4, 33: 4, 34: 2},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
