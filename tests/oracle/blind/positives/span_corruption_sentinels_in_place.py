"""T5 span corruption on device: noise spans become one sentinel each, removed positions hold the pad id."""

import torch

from fxkit import bools, ints


class SpanCorruptor:
    def __init__(self, vocab_size=100, pad_id=0, max_sentinels=3):
        self.vocab_size = vocab_size
        self.pad_id = pad_id
        self.max_sentinels = max_sentinels

    def sentinel_ids(self, mask):
        """-1 inside a span after its first token, the sentinel at its start, 0 elsewhere."""
        start = mask & ~torch.roll(mask, 1, dims=-1)
        start[:, 0] = mask[:, 0]
        order = start.long().cumsum(-1)
        ids = torch.zeros_like(order)
        ids[start] = self.vocab_size - order[start]
        ids[mask & ~start] = -1
        return ids

    def check(self, mask):
        spans = (mask & ~torch.roll(mask, 1, dims=-1)).sum(-1)
        if (spans > self.max_sentinels).any():
            print("more spans than sentinels:", spans.max().item())

    @torch.compile
    def __call__(self, tokens, mask):
        self.check(mask)
        sentinel = self.sentinel_ids(mask)
        corrupted = tokens.clone()
        corrupted[sentinel > 0] = sentinel[sentinel > 0]
        corrupted[sentinel == -1] = self.pad_id
        # keep the order of what is left, padding to the right
        order = (sentinel == -1).long().argsort(dim=-1, stable=True)
        return corrupted.gather(-1, order), (sentinel != -1).sum(-1)


def batch(p, **kw):
    def make():
        c = SpanCorruptor(**kw)
        return SpanCorruptor.__call__, (c, ints(1, 90, 2, 8), bools(2, 8, p=p)), {}

    return make


def cases():
    yield "usual", batch(0.4)
    yield "few-sentinels", batch(0.4, max_sentinels=1)
    yield "none", batch(0.0)
    yield "all", batch(1.0)


EXPECT = {'topic': 'tokenisation',
 'rewrites': [],
 'breaks': {20: 1, 26: 1, 27: 2, 34: 1},
 'gb': ['GB0036', 'GB0059', 'GB0124', 'GB0170'],
 'skips': 0,
 'graphs_per_call': 6,
 'after': 0,
 'assume': [],
 'unsafe': ['compiled-silent', 'finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad', 'number-tensor']}
