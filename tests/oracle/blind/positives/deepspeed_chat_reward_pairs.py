"""Pairwise reward model loss of DeepSpeed-Chat: only the tokens between divergence and padding count."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, ints


class RewardModel(nn.Module):
    def __init__(self, vocab=9, dim=4, pad_id=0, num_padding_at_beginning=0):
        super().__init__()
        self.num_padding_at_beginning = num_padding_at_beginning
        self.PAD_ID = pad_id
        self.rwtransformer = nn.Sequential(nn.Embedding(vocab, dim), nn.Linear(dim, dim), nn.Tanh())
        self.v_head = nn.Linear(dim, 1, bias=False)

    def forward(self, input_ids):
        loss = 0.0
        hidden_states = self.rwtransformer(input_ids)
        rewards = self.v_head(hidden_states).squeeze(-1)
        chosen_mean_scores = []
        rejected_mean_scores = []

        # Split the inputs and rewards into two parts, chosen and rejected
        assert len(input_ids.shape) == 2
        bs = input_ids.shape[0] // 2
        seq_len = input_ids.shape[1]

        chosen_ids = input_ids[:bs]  # bs x seq x 1
        rejected_ids = input_ids[bs:]
        chosen_rewards = rewards[:bs]
        rejected_rewards = rewards[bs:]

        # Compute pairwise loss. Only backprop on the different tokens before padding
        for i in range(bs):
            chosen_id, rejected_id = chosen_ids[i], rejected_ids[i]
            chosen_reward, rejected_reward = chosen_rewards[i], rejected_rewards[i]

            c_inds = (chosen_id == self.PAD_ID).nonzero()
            c_ind = c_inds[self.num_padding_at_beginning].item() if len(c_inds) > self.num_padding_at_beginning else seq_len
            check_divergence = (chosen_id != rejected_id).nonzero()

            if len(check_divergence) == 0:
                end_ind = rejected_reward.size(-1)
                divergence_ind = end_ind - 1
                r_ind = c_ind
            else:
                # Check if there is any padding otherwise take length of sequence
                r_inds = (rejected_id == self.PAD_ID).nonzero()
                r_ind = r_inds[self.num_padding_at_beginning].item() if len(r_inds) > self.num_padding_at_beginning else seq_len
                end_ind = max(c_ind, r_ind)
                divergence_ind = check_divergence[0].item()
            assert divergence_ind > 0
            c_truncated_reward = chosen_reward[divergence_ind:end_ind]
            r_truncated_reward = rejected_reward[divergence_ind:end_ind]
            chosen_mean_scores.append(chosen_reward[c_ind - 1])  # use the end score for reference
            rejected_mean_scores.append(rejected_reward[r_ind - 1])

            loss += -F.logsigmoid(c_truncated_reward - r_truncated_reward).mean()

        loss = loss / bs
        return {
            "loss": loss,
            "chosen_mean_scores": torch.stack(chosen_mean_scores),
            "rejected_mean_scores": torch.stack(rejected_mean_scores),
        }


def load():
    return torch.compile(RewardModel())


def pairs(prompt=2, chosen=(5, 7), rejected=(6, 4), t=7):
    ids = ints(1, 9, 4, t)
    ids[2:, :prompt] = ids[:2, :prompt]
    ids[2:, prompt] = ids[:2, prompt] % 8 + 1
    for row, end in enumerate(chosen + rejected):
        ids[row, end:] = 0
    return (ids,)


def cases():
    yield from build(load, pairs, "base")
    yield from build(load, lambda: pairs(3, (7, 7), (7, 5), 8), "base", tag="long-")
    yield from build(load, lambda: (ints(1, 9, 1, 6).repeat(2, 1),), "base", tag="identical-")
    yield from build(load, lambda: pairs(0), "base", tag="no-prompt-")


EXPECT = {'topic': 'rlhf',
 'rewrites': [],
 'breaks': {40: 1},
 'gb': ['GB0036', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 0,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'compiled-exception-type',
            'finite',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero']}
