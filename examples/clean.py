"""What looks like graph breaks and is none: every test here is decided while tracing."""
from typing import Optional

import torch
from torch import nn


class Attention(nn.Module):
    def __init__(self, width: int = 16, heads: int = 4, dropout: float = 0.1):
        super().__init__()
        if width % heads != 0:
            raise ValueError(f"{heads} heads do not divide a width of {width}")
        self.heads = heads
        self.dropout = dropout
        self.qkv = nn.Linear(width, 3 * width)

    def forward(self, hidden: torch.Tensor, bias: Optional[torch.Tensor] = None) -> torch.Tensor:
        batch, length, width = hidden.shape
        if length == 0 or hidden.dtype == torch.bool:
            return hidden
        query, key, value = self.qkv(hidden).view(batch, length, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        scores = query @ key.transpose(-2, -1) / (width // self.heads) ** 0.5
        if bias is not None:
            scores = scores + bias
        weights = scores.softmax(-1)
        if self.training and self.dropout > 0:
            weights = nn.functional.dropout(weights, self.dropout)
        if not torch.compiler.is_compiling():
            print("largest weight", weights.max().item())
        return (weights @ value).transpose(1, 2).reshape(batch, length, width)


if __name__ == "__main__":
    model = torch.compile(Attention(), fullgraph=True, backend="eager")
    print(model(torch.randn(2, 8, 16)).shape)
