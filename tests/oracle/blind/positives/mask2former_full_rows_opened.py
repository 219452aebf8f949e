"""Masked attention of a query decoder: a query whose mask forbids every pixel may look at all of them."""

import torch
from torch import nn

from fxkit import build, randn


class MaskedAttentionLayer(nn.Module):
    def __init__(self, dim, heads=2):
        super().__init__()
        self.cross = nn.MultiheadAttention(dim, heads, batch_first=True)
        self.norm = nn.LayerNorm(dim)

    def forward(self, query, memory, attn_mask):
        out = self.cross(query, memory, memory, attn_mask=attn_mask, need_weights=False)[0]
        return self.norm(query + out)


class QueryDecoder(nn.Module):
    def __init__(self, dim=4, queries=3, layers=2, heads=2):
        super().__init__()
        self.query_feat = nn.Embedding(queries, dim)
        self.mask_embed = nn.Linear(dim, dim)
        self.layers = nn.ModuleList(MaskedAttentionLayer(dim, heads) for _ in range(layers))
        self.heads = heads

    def forward_prediction_heads(self, output, mask_features):
        outputs_mask = torch.einsum("bqc,bpc->bqp", self.mask_embed(output), mask_features)
        # must use bool type: True forbids the position
        attn_mask = (outputs_mask.sigmoid() < 0.5).repeat_interleave(self.heads, dim=0).detach()
        return outputs_mask, attn_mask

    def forward(self, mask_features):
        output = self.query_feat.weight.unsqueeze(0).expand(mask_features.shape[0], -1, -1)
        predictions = []
        outputs_mask, attn_mask = self.forward_prediction_heads(output, mask_features)
        predictions.append(outputs_mask)
        for layer in self.layers:
            attn_mask[torch.where(attn_mask.sum(-1) == attn_mask.shape[-1])] = False
            output = layer(output, mask_features, attn_mask)
            outputs_mask, attn_mask = self.forward_prediction_heads(output, mask_features)
            predictions.append(outputs_mask)
        return predictions[-1], predictions[:-1]


def load():
    return torch.compile(QueryDecoder())


def cases():
    yield from build(load, lambda: (randn(2, 5, 4),), "base grad big zero")
    yield from build(load, lambda: (randn(2, 1, 4),), "base", tag="pixel-")

EXPECT = {'topic': 'segmentation',
 'kind': 'mask write',
 'rewrites': [],
 'breaks': {40: 1},
 'gb': ['GB0036', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 5,
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
