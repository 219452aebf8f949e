"""Next token of a decoder: greedy when the temperature tensor of the request is zero."""

from dataclasses import dataclass

import torch
from torch import nn

from fxkit import build, rand, randn


@dataclass
class GenerationRequest:
    temperature: torch.Tensor
    top_k: int = 3


class TokenSampler(nn.Module):
    """Gumbel sampling among the top k logits; the uniform noise comes from the caller."""

    def __init__(self, vocab=7):
        super().__init__()
        self.register_buffer("logit_bias", torch.linspace(-0.1, 0.1, vocab))

    def filter_top_k(self, logits, k):
        threshold = logits.topk(k, dim=-1).values[:, -1:]
        return logits.masked_fill(logits < threshold, float("-inf"))

    def forward(self, logits, uniform, request):
        logits = self.filter_top_k(logits + self.logit_bias, request.top_k)
        if request.temperature > 0:
            gumbel = -torch.log(-torch.log(uniform))
            token = (logits / request.temperature + gumbel).argmax(dim=-1)
        else:
            token = logits.argmax(dim=-1)
        logprob = logits.log_softmax(dim=-1).gather(-1, token[:, None]).squeeze(-1)
        return token, logprob


def load():
    return torch.compile(TokenSampler())


def cases():
    for value in (0.0, 0.7, 5.0):
        yield from build(load, lambda value=value: (randn(3, 7), rand(3, 7), GenerationRequest(torch.tensor(value))), "base", tag=f"t{value}-")

EXPECT = {'rewrites': [],
 'topic': 'inference',
 'kind': 'branch',
 'breaks': {30: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
