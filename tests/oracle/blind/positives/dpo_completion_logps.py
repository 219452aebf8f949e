"""Direct preference optimisation: log probabilities of the completions, summed example by example."""

import torch
import torch.nn as nn
import torch.nn.functional as F

from fxkit import bools, build, ints


class PolicyLM(nn.Module):
    def __init__(self, vocab=8, dim=4):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.lm_head = nn.Linear(dim, vocab)

    def forward(self, ids):
        h = self.embed(ids)
        return self.lm_head(h + h.cumsum(dim=1) / 4)


def get_batch_logps(logits, labels, loss_mask, average_log_prob=False):
    """Log probabilities of the labels under the given logits, without the prompt and the padding."""
    labels, loss_mask, logits = labels[:, 1:], loss_mask[:, 1:], logits[:, :-1]
    per_token_logps = torch.gather(logits.log_softmax(-1), dim=2, index=labels.unsqueeze(2)).squeeze(2)
    out = []
    for logps, keep in zip(per_token_logps, loss_mask):
        chosen = logps[keep]
        out.append(chosen.mean() if average_log_prob else chosen.sum())
    return torch.stack(out)


class DPOTrainer:
    def __init__(self, beta=0.1):
        self.policy, self.reference = PolicyLM(), PolicyLM()
        self.beta = beta
        self.concatenated_forward = torch.compile(self.concatenated_forward)

    def concatenated_forward(self, chosen, rejected, chosen_mask, rejected_mask):
        ids = torch.cat([chosen, rejected])
        mask = torch.cat([chosen_mask, rejected_mask])
        logps = get_batch_logps(self.policy(ids), ids, mask)
        with torch.no_grad():
            ref = get_batch_logps(self.reference(ids), ids, mask)
        rewards = self.beta * (logps - ref)
        good, bad = rewards.chunk(2)
        return -F.logsigmoid(good - bad).mean(), good.detach(), bad.detach()

    def loss(self, *batch):
        return self.concatenated_forward(*batch)


def load():
    return DPOTrainer().loss


def cases():
    yield from build(load, lambda: (ints(0, 8, 2, 6), ints(0, 8, 2, 6, seed=1), bools(2, 6), bools(2, 6, seed=4)), "base true false")

EXPECT = {'topic': 'llm training',
 'kind': 'mask',
 'rewrites': [],
 'breaks': {27: 3},
 'gb': ['GB0036', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 3,
 'after': 0,
 'assume': ['close', 'grad-close'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
