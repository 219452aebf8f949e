"""Sampling utilities: every token that a row has produced already is penalised once."""

import torch
from torch import Tensor

from fxkit import ints, randn, sweep


def apply_repetition_penalty(logits: Tensor, generated: Tensor, penalty: float) -> Tensor:
    logits = logits.clone()
    for row in range(generated.shape[0]):
        for token in set(generated[row].tolist()):
            if logits[row, token] < 0:
                logits[row, token] *= penalty
            else:
                logits[row, token] /= penalty
    return logits


def apply_temperature(logits: Tensor, temperature: float) -> Tensor:
    if temperature <= 0.0:
        raise ValueError(f"temperature must be positive, got {temperature}")
    return logits / temperature


@torch.compile
def next_token(logits: Tensor, generated: Tensor, penalty: float = 1.3, temperature: float = 0.7):
    """Greedy choice among penalised logits.

    Args:
        logits: (batch, vocab) scores of the last position.
        generated: (batch, length) ids so far.
    """
    scores = apply_repetition_penalty(logits, generated, penalty)
    scores = apply_temperature(scores, temperature)
    return scores.argmax(dim=-1), scores.softmax(dim=-1)


def cases():
    yield from sweep(next_token, lambda: (randn(2, 7), ints(0, 7, 2, 5)), "base neg grad")
    yield from sweep(next_token, lambda: (randn(2, 7), torch.full((2, 5), 3)), "base", tag="same-")

EXPECT = {'topic': 'llm inference',
 'kind': 'tolist',
 'rewrites': [],
 'breaks': {12: 2},
 'gb': ['GB0033', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 1,
 'after': 0,
 'assume': ['grad-close'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
