"""Decoder inputs of a T5 model: labels shifted right, -100 replaced by the pad token."""

import torch
from torch import nn

from fxkit import build, ints


class T5Decoder(nn.Module):
    def __init__(self, vocab=12, dim=6):
        super().__init__()
        self.shared = nn.Embedding(vocab, dim)
        self.lm_head = nn.Linear(dim, vocab, bias=False)
        self.decoder_start_token_id = 0
        self.pad_token_id = 0

    def _shift_right(self, input_ids):
        assert self.decoder_start_token_id is not None, "decoder_start_token_id has to be defined"
        shifted_input_ids = input_ids.new_zeros(input_ids.shape)
        shifted_input_ids[..., 1:] = input_ids[..., :-1].clone()
        shifted_input_ids[..., 0] = self.decoder_start_token_id
        # replace possible -100 values in labels by `pad_token_id`
        shifted_input_ids.masked_fill_(shifted_input_ids == -100, self.pad_token_id)
        assert torch.all(shifted_input_ids >= 0).item(), "Verify that `shifted_input_ids` has only positive values"
        return shifted_input_ids

    def forward(self, labels):
        hidden = self.shared(self._shift_right(labels))
        logits = self.lm_head(hidden)
        loss = nn.functional.cross_entropy(logits.view(-1, logits.size(-1)), labels.view(-1), ignore_index=-100)
        return loss, logits


def load():
    return torch.compile(T5Decoder())


def padded():
    labels = ints(1, 12, 2, 6)
    labels[1, 3:] = -100
    return (labels,)


def bad():
    labels = ints(1, 12, 2, 6)
    labels[0, 2] = -3
    return (labels,)


def cases():
    yield from build(load, lambda: (ints(1, 12, 2, 6),), "base")
    yield from build(load, padded, "base", tag="padded-")
    yield from build(load, bad, "base", tag="bad-")


EXPECT = {'topic': 'language',
 'rewrites': [],
 'breaks': {24: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-exception-type']}
