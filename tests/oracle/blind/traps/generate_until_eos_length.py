"""Token by token generation that stops at the end of sequence token."""

import torch
import torch.nn as nn

from fxkit import build


class CharModel(nn.Module):
    def __init__(self, vocab=6, dim=5, block_size=4):
        super().__init__()
        self.wte = nn.Embedding(vocab, dim)
        self.mix = nn.Linear(dim, dim)
        self.lm_head = nn.Linear(dim, vocab)
        self.block_size = block_size

    def forward(self, idx):
        h = self.wte(idx)
        h = torch.tanh(self.mix(h.cumsum(1)))
        return self.lm_head(h)

    @torch.no_grad()
    def generate(self, idx, max_new_tokens, eos_id):
        for _ in range(max_new_tokens):
            idx_cond = idx if idx.size(1) <= self.block_size else idx[:, -self.block_size :]
            logits = self(idx_cond)[:, -1, :]
            idx_next = torch.argmax(logits, dim=-1, keepdim=True)
            idx = torch.cat((idx, idx_next), dim=1)
            if idx_next.item() == eos_id:
                break
        return idx


def load():
    return torch.compile(CharModel().generate)


def cases():
    for eos in range(6):
        yield from build(load, lambda eos=eos: (torch.tensor([[1, 2]]), 5, eos), "base", tag=f"eos{eos}-")


EXPECT = {'topic': 'generation',
 'verdict': 'decline',
 'obligations': ['O12', 'R7'],
 'breaks': {29: 2},
 'gb': ['GB0124', 'GB7000'],
 'naive_differs_in': ['shape'],
 'unsafe': []}
