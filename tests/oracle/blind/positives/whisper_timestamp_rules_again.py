"""Logit filters of a transcription decoder: suppress tokens and enforce the timestamp rules."""

import torch
import torch.nn.functional as F
from torch import Tensor

from fxkit import build, ints, randn

NEG_INF = float("-inf")


class LogitFilter:
    def apply(self, logits: Tensor, tokens: Tensor) -> None:
        """Apply any filtering or masking to logits in-place"""
        raise NotImplementedError


class SuppressTokens(LogitFilter):
    def __init__(self, suppress_tokens):
        self.suppress_tokens = list(suppress_tokens)

    def apply(self, logits: Tensor, tokens: Tensor):
        logits[:, self.suppress_tokens] = NEG_INF


class ApplyTimestampRules(LogitFilter):
    def __init__(self, timestamp_begin: int, sample_begin: int):
        self.timestamp_begin = timestamp_begin
        self.sample_begin = sample_begin

    def apply(self, logits: Tensor, tokens: Tensor):
        # at the beginning, only timestamps may be generated
        if tokens.shape[1] == self.sample_begin:
            logits[:, : self.timestamp_begin] = NEG_INF

        # if sum of probability over timestamps is above any other token, sample timestamp
        logprobs = F.log_softmax(logits.float(), dim=-1)
        for k in range(tokens.shape[0]):
            timestamp_logprob = logprobs[k, self.timestamp_begin :].logsumexp(dim=-1)
            max_text_token_logprob = logprobs[k, : self.timestamp_begin].max()
            if timestamp_logprob > max_text_token_logprob:
                logits[k, : self.timestamp_begin] = NEG_INF


class GreedyDecoder:
    def __init__(self, filters, eot: int):
        self.filters = filters
        self.eot = eot

    def update(self, tokens: Tensor, logits: Tensor, sum_logprobs: Tensor) -> tuple[Tensor, Tensor]:
        logits = logits.clone()
        for f in self.filters:
            f.apply(logits, tokens)

        next_tokens = logits.argmax(dim=-1)
        logprobs = F.log_softmax(logits.float(), dim=-1)
        current_logprobs = logprobs[torch.arange(logprobs.shape[0]), next_tokens]
        sum_logprobs = sum_logprobs + current_logprobs * (tokens[:, -1] != self.eot)

        next_tokens = torch.where(tokens[:, -1] == self.eot, self.eot, next_tokens)
        tokens = torch.cat([tokens, next_tokens[:, None]], dim=-1)
        return tokens, sum_logprobs


def make(sample_begin=2):
    decoder = GreedyDecoder([SuppressTokens([1, 4]), ApplyTimestampRules(9, sample_begin)], eot=8)
    return torch.compile(decoder.update)


def _args(b, n):
    return ints(0, 12, b, n), randn(b, 12) * 2, torch.zeros(b)


def cases():
    yield from build(make, lambda: _args(4, 3), "base nan inf")
    yield from build(make, lambda: _args(2, 2), "base", tag="begin-")
    yield from build(lambda: make(1), lambda: _args(1, 4), "base zero", tag="one-")

EXPECT = {'topic': 'speech recognition decoding',
 'rewrites': [],
 'breaks': {41: 2},
 'gb': ['GB0170', 'GB7000'],
 'skips': 2,
 'graphs_per_call': 1,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result']}
