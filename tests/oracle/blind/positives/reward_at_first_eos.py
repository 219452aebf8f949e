"""RLHF: the score of a response goes to its first end token, the KL penalty to every token."""

import torch
import torch.nn as nn

from fxkit import build, ints, randn


class RewardShaper(nn.Module):
    def __init__(self, eos_token_id=2, kl_coef=0.05, clip_reward=5.0):
        super().__init__()
        self.eos_token_id = eos_token_id
        self.kl_coef = kl_coef
        self.clip_reward = clip_reward

    def response_end(self, row):
        """Position of the first end token, or the last position."""
        pos = (row == self.eos_token_id).nonzero()
        return pos[0, 0] if pos.shape[0] > 0 else row.shape[0] - 1

    def forward(self, responses, scores, log_probs, ref_log_probs):
        rewards = -self.kl_coef * (log_probs - ref_log_probs)
        scores = scores.clamp(-self.clip_reward, self.clip_reward)
        position = torch.arange(responses.shape[1])
        shaped = []
        for i in range(responses.shape[0]):
            end = self.response_end(responses[i])
            shaped.append(rewards[i] + scores[i] * (position == end))
        return torch.stack(shaped)


def load():
    shaper = RewardShaper()
    shaper.forward = torch.compile(shaper.forward)
    return shaper


def cases():
    yield from build(load, lambda: (ints(0, 5, 3, 6), randn(3), randn(3, 6), randn(3, 6, seed=1)), "base grad nan")
    yield from build(load, lambda: (torch.full((2, 4), 2), randn(2), randn(2, 4), randn(2, 4, seed=1)), "base", tag="ended-")
    yield from build(load, lambda: (torch.full((2, 4), 3), randn(2), randn(2, 4), randn(2, 4, seed=1)), "base grad", tag="unfinished-")

EXPECT = {'topic': 'llm training',
 'kind': 'indices',
 'rewrites': [],
 'breaks': {18: 2},
 'gb': ['GB0036', 'GB7000'],
 'skips': 1,
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
