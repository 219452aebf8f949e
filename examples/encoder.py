"""A speech encoder with LayerDrop: three places end the graph while it trains."""
import logging

import torch
from torch import nn

logger = logging.getLogger(__name__)


class Block(nn.Module):
    def __init__(self, width: int):
        super().__init__()
        self.norm = nn.LayerNorm(width)
        self.mix = nn.Linear(width, width)

    def forward(self, hidden):
        hidden = hidden + self.mix(self.norm(hidden))
        if torch.isinf(hidden).any():
            limit = torch.finfo(hidden.dtype).max - 1000
            hidden = torch.clamp(hidden, min=-limit, max=limit)
        return hidden


class Encoder(nn.Module):
    def __init__(self, width: int = 16, depth: int = 4, layerdrop: float = 0.1):
        super().__init__()
        self.layerdrop = layerdrop
        self.blocks = nn.ModuleList([Block(width) for _ in range(depth)])

    def forward(self, hidden, mask=None):
        if mask is not None and mask.shape != hidden.shape[:2]:
            logger.warning("the mask is cut to %s", hidden.shape[:2])
            mask = mask[:, : hidden.shape[1]]
        for block in self.blocks:
            if self.training and torch.rand([]) < self.layerdrop:
                continue
            hidden = block(hidden)
        return hidden if mask is None else hidden * mask[..., None]


if __name__ == "__main__":
    model = torch.compile(Encoder(), backend="eager")
    print(model(torch.randn(2, 8, 16), torch.ones(2, 9)).shape)
