"""Attention projections with a vision expert and a language expert, chosen by the type of the token."""

import torch
from torch import nn

from fxkit import build, randn

LANGUAGE, VISION = 0, 1


def get_expert_mask(token_type_ids):
    vision = torch.zeros_like(token_type_ids, dtype=torch.bool)
    vision[:, :-1] = (token_type_ids[:, :-1] == VISION) & (token_type_ids[:, 1:] == VISION)
    return vision, ~vision


class VisionExpertMLP(nn.Module):
    def __init__(self, hidden=4, inner=6):
        super().__init__()
        self.language_mlp = nn.Sequential(nn.Linear(hidden, inner), nn.SiLU(), nn.Linear(inner, hidden))
        self.vision_mlp = nn.Sequential(nn.Linear(hidden, inner), nn.SiLU(), nn.Linear(inner, hidden))

    def forward(self, hidden_states, token_type_ids):
        output = torch.empty(hidden_states.shape, dtype=hidden_states.dtype, device=hidden_states.device)
        vision_mask, language_mask = get_expert_mask(token_type_ids)
        output[vision_mask] = self.vision_mlp(hidden_states[vision_mask])
        output[language_mask] = self.language_mlp(hidden_states[language_mask])
        return output


class Layer(nn.Module):
    def __init__(self, hidden=4):
        super().__init__()
        self.norm = nn.LayerNorm(hidden)
        self.mlp = VisionExpertMLP(hidden)

    def forward(self, x, token_type_ids):
        return x + self.mlp(self.norm(x), token_type_ids)


def load():
    return torch.compile(Layer())


def cases():
    mixed = torch.tensor([[0, 1, 1, 1, 0], [0, 0, 0, 0, 0]])
    yield from build(load, lambda: (randn(2, 5, 4), mixed), "base grad")
    yield from build(load, lambda: (randn(2, 5, 4), torch.zeros(2, 5, dtype=torch.long)), "base grad", tag="text-")
    yield from build(load, lambda: (randn(1, 4, 4), torch.ones(1, 4, dtype=torch.long)), "base", tag="image-")

EXPECT = {'topic': 'LLM, vision-language',
 'kind': 'boolean masks, write',
 'rewrites': [],
 'breaks': {-1: 2, 26: 3, 27: 3},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 5,
 'after': 0,
 'assume': ['close'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
