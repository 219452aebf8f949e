"""Prefix cache of a serving engine: blocks of tokens are identified by a rolling hash in Python integers."""

import torch
from torch import Tensor, nn

from fxkit import build, ints

HASH_BASE = 1_000_003
HASH_MOD = (1 << 61) - 1


def extend_hash(h: int, token: int) -> int:
    return (h * HASH_BASE + token + 1) % HASH_MOD


class BlockTable:
    def __init__(self):
        self.refs: dict[int, int] = {}
        self.hits = 0

    def acquire(self, key: int) -> bool:
        hit = key in self.refs
        self.refs[key] = self.refs.get(key, 0) + 1
        self.hits += hit
        return hit


class PrefixEncoder(nn.Module):
    def __init__(self, vocab: int = 20, dim: int = 4, block_size: int = 3):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.proj = nn.Linear(dim, dim)
        self.block_size = block_size
        self.table = BlockTable()

    def block_keys(self, tokens: Tensor) -> list[int]:
        """The hash of a block covers everything before it too."""
        keys = []
        digest = 7
        for start in range(0, tokens.shape[0] - self.block_size + 1, self.block_size):
            for i in range(self.block_size):
                digest = extend_hash(digest, tokens[start + i].item())
            self.table.acquire(digest)
            keys.append(digest)
        return keys

    def forward(self, tokens: Tensor) -> tuple[Tensor, list[int]]:
        """tokens: [T]"""
        h = torch.relu(self.proj(self.embed(tokens)))
        keys = self.block_keys(tokens)
        return h.mean(0), keys


def make(block_size=3):
    return torch.compile(PrefixEncoder(block_size=block_size))


def cases():
    yield from build(make, lambda: (ints(0, 20, 6),), "base")
    yield from build(lambda: make(2), lambda: (ints(0, 20, 7, seed=2),), "base", tag="pairs-")
    yield from build(lambda: make(5), lambda: (ints(0, 20, 4),), "base", tag="short-")
    yield from build(lambda: make(4), lambda: (torch.full((8,), 19),), "base", tag="same-")

EXPECT = {'topic': 'inference serving',
 'verdict': 'any correct rewrite',
 'obligations': [],
 'breaks': {42: 3},
 'gb': ['GB0124', 'GB7000'],
 'naive_differs_in': ['type', 'value', 'length'],
 'unsafe': ['number-tensor', 'fresh-result']}
