"""Portfolio network: return, volatility and the worst drawdown of the equity curve are measured every step."""

import torch
from torch import nn

from fxkit import build, randn


def max_drawdown(equity):
    peak = equity[0]
    worst = torch.zeros(())
    for value in equity:
        if value > peak:
            peak = value
        drawdown = (peak - value) / peak
        if drawdown > worst:
            worst = drawdown
    return worst


class PortfolioNet(nn.Module):
    def __init__(self, assets=3, hidden=8, cost=0.001):
        super().__init__()
        self.rnn = nn.Linear(2 * assets, hidden)
        self.out = nn.Linear(hidden, assets)
        self.cost = cost

    def forward(self, features, returns):
        weights = self.out(self.rnn(features).tanh()).softmax(dim=-1)
        turnover = (weights[1:] - weights[:-1]).abs().sum(dim=-1)
        pnl = (weights * returns).sum(dim=-1)
        pnl = pnl - self.cost * torch.cat([turnover.new_zeros(1), turnover])
        equity = (1 + pnl).cumprod(dim=0)
        loss = -pnl.mean() / (pnl.std() + 1e-6)
        return loss, equity[-1] - 1, max_drawdown(equity.detach())


def load():
    return torch.compile(PortfolioNet())


def cases():
    yield from build(load, lambda: (randn(6, 6), 0.1 * randn(6, 3)), "base grad")
    yield from build(load, lambda: (randn(6, 6), 0.1 * randn(6, 3).abs()), "base", tag="rising-")
    yield from build(load, lambda: (randn(6, 6), -0.1 * randn(6, 3).abs()), "base", tag="falling-")

EXPECT = {'topic': 'time series',
 'kind': 'branch',
 'rewrites': [],
 'breaks': {13: 3},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 1,
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
