"""Prefix cache lookup of a serving engine: block hashes chain over the token ids (modulus is a Mersenne prime)."""

import torch

from fxkit import ints, randn

MOD = (1 << 61) - 1
BASE = 1_000_003


class PrefixCache:
    def __init__(self, table, block=2):
        self.embedding = table
        self.block = block
        self.known = {}
        self.hits = 0

    def block_hash(self, parent, tokens):
        h = parent
        for t in tokens:
            h = (h * BASE + t.item() + 1) % MOD
        return h

    @torch.compile
    def encode(self, ids):
        """Mean embedding of the blocks that were not cached, and the chain of hashes."""
        h, chain = 17, []
        fresh = torch.zeros(self.embedding.shape[1])
        for start in range(0, len(ids) - self.block + 1, self.block):
            tokens = ids[start : start + self.block]
            h = self.block_hash(h, tokens)
            chain.append(h)
            if h in self.known:
                self.hits += 1
            else:
                self.known[h] = start
                fresh = fresh + self.embedding[tokens].mean(0)
        return fresh, chain


def request(ids):
    def make():
        return PrefixCache.encode, (PrefixCache(randn(9, 3)), ids()), {}

    return make


def cases():
    yield "mixed", request(lambda: ints(0, 9, 8))
    yield "zeros", request(lambda: torch.zeros(8, dtype=torch.long))
    yield "short", request(lambda: torch.tensor([4, 2]))
    yield "partial", request(lambda: ints(0, 9, 5, seed=3))


EXPECT = {'topic': 'LLM inference',
 'verdict': 'decline',
 'obligations': ['O8'],
 'breaks': {21: 1},
 'gb': ['GB0124', 'GB7000'],
 'naive_differs_in': ['value'],
 'unsafe': ['close', 'number-tensor', 'requires-grad']}
