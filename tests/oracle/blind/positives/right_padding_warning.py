"""First forward pass of a decoder-only generation: warn about right padding, build position ids, score."""

import warnings

import torch
from torch import nn

from fxkit import build, ints


class Prefill(nn.Module):
    def __init__(self, vocab=12, dim=6, max_pos=16, pad_token_id=0):
        super().__init__()
        self.wte, self.wpe = nn.Embedding(vocab, dim), nn.Embedding(max_pos, dim)
        self.ln_f = nn.LayerNorm(dim)
        self.pad_token_id = pad_token_id

    def check_padding(self, input_ids):
        if input_ids.shape[1] > 1 and torch.sum(input_ids[:, -1] == self.pad_token_id) > 0:
            warnings.warn(
                "A decoder-only architecture is being used, but right-padding was detected! For correct "
                "generation results, please set `padding_side='left'` when initializing the tokenizer.",
                UserWarning,
            )

    def forward(self, input_ids):
        self.check_padding(input_ids)
        attention_mask = (input_ids != self.pad_token_id).long()
        position_ids = attention_mask.cumsum(-1) - 1
        position_ids.masked_fill_(attention_mask == 0, 1)
        hidden = self.ln_f(self.wte(input_ids) + self.wpe(position_ids))
        hidden = hidden * attention_mask.unsqueeze(-1)
        return hidden[:, -1] @ self.wte.weight.t()


def load():
    return torch.compile(Prefill().eval())


def padded(side):
    ids = ints(1, 12, 3, 6)
    if side == "left":
        ids[1, :2] = 0
    else:
        ids[1, -2:] = 0
    return (ids,)


def cases():
    yield from build(load, lambda: padded("left"), "base", tag="left-")
    yield from build(load, lambda: padded("right"), "base", tag="right-")
    yield from build(load, lambda: (ints(0, 12, 3, 1),), "base", tag="step-")


EXPECT = {'topic': 'generation',
 'rewrites': [],
 'breaks': {19: 1, 20: 1},
 'gb': ['GB0007', 'GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-silent']}
