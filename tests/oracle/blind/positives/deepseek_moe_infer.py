"""Routed experts of DeepSeek-V2 at inference: tokens are sorted by expert and processed in slices."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


class DeepseekV2MLP(nn.Module):
    def __init__(self, hidden_size, intermediate_size):
        super().__init__()
        self.gate_proj = nn.Linear(hidden_size, intermediate_size, bias=False)
        self.up_proj = nn.Linear(hidden_size, intermediate_size, bias=False)
        self.down_proj = nn.Linear(intermediate_size, hidden_size, bias=False)

    def forward(self, x):
        return self.down_proj(F.silu(self.gate_proj(x)) * self.up_proj(x))


class DeepseekV2MoE(nn.Module):
    def __init__(self, hidden_size=4, n_experts=3, num_experts_per_tok=2):
        super().__init__()
        self.num_experts_per_tok = num_experts_per_tok
        self.experts = nn.ModuleList(DeepseekV2MLP(hidden_size, 6) for _ in range(n_experts))
        self.gate = nn.Linear(hidden_size, n_experts)
        self.shared_experts = DeepseekV2MLP(hidden_size, 6)

    def forward(self, hidden_states):
        identity = hidden_states
        orig_shape = hidden_states.shape
        scores = self.gate(hidden_states.flatten(0, 1)).softmax(dim=-1)
        topk_weight, topk_idx = torch.topk(scores, k=self.num_experts_per_tok, dim=-1, sorted=False)
        hidden_states = hidden_states.view(-1, hidden_states.shape[-1])
        y = self.moe_infer(hidden_states, topk_idx, topk_weight).view(*orig_shape)
        return y + self.shared_experts(identity)

    @torch.no_grad()
    def moe_infer(self, x, topk_ids, topk_weight):
        cnts = topk_ids.new_zeros((topk_ids.shape[0], len(self.experts)))
        cnts.scatter_(1, topk_ids, 1)
        tokens_per_expert = cnts.sum(dim=0)
        idxs = topk_ids.view(-1).argsort()
        sorted_tokens = x[idxs // topk_ids.shape[1]]
        tokens_per_expert = tokens_per_expert.cpu().numpy()

        outputs = []
        start_idx = 0
        for i, num_tokens in enumerate(tokens_per_expert):
            end_idx = start_idx + num_tokens
            if num_tokens == 0:
                continue
            expert = self.experts[i]
            tokens_for_this_expert = sorted_tokens[start_idx:end_idx]
            expert_out = expert(tokens_for_this_expert)
            outputs.append(expert_out)
            start_idx = end_idx

        outs = torch.cat(outputs, dim=0) if len(outputs) else sorted_tokens.new_empty(0)
        new_x = torch.empty_like(outs)
        new_x[idxs] = outs
        final_out = (
            new_x.view(*topk_ids.shape, -1)
            .type(topk_weight.dtype)
            .mul_(topk_weight.unsqueeze(dim=-1))
            .sum(dim=1)
            .type(new_x.dtype)
        )
        return final_out


def load(bias=None):
    moe = DeepseekV2MoE().eval()
    if bias is not None:
        moe.gate.bias.data.copy_(torch.tensor(bias))
    return torch.compile(moe)


def cases():
    yield from build(load, lambda: (randn(2, 3, 4),), "base zero big")
    yield from build(lambda: load([9.0, 0.0, -9.0]), lambda: (randn(1, 4, 4),), "base", tag="skewed-")
    yield from build(load, lambda: (randn(1, 1, 4),), "base", tag="single-")


EXPECT = {'topic': 'llm',
 'rewrites': [],
 'breaks': {51: 4},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 5,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'requires-grad']}
