"""Top-1 router of a switch transformer that reports the dropped tokens to stdout."""

import torch
import torch.nn as nn
import torch.nn.functional as F

from fxkit import build, randn


class SwitchConfig:
    num_experts = 3
    capacity = 2
    report_drops = True


class SwitchRouter(nn.Module):
    def __init__(self, dim, config):
        super().__init__()
        self.config = config
        self.classifier = nn.Linear(dim, config.num_experts, bias=False)

    def z_loss(self, logits):
        return torch.logsumexp(logits, dim=-1).pow(2).mean()

    @torch.compile
    def forward(self, hidden):
        logits = self.classifier(hidden)
        probs = F.softmax(logits, dim=-1)
        onehot = F.one_hot(probs.argmax(-1), self.config.num_experts)
        priority = torch.cumsum(onehot, dim=0)
        kept = onehot * (priority <= self.config.capacity)
        dropped = onehot.sum() - kept.sum()
        if self.config.report_drops and dropped > 0:
            print(f"[router] dropped {dropped.item()} of {hidden.shape[0]} tokens, load {kept.sum(0).tolist()}")
        return kept * probs.max(-1, keepdim=True).values, self.z_loss(logits)


def make_router():
    return SwitchRouter(4, SwitchConfig())


def cases():
    yield from build(make_router, lambda: (randn(6, 4),), "base grad")
    yield from build(make_router, lambda: (randn(3, 4, seed=2),), "base", tag="few-")
    yield from build(make_router, lambda: (randn(2, 4, seed=2),), "base", tag="two-")

EXPECT = {'topic': 'moe',
 'rewrites': [],
 'breaks': {33: 1, 34: 3},
 'gb': ['GB0033', 'GB0059', 'GB0124', 'GB0170'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': [],
 'unsafe': ['close', 'shown-history']}
