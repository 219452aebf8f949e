"""Greedy decoding that stops when every sequence has produced the end token."""

from dataclasses import dataclass

import torch
from torch import nn

from fxkit import build, randn


@dataclass
class DecoderConfig:
    vocab_size: int = 7
    dim: int = 6
    bos_id: int = 1
    eos_id: int = 2
    pad_id: int = 0
    max_len: int = 6


class GreedyDecoder(nn.Module):
    def __init__(self, cfg):
        super().__init__()
        self.cfg = cfg
        self.embed = nn.Embedding(cfg.vocab_size, cfg.dim)
        self.cell = nn.Linear(2 * cfg.dim, cfg.dim)
        self.out = nn.Linear(cfg.dim, cfg.vocab_size)

    def step(self, token, state):
        inp = torch.cat([self.embed(token), state], dim=-1)
        state = torch.tanh(self.cell(inp))
        return self.out(state), state

    @torch.no_grad()
    def forward(self, memory):
        cfg = self.cfg
        bsz = memory.size(0)
        state = memory
        token = torch.full((bsz,), cfg.bos_id, dtype=torch.long)
        finished = torch.zeros(bsz, dtype=torch.bool)
        tokens = torch.full((bsz, cfg.max_len), cfg.pad_id, dtype=torch.long)
        scores = torch.zeros(bsz)
        for t in range(cfg.max_len):
            logits, state = self.step(token, state)
            logp, token = logits.log_softmax(dim=-1).max(dim=-1)
            token = token.masked_fill(finished, cfg.pad_id)
            scores = scores + logp.masked_fill(finished, 0.0)
            tokens[:, t] = token
            finished = finished | (token == cfg.eos_id)
            if finished.all():
                break
        return tokens, scores, finished


def load():
    return torch.compile(GreedyDecoder(DecoderConfig()))


def load_eager_to_stop():
    model = GreedyDecoder(DecoderConfig())
    with torch.no_grad():
        model.out.bias[2] = 1.0
    return torch.compile(model)


def cases():
    yield from build(load, lambda: (randn(3, 6),), "base")
    yield from build(load_eager_to_stop, lambda: (randn(3, 6) * 2,), "base", tag="stop-")
    yield from build(load_eager_to_stop, lambda: (randn(1, 6),), "base", tag="one-")


EXPECT = {'topic': 'decoder',
 'kind': 'loop_break_all_done',
 'rewrites': [],
 'breaks': {50: 3},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['finite']}
