import logging

import torch
from torch import nn

logger = logging.getLogger(__name__)


def scale(x: torch.Tensor, limit: float):
	if x.abs().max() > limit: x = x / 2
	return x


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = nn.Linear(4, 4)

    def forward(self, x, labels=None):
        x = self.linear(x)
        print("日本語 😀", x.sum().item())
        if labels is not None:
            logger.warning(
                "labels: %s",
                labels,
            )
        if x.isnan().any():  # graphmend: ignore[GM101]
            x = x.nan_to_num()
        if x.sum() > 0:  # noqa: GM101
            x = -x
        return scale(x, 2.0)


@torch.compile
def peak(x: torch.Tensor):
    y = x * 1.5
    if y.abs().max() > 4.0:
        y = y * 0.25
    else:
        y = y + 1.0
    return y


model = torch.compile(Model())
