"""A decoder drops its attention mask when nothing is padded, so that the kernel may be causal."""

import torch
import torch.nn as nn
import torch.nn.functional as F

from fxkit import build, randn


def prepare_causal_attention_mask_for_sdpa(attention_mask, input_shape, inputs_embeds):
    """Returns None when `is_causal` of the kernel does the same."""
    bsz, q_len = input_shape
    if attention_mask is None:
        return None
    if torch.all(attention_mask == 1):
        return None
    causal = torch.tril(torch.ones(q_len, q_len, dtype=torch.bool))
    mask = causal[None, None] & attention_mask[:, None, None, :].bool()
    min_dtype = torch.finfo(inputs_embeds.dtype).min
    return torch.zeros(bsz, 1, q_len, q_len, dtype=inputs_embeds.dtype).masked_fill(~mask, min_dtype)


class SdpaAttention(nn.Module):
    def __init__(self, hidden_size=8, num_heads=2):
        super().__init__()
        self.num_heads = num_heads
        self.q_proj = nn.Linear(hidden_size, hidden_size)
        self.k_proj = nn.Linear(hidden_size, hidden_size)
        self.v_proj = nn.Linear(hidden_size, hidden_size)
        self.o_proj = nn.Linear(hidden_size, hidden_size)

    def shape(self, x):
        return x.view(x.size(0), x.size(1), self.num_heads, -1).transpose(1, 2)

    def forward(self, hidden_states, attention_mask=None):
        bsz, q_len, _ = hidden_states.shape
        mask = prepare_causal_attention_mask_for_sdpa(attention_mask, (bsz, q_len), hidden_states)
        q, k, v = (self.shape(p(hidden_states)) for p in (self.q_proj, self.k_proj, self.v_proj))
        attn_output = F.scaled_dot_product_attention(q, k, v, attn_mask=mask, is_causal=mask is None and q_len > 1)
        return self.o_proj(attn_output.transpose(1, 2).reshape(bsz, q_len, -1))


def load():
    return torch.compile(SdpaAttention())


def cases():
    yield from build(load, lambda: (randn(2, 5, 8), torch.ones(2, 5, dtype=torch.long)), "base grad")
    yield from build(load, lambda: (randn(2, 5, 8), torch.tensor([[1, 1, 1, 0, 0], [1, 1, 1, 1, 1]])), "base grad", tag="padded-")
    yield from build(load, lambda: (randn(1, 1, 8), torch.ones(1, 1, dtype=torch.long)), "base", tag="one-")
    yield from build(load, lambda: (randn(2, 5, 8),), "base", tag="maskless-")

EXPECT = {'topic': 'language',
 'kind': 'branch',
 'rewrites': [],
 'breaks': {15: 5, 39: 2},
 'gb': ['GB0112', 'GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad',
            'fresh-result',
            'grad-none-zero',
            'number-tensor',
            'requires-grad']}
