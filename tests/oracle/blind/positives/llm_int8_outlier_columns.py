"""LLM.int8(): columns of the activations with outliers are multiplied in full precision."""

import torch
import torch.nn as nn

from fxkit import build, randn


def quantize_rowwise(A):
    """Absmax per row to int8; returns the codes and their statistics."""
    stats = A.abs().amax(dim=1, keepdim=True).clamp(min=1e-8)
    return torch.round(A * (127.0 / stats)).to(torch.int8), stats


class Linear8bitLt(nn.Module):
    def __init__(self, input_features=8, output_features=5, bias=True, threshold=2.0):
        super().__init__()
        self.threshold = threshold
        self.weight = nn.Parameter(torch.randn(output_features, input_features) * 0.4, requires_grad=False)
        self.bias = nn.Parameter(torch.zeros(output_features)) if bias else None

    def forward(self, x):
        input_shape = x.shape
        A = x.reshape(-1, input_shape[-1])

        # 1. find the outlier features of the batch
        outliers = A.abs() >= self.threshold
        cols = outliers.any(dim=0).nonzero(as_tuple=True)[0]

        # 2. int8 product without these columns
        subA = None
        A_main = A
        if cols.numel() > 0:
            subA = A[:, cols]
            A_main = A.clone()
            A_main[:, cols] = 0.0
        CA, SCA = quantize_rowwise(A_main)
        CB, SCB = quantize_rowwise(self.weight)
        out = (CA.float() @ CB.float().t()) * (SCA * SCB.t() / (127.0 * 127.0))

        # 3. decompose the outliers
        if subA is not None:
            out = out + subA @ self.weight[:, cols].t()
        if self.bias is not None:
            out = out + self.bias
        return out.reshape(*input_shape[:-1], -1)


def load():
    return torch.compile(Linear8bitLt())


def cases():
    yield from build(load, lambda: (randn(2, 3, 8),), "base grad small big zero")

EXPECT = {'topic': 'quantisation',
 'kind': 'selection',
 'rewrites': [],
 'breaks': {28: 2},
 'gb': ['GB0036'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad',
            'fresh-result',
            'grad-none-zero',
            'number-tensor',
            'requires-grad']}
