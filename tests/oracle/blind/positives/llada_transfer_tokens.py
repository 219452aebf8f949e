"""Masked diffusion language model: each row of the block reveals its own number of most confident tokens."""

import torch
from torch import nn

from fxkit import build, ints, randn


def get_num_transfer_tokens(mask_index, steps):
    mask_num = mask_index.sum(dim=1, keepdim=True)
    base = mask_num // steps
    remainder = mask_num % steps
    num_transfer_tokens = torch.zeros(mask_num.size(0), steps, dtype=torch.int64) + base
    for i in range(mask_num.size(0)):
        num_transfer_tokens[i, : remainder[i]] += 1
    return num_transfer_tokens


class MaskedDiffusionLM(nn.Module):
    def __init__(self, vocab=10, dim=6, mask_id=10, steps=3):
        super().__init__()
        self.embed = nn.Embedding(vocab + 1, dim)
        self.mix = nn.Linear(2 * dim, dim)
        self.head = nn.Linear(dim, vocab)
        self.mask_id = mask_id
        self.steps = steps

    def logits(self, x):
        h = self.embed(x)
        ctx = h.mean(dim=1, keepdim=True).expand_as(h)
        pos = torch.arange(x.shape[1]).float().sin().view(1, -1, 1)
        return self.head(self.mix(torch.cat([h + pos, ctx], dim=-1)).relu())

    @torch.no_grad()
    def forward(self, x):
        num_transfer_tokens = get_num_transfer_tokens(x == self.mask_id, self.steps)
        for i in range(self.steps):
            mask_index = x == self.mask_id
            logits = self.logits(x)
            x0 = logits.argmax(dim=-1)
            x0_p = logits.softmax(dim=-1).gather(-1, x0.unsqueeze(-1)).squeeze(-1)
            x0 = torch.where(mask_index, x0, x)
            confidence = torch.where(mask_index, x0_p, -torch.inf)
            transfer_index = torch.zeros_like(x0, dtype=torch.bool)
            for j in range(confidence.shape[0]):
                _, select_index = torch.topk(confidence[j], k=num_transfer_tokens[j, i])
                transfer_index[j, select_index] = True
            x = torch.where(transfer_index, x0, x)
        return x


def load():
    return torch.compile(MaskedDiffusionLM())


def cases():
    def rows(masked):
        x = ints(0, 10, 2, 7)
        x[0, 1 : 1 + masked] = 10
        x[1, 3:] = 10
        return (x,)

    yield from build(load, lambda: rows(5), "base")
    yield from build(load, lambda: rows(1), "base", tag="few-")

EXPECT = {'topic': 'diffusion',
 'kind': 'sizes',
 'rewrites': [],
 'breaks': {15: 1, 46: 1},
 'gb': ['GB0033', 'GB0124', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 5,
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
