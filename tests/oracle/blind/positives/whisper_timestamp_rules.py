"""Speech recognition: timestamps come in pairs and never go back."""

import torch
from torch import nn

from fxkit import build, randn

EOT, TIMESTAMP_BEGIN, VOCAB = 4, 6, 12


class ApplyTimestampRules(nn.Module):
    def __init__(self, sample_begin=1, max_initial_timestamp_index=3):
        super().__init__()
        self.sample_begin = sample_begin
        self.max_initial_timestamp_index = max_initial_timestamp_index

    def forward(self, logits, tokens):
        logits = logits.clone()
        # timestamps have to appear in pairs, except directly before EOT; mask logits accordingly
        for k in range(tokens.shape[0]):
            sampled_tokens = tokens[k, self.sample_begin:]
            seq = [t for t in sampled_tokens.tolist()]
            last_was_timestamp = len(seq) >= 1 and seq[-1] >= TIMESTAMP_BEGIN
            penultimate_was_timestamp = len(seq) < 2 or seq[-2] >= TIMESTAMP_BEGIN

            if last_was_timestamp:
                if penultimate_was_timestamp:  # has to be non-timestamp
                    logits[k, TIMESTAMP_BEGIN:] = float("-inf")
                else:  # cannot be normal text tokens
                    logits[k, :EOT] = float("-inf")

            timestamps = [t for t in seq if t >= TIMESTAMP_BEGIN]
            if timestamps:
                # timestamps shouldn't decrease; forbid timestamp tokens smaller than the last
                logits[k, TIMESTAMP_BEGIN:timestamps[-1]] = float("-inf")

        if tokens.shape[1] == self.sample_begin:
            last_allowed = TIMESTAMP_BEGIN + self.max_initial_timestamp_index
            logits[:, :TIMESTAMP_BEGIN] = float("-inf")
            logits[:, last_allowed + 1:] = float("-inf")
        return logits, torch.log_softmax(logits, dim=-1).argmax(dim=-1)


def load():
    return torch.compile(ApplyTimestampRules())


def cases():
    yield from build(load, lambda: (randn(3, VOCAB), torch.tensor([[5, 6, 1, 8], [5, 6, 8, 8], [5, 1, 2, 3]])), "base grad nan")
    yield from build(load, lambda: (randn(2, VOCAB), torch.tensor([[5], [5]])), "base grad", tag="first-")
    yield from build(load, lambda: (randn(2, VOCAB), torch.tensor([[5, 7], [5, 2]])), "base", tag="second-")

EXPECT = {'topic': 'speech',
 'kind': 'loops',
 'rewrites': [],
 'breaks': {22: 1},
 'gb': ['GB0033', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 0,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
