"""Gated mixer of a state-space block: padded positions are zeroed when the batch has padding."""

import torch
import torch.nn as nn

from fxkit import build, randn


def apply_mask_to_padding_states(hidden_states, attention_mask):
    """Tunes out the hidden states for padding tokens."""
    if attention_mask is not None and not attention_mask.bool().all():
        dtype = hidden_states.dtype
        hidden_states = (hidden_states * attention_mask[:, :, None]).to(dtype)
    return hidden_states


class MambaMixer(nn.Module):
    def __init__(self, dim=4):
        super().__init__()
        self.in_proj = nn.Linear(dim, 2 * dim, bias=False)
        self.conv = nn.Conv1d(dim, dim, 3, padding=2, groups=dim)

    def forward(self, hidden_states, attention_mask=None):
        hidden_states = apply_mask_to_padding_states(hidden_states, attention_mask)
        x, gate = self.in_proj(hidden_states).chunk(2, dim=-1)
        x = self.conv(x.transpose(1, 2))[..., : hidden_states.shape[1]].transpose(1, 2)
        x = apply_mask_to_padding_states(torch.nn.functional.silu(x), attention_mask)
        return x * torch.sigmoid(gate)


def make_mixer():
    return torch.compile(MambaMixer())


FULL = torch.ones(2, 5, dtype=torch.long)
LEFT = torch.tensor([[0, 0, 1, 1, 1], [1, 1, 1, 1, 1]])


def cases():
    yield from build(make_mixer, lambda: (randn(2, 5, 4), FULL.clone()), "base grad nan")
    yield from build(make_mixer, lambda: (randn(2, 5, 4), LEFT.clone()), "base grad", tag="left-")
    yield from build(make_mixer, lambda: (randn(2, 5, 4),), "base", tag="nomask-")

EXPECT = {'topic': 'llm training',
 'rewrites': [],
 'breaks': {11: 2},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 6,
 'after': 0,
 'assume': [],
 'unsafe': ['fresh-result', 'requires-grad', 'finite-grad']}
