"""Vision expert layer of CogVLM: image tokens and text tokens have their own weights."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn

LANGUAGE_TOKEN_TYPE = 0
VISION_TOKEN_TYPE = 1


def get_expert_mask(token_type_ids):
    vision_token_mask = torch.zeros_like(token_type_ids, dtype=torch.bool)
    vision_token_mask[:, :-1] = (token_type_ids[:, :-1] == VISION_TOKEN_TYPE) & (token_type_ids[:, 1:] == VISION_TOKEN_TYPE)
    language_token_mask = ~vision_token_mask
    return vision_token_mask, language_token_mask


class MLP(nn.Module):
    def __init__(self, hidden_size, intermediate_size):
        super().__init__()
        self.gate_proj = nn.Linear(hidden_size, intermediate_size, bias=False)
        self.up_proj = nn.Linear(hidden_size, intermediate_size, bias=False)
        self.down_proj = nn.Linear(intermediate_size, hidden_size, bias=False)

    def forward(self, x):
        return self.down_proj(F.silu(self.gate_proj(x)) * self.up_proj(x))


class VisionExpertMLP(nn.Module):
    def __init__(self, hidden_size, intermediate_size):
        super().__init__()
        self.language_mlp = MLP(hidden_size, intermediate_size)
        self.vision_mlp = MLP(hidden_size, intermediate_size)

    def forward(self, hidden_states, token_type_ids):
        output = torch.empty(hidden_states.shape, dtype=hidden_states.dtype, device=hidden_states.device)
        vision_token_mask, language_token_mask = get_expert_mask(token_type_ids)
        output[vision_token_mask] = self.vision_mlp(hidden_states[vision_token_mask])
        output[language_token_mask] = self.language_mlp(hidden_states[language_token_mask])
        return output


class DecoderLayer(nn.Module):
    def __init__(self, hidden_size=4):
        super().__init__()
        self.input_layernorm = nn.LayerNorm(hidden_size)
        self.mlp = VisionExpertMLP(hidden_size, 6)

    def forward(self, hidden_states, token_type_ids):
        residual = hidden_states
        hidden_states = self.mlp(self.input_layernorm(hidden_states), token_type_ids)
        return residual + hidden_states


def load():
    return torch.compile(DecoderLayer())


def batch(vision=3, t=7):
    types = torch.zeros(2, t, dtype=torch.long)
    types[:, 1 : 1 + vision] = VISION_TOKEN_TYPE
    types[1] = types[1].roll(1)
    return randn(2, t, 4), types


def cases():
    yield from build(load, batch, "base grad nan")
    yield from build(load, lambda: batch(0), "base grad", tag="text-")
    yield from build(load, lambda: (randn(1, 5, 4), torch.ones(1, 5, dtype=torch.long)), "base", tag="image-")
    yield from build(load, lambda: batch(1, 4), "base", tag="lonely-")


EXPECT = {'topic': 'multimodal',
 'rewrites': [],
 'breaks': {40: 4, 41: 4},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 5,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'requires-grad']}
