"""Online template of a transformer tracker: the best scored crop since the last update becomes the template."""

import torch
from torch import nn

from fxkit import build, randn


class ScoreHead(nn.Module):
    def __init__(self, dim=4):
        super().__init__()
        self.proj = nn.Linear(dim, dim)
        self.score = nn.Linear(2 * dim, 1)

    def forward(self, template, search):
        t = self.proj(template).mean(0)
        s = self.proj(search)
        attn = torch.softmax(s @ t, dim=0)
        return self.score(torch.cat([t, attn @ s])).squeeze()


class MixFormerOnline(nn.Module):
    def __init__(self, template, update_interval=2, max_score_decay=0.98, online_size=1):
        super().__init__()
        self.network = ScoreHead()
        self.register_buffer("template", template)
        self.register_buffer("online_template", template.clone())
        self.register_buffer("online_max_template", template.clone())
        self.max_pred_score = -1.0
        self.max_score_decay = max_score_decay
        self.update_interval = update_interval
        self.online_size = online_size
        self.frame_id = 0

    @torch.no_grad()
    def forward(self, search, crop):
        self.frame_id += 1
        pred_score = self.network(self.online_template, search).sigmoid().item()

        self.max_pred_score = self.max_pred_score * self.max_score_decay
        # update template
        if pred_score > 0.5 and pred_score > self.max_pred_score:
            self.online_max_template.copy_(crop)
            self.max_pred_score = pred_score

        if self.frame_id % self.update_interval == 0:
            if self.online_size == 1:
                self.online_template.copy_(self.online_max_template)
            self.max_pred_score = -1.0
            self.online_max_template.copy_(self.template)
        return {"score": pred_score, "embedding": self.network.proj(self.online_template).mean(0)}


def load(bias=0.0, **kw):
    tracker = MixFormerOnline(randn(3, 4), **kw)
    tracker.network.score.bias.data.add_(bias)
    return torch.compile(tracker)


def cases():
    yield from build(load, lambda: (randn(5, 4), randn(3, 4, seed=1)), "base neg pos")
    yield from build(lambda: load(2.0), lambda: (randn(5, 4) * 6, randn(3, 4, seed=1)), "base neg nan", tag="certain-")
    yield from build(lambda: load(0.5, update_interval=3), lambda: (randn(5, 4), randn(3, 4, seed=2)), "base zero", tag="slow-")


EXPECT = {'topic': 'tracking',
 'rewrites': [],
 'breaks': {38: 1},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': [],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad']}
