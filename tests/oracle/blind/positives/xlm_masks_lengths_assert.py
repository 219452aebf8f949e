"""Padding and causal masks of a cross-lingual language model, made from the sentence lengths."""

import torch
from torch import nn

from fxkit import build, ints


def get_masks(slen, lengths, causal, padding_mask=None):
    alen = torch.arange(slen, dtype=torch.long, device=lengths.device)
    if padding_mask is not None:
        mask = padding_mask
    else:
        assert lengths.max().item() <= slen
        mask = alen < lengths[:, None]
    bs = lengths.size(0)
    if causal:
        attn_mask = alen[None, None, :].repeat(bs, slen, 1) <= alen[None, :, None]
    else:
        attn_mask = mask
    assert mask.size() == (bs, slen)
    return mask, attn_mask


class XLMEncoder(nn.Module):
    def __init__(self, vocab=15, dim=6, causal=False, pad_index=2):
        super().__init__()
        self.causal, self.pad_index = causal, pad_index
        self.embeddings = nn.Embedding(vocab, dim, padding_idx=pad_index)
        self.q, self.k, self.v = nn.Linear(dim, dim), nn.Linear(dim, dim), nn.Linear(dim, dim)

    def forward(self, input_ids, lengths=None):
        bs, slen = input_ids.shape
        if lengths is None:
            lengths = (input_ids != self.pad_index).sum(dim=1)
        mask, attn_mask = get_masks(slen, lengths, self.causal)
        tensor = self.embeddings(input_ids) * mask.unsqueeze(-1)
        scores = self.q(tensor) @ self.k(tensor).transpose(1, 2)
        if attn_mask.dim() == 2:
            attn_mask = attn_mask[:, None, :]
        scores = scores.masked_fill(~attn_mask, torch.finfo(scores.dtype).min)
        return (torch.softmax(scores, dim=-1) @ self.v(tensor)) * mask.unsqueeze(-1)


def load(causal=False):
    return torch.compile(XLMEncoder(causal=causal))


def cases():
    yield from build(load, lambda: (ints(0, 15, 3, 6),), "base")
    yield from build(lambda: load(True), lambda: (ints(3, 15, 2, 5), torch.tensor([5, 2])), "base", tag="causal-")
    yield from build(load, lambda: (ints(3, 15, 2, 5), torch.tensor([3, 1])), "base", tag="lengths-")
    yield from build(load, lambda: (ints(3, 15, 2, 5), torch.tensor([3, 7])), "base", tag="too-long-")

EXPECT = {'topic': 'llm',
 'kind': 'assert',
 'rewrites': [],
 'breaks': {14: 3},
 'gb': ['GB0002', 'GB0124'],
 'skips': 1,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'compiled-exception-type',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
