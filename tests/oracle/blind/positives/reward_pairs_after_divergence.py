"""A reward model compares chosen and rejected answers between their divergence and their end."""

import torch
from torch import nn

from fxkit import build


class RewardModel(nn.Module):
    def __init__(self, vocab=12, dim=6, pad_id=0, num_padding_at_beginning=0):
        super().__init__()
        self.num_padding_at_beginning = num_padding_at_beginning
        self.embed = nn.Embedding(vocab, dim)
        self.v_head = nn.Linear(dim, 1, bias=False)
        self.PAD_ID = pad_id

    def rewards(self, input_ids):
        h = self.embed(input_ids)
        h = h.cumsum(dim=1) / torch.arange(1, h.size(1) + 1).view(1, -1, 1)
        return self.v_head(torch.tanh(h)).squeeze(-1)

    def forward(self, input_ids):
        rewards = self.rewards(input_ids)
        bs = input_ids.shape[0] // 2
        seq_len = input_ids.shape[1]
        chosen_ids, rejected_ids = input_ids[:bs], input_ids[bs:]
        chosen_rewards, rejected_rewards = rewards[:bs], rewards[bs:]

        loss = 0.0
        for i in range(bs):
            chosen_id, rejected_id = chosen_ids[i], rejected_ids[i]
            chosen_reward, rejected_reward = chosen_rewards[i], rejected_rewards[i]

            c_inds = (chosen_id == self.PAD_ID).nonzero()
            c_ind = c_inds[self.num_padding_at_beginning].item() if len(c_inds) > self.num_padding_at_beginning else seq_len
            check_divergence = (chosen_id != rejected_id).nonzero()

            if len(check_divergence) == 0:
                end_ind = seq_len
                divergence_ind = end_ind - 1
            else:
                # Check if there is any padding otherwise take length of sequence
                r_inds = (rejected_id == self.PAD_ID).nonzero()
                r_ind = r_inds[self.num_padding_at_beginning].item() if len(r_inds) > self.num_padding_at_beginning else seq_len
                end_ind = max(c_ind, r_ind)
                divergence_ind = check_divergence[0].item()

            c_truncated_reward = chosen_reward[divergence_ind:end_ind]
            r_truncated_reward = rejected_reward[divergence_ind:end_ind]
            loss += -torch.nn.functional.logsigmoid(c_truncated_reward - r_truncated_reward).mean()
        return loss / bs


def load():
    return torch.compile(RewardModel())


def pairs():
    return (torch.tensor([[3, 4, 5, 6, 0, 0], [2, 7, 1, 1, 1, 1], [3, 4, 9, 6, 8, 0], [2, 8, 1, 0, 0, 0]]),)


def equal():
    return (torch.tensor([[3, 4, 5, 6, 0, 0], [2, 7, 1, 1, 1, 1], [3, 4, 5, 6, 0, 0], [2, 7, 1, 1, 1, 2]]),)


def cases():
    yield from build(load, pairs, "base")
    yield from build(load, equal, "base", tag="equal-")
    yield from build(load, lambda: (torch.tensor([[1, 2, 3], [4, 2, 3]]),), "base", tag="first-")

EXPECT = {'topic': 'rlhf',
 'kind': 'loop over examples',
 'rewrites': [],
 'breaks': {34: 1},
 'gb': ['GB0036', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 1,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad',
            'fresh-result',
            'grad-none-zero',
            'number-tensor',
            'requires-grad']}
