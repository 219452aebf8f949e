"""Greedy decoding of a small language model into a preallocated buffer, stopping when every row has ended."""

import torch
from torch import nn

from fxkit import build, ints


class TinyGPT(nn.Module):
    def __init__(self, vocab_size: int = 11, n_embd: int = 12, block_size: int = 16):
        super().__init__()
        self.max_seq_length = block_size
        self.wte = nn.Embedding(vocab_size, n_embd)
        self.mixer = nn.Linear(n_embd, n_embd)
        self.lm_head = nn.Linear(n_embd, vocab_size, bias=False)

    def forward(self, idx: torch.Tensor) -> torch.Tensor:
        x = self.wte(idx)
        scale = torch.arange(1, idx.size(1) + 1).view(1, -1, 1)
        x = x + torch.tanh(self.mixer(x)).cumsum(1) / scale
        return self.lm_head(x)


def next_token(model: nn.Module, x: torch.Tensor) -> torch.Tensor:
    logits = model(x)[:, -1]
    return torch.argmax(logits, dim=-1)


class Generator(nn.Module):
    """Returns [B, max_returned_tokens]; positions that were never reached hold ``pad_id``."""

    def __init__(self, model: nn.Module, max_returned_tokens: int, eos_id: int, pad_id: int = 0):
        super().__init__()
        self.model = model
        self.max_returned_tokens = max_returned_tokens
        self.eos_id, self.pad_id = eos_id, pad_id

    @torch.no_grad()
    def forward(self, prompt: torch.Tensor) -> torch.Tensor:
        B, T = prompt.shape
        if self.max_returned_tokens > self.model.max_seq_length:
            raise NotImplementedError(f"max_seq_length {self.model.max_seq_length} needs to be >= the request")

        out = torch.full((B, self.max_returned_tokens), self.pad_id, dtype=prompt.dtype)
        out[:, :T] = prompt
        finished = torch.zeros(B, dtype=torch.bool)
        for t in range(T, self.max_returned_tokens):
            if finished.all():
                break
            token = next_token(self.model, out[:, :t])
            token = torch.where(finished, self.pad_id, token)
            out[:, t] = token
            finished = finished | (token == self.eos_id)
        return out


def make(total=9, eos=3):
    return torch.compile(Generator(TinyGPT().eval(), total, eos))


def cases():
    for eos in (3, 5, 6):
        yield from build(lambda eos=eos: make(9, eos), lambda: (ints(1, 11, 2, 3),), "base", tag=f"eos{eos}-")
    yield from build(lambda: make(9, 4), lambda: (ints(1, 11, 2, 3)[1:],), "base", tag="stops-")
    yield from build(lambda: make(8, 5), lambda: (ints(1, 11, 2, 3)[1:, :2].expand(2, 2),), "base", tag="both-")
    yield from build(lambda: make(6, 9), lambda: (ints(1, 11, 1, 2, seed=3),), "base", tag="single-")
    yield from build(lambda: make(3, 4), lambda: (ints(1, 11, 2, 3),), "base", tag="full-")

EXPECT = {'topic': 'language model decoding',
 'rewrites': [],
 'breaks': {48: 5},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 6,
 'after': 0,
 'assume': [],
 'unsafe': ['fresh-result']}
