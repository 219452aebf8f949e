"""Safety checker of a diffusion pipeline: images near a forbidden concept are replaced by black."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, rand, randn


def cosine_distance(image_embeds, text_embeds):
    return F.normalize(image_embeds) @ F.normalize(text_embeds).t()


class SafetyChecker(nn.Module):
    def __init__(self, pixels=12, dim=4, concepts=3, special=2):
        super().__init__()
        self.visual_projection = nn.Linear(pixels, dim, bias=False)
        self.register_buffer("concept_embeds", randn(concepts, dim))
        self.register_buffer("special_care_embeds", randn(special, dim, seed=1))
        self.register_buffer("concept_embeds_weights", torch.full((concepts,), 0.55))
        self.register_buffer("special_care_embeds_weights", torch.full((special,), 0.4))

    @torch.no_grad()
    def forward(self, images):
        image_embeds = self.visual_projection(images.flatten(1))
        special_cos_dist = cosine_distance(image_embeds, self.special_care_embeds)
        cos_dist = cosine_distance(image_embeds, self.concept_embeds)
        has_nsfw_concepts = []
        for i in range(image_embeds.shape[0]):
            adjustment, bad_concepts = 0.0, 0
            for idx in range(special_cos_dist.shape[1]):
                score = special_cos_dist[i, idx] - self.special_care_embeds_weights[idx]
                if round(score.item(), 3) > 0:
                    adjustment = 0.01
            for idx in range(cos_dist.shape[1]):
                score = cos_dist[i, idx] - self.concept_embeds_weights[idx] + adjustment
                if round(score.item(), 3) > 0:
                    bad_concepts += 1
            has_nsfw_concepts.append(bad_concepts > 0)
        images = images.clone()
        for idx, has_nsfw_concept in enumerate(has_nsfw_concepts):
            if has_nsfw_concept:
                images[idx] = torch.zeros_like(images[idx])
        return images, has_nsfw_concepts


def load():
    return torch.compile(SafetyChecker())


def cases():
    yield from build(load, lambda: (rand(4, 3, 2, 2) - 0.5,), "base zero")
    yield from build(load, lambda: (randn(4, 3, 2, 2, seed=5),), "base", tag="other-")

EXPECT = {'topic': 'diffusion',
 'kind': 'loops',
 'rewrites': [],
 'breaks': {33: 2},
 'gb': ['GB0124', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['number-tensor', 'close'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
