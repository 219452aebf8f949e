"""Open vocabulary detection: tokens only attend within their phrase, which ends at a special token."""

import torch
from torch import nn

from fxkit import build, randn

SPECIAL_TOKENS = [101, 102, 1012, 1029]


def generate_masks_with_special_tokens(input_ids):
    """Returns the (batch, n, n) attention mask and the position ids, which start anew in every phrase."""
    batch_size, num_token = input_ids.shape
    special_tokens_mask = torch.zeros((batch_size, num_token)).bool()
    for special_token in SPECIAL_TOKENS:
        special_tokens_mask |= input_ids == special_token
    idxs = torch.nonzero(special_tokens_mask)

    attention_mask = torch.eye(num_token).bool().unsqueeze(0).repeat(batch_size, 1, 1)
    position_ids = torch.zeros((batch_size, num_token), dtype=torch.long)
    previous_col = 0
    for i in range(idxs.shape[0]):
        row, col = idxs[i]
        if (col == 0) or (col == num_token - 1):
            attention_mask[row, col, col] = True
            position_ids[row, col] = 0
        else:
            attention_mask[row, previous_col + 1 : col + 1, previous_col + 1 : col + 1] = True
            position_ids[row, previous_col + 1 : col + 1] = torch.arange(0, col - previous_col)
        previous_col = col
    return attention_mask, position_ids


class TextBackbone(nn.Module):
    def __init__(self, dim=4, max_len=8):
        super().__init__()
        self.positions = nn.Embedding(max_len, dim)
        self.q = nn.Linear(dim, dim)
        self.k = nn.Linear(dim, dim)

    def forward(self, embeds, input_ids):
        mask, position_ids = generate_masks_with_special_tokens(input_ids)
        x = embeds + self.positions(position_ids)
        scores = (self.q(x) @ self.k(x).transpose(1, 2)).masked_fill(~mask, -1e9)
        return scores.softmax(dim=-1) @ x


def load():
    return torch.compile(TextBackbone())


def cases():
    two = torch.tensor([[101, 7, 8, 1012, 9, 1012, 102]])
    batch = torch.tensor([[101, 7, 1012, 8, 9, 1012, 102], [101, 5, 6, 4, 3, 1012, 102]])
    yield from build(load, lambda: (randn(1, 7, 4), two), "base grad")
    yield from build(load, lambda: (randn(2, 7, 4), batch), "base nan", tag="batch-")

EXPECT = {'topic': 'detection',
 'kind': 'loops',
 'rewrites': [],
 'breaks': {17: 2, 24: 1},
 'gb': ['GB0036', 'GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
