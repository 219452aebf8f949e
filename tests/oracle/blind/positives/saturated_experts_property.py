"""Loss free balancing: the bias of the router is damped as long as an expert is overloaded."""

import torch
from torch import nn

from fxkit import build, randn


class BalancedRouter(nn.Module):
    def __init__(self, dim=4, experts=3, top_k=1, speed=0.5, overload=1.5):
        super().__init__()
        self.gate = nn.Linear(dim, experts, bias=False)
        self.register_buffer("bias", torch.zeros(experts))
        self.register_buffer("load", torch.zeros(experts))
        self.top_k, self.speed, self.overload = top_k, speed, overload

    @property
    def is_overloaded(self):
        return bool((self.load > self.overload * self.load.mean()).any())

    @torch.no_grad()
    def update_bias(self, chosen):
        self.load = nn.functional.one_hot(chosen, self.bias.numel()).sum((0, 1)).to(self.bias.dtype)
        bias = self.bias + self.speed * torch.sign(self.load.mean() - self.load)
        if self.is_overloaded:
            bias = 0.9 * bias
        self.bias = bias

    def forward(self, x):
        scores = torch.sigmoid(self.gate(x))
        chosen = (scores + self.bias).topk(self.top_k, dim=-1).indices
        weights = scores.gather(-1, chosen)
        if self.training:
            self.update_bias(chosen)
        return weights / weights.sum(-1, keepdim=True), chosen


def load():
    return torch.compile(BalancedRouter())


def cases():
    yield from build(load, lambda: (randn(6, 4),), "base grad")
    yield from build(load, lambda: (randn(1, 4).expand(6, 4).clone(),), "base", tag="crowded-")
    yield from build(lambda: torch.compile(BalancedRouter(top_k=3)), lambda: (randn(4, 4),), "base", tag="even-")
    yield from build(lambda: torch.compile(BalancedRouter().eval()), lambda: (randn(4, 4),), "base", tag="eval-")

EXPECT = {'topic': 'LLM, MoE routing',
 'kind': 'branch on a property',
 'rewrites': [],
 'breaks': {19: 3},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 4,
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
