"""Transcription: a window is skipped if it is silent by the model and not decoded with confidence either."""

from dataclasses import dataclass
from typing import Optional

import torch
from torch import nn

from fxkit import build, randn


@dataclass
class DecodingOptions:
    no_speech_threshold: Optional[float] = 0.6
    logprob_threshold: Optional[float] = -1.0
    no_speech_token: int = 5
    eot: int = 0


class Transcriber(nn.Module):
    def __init__(self, options=DecodingOptions(), dim=4, vocab=6):
        super().__init__()
        self.options = options
        self.decoder = nn.Linear(dim, vocab)

    @torch.no_grad()
    def forward(self, audio_features):
        o = self.options
        logits = self.decoder(audio_features)
        no_speech_prob = logits[0].softmax(-1)[o.no_speech_token]
        logprobs, tokens = logits.log_softmax(-1).max(dim=-1)
        avg_logprob = logprobs.sum() / (len(tokens) + 1)
        if o.no_speech_threshold is not None:
            should_skip = no_speech_prob > o.no_speech_threshold
            if o.logprob_threshold is not None and avg_logprob > o.logprob_threshold:
                # don't skip if the logprob is high enough
                should_skip = torch.tensor(False)
            if should_skip:
                tokens = torch.full_like(tokens, o.eot)
        return {"tokens": tokens, "avg_logprob": float(avg_logprob), "no_speech_prob": float(no_speech_prob)}


def load(**kw):
    return lambda: torch.compile(Transcriber(DecodingOptions(**kw)))


def cases():
    yield from build(load(), lambda: (randn(3, 4),), "base big zero")
    yield from build(load(no_speech_threshold=0.05), lambda: (randn(3, 4),), "base big", tag="eager-")
    yield from build(load(no_speech_threshold=0.05, logprob_threshold=None), lambda: (randn(3, 4),), "base", tag="silent-")
    yield from build(load(no_speech_threshold=None), lambda: (randn(3, 4),), "base", tag="off-")

EXPECT = {'topic': 'speech',
 'kind': 'branches',
 'rewrites': [],
 'breaks': {35: 2, 38: 3, 40: 4},
 'gb': ['GB0124', 'GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
