"""Exponential moving average of model weights, with a warmed up decay."""

import torch
import torch.nn as nn

from fxkit import randn


class LitEma(nn.Module):
    def __init__(self, model, decay=0.9999, use_num_updates=True):
        super().__init__()
        self.m_name2s_name = {}
        self.register_buffer("decay", torch.tensor(decay, dtype=torch.float32))
        self.register_buffer("num_updates", torch.tensor(0 if use_num_updates else -1, dtype=torch.int))
        for name, p in model.named_parameters():
            if p.requires_grad:
                s_name = name.replace(".", "")
                self.m_name2s_name.update({name: s_name})
                self.register_buffer(s_name, p.clone().detach().data)

    def forward(self, model):
        decay = self.decay
        if self.num_updates >= 0:
            self.num_updates += 1
            decay = torch.min(self.decay, (1 + self.num_updates) / (10 + self.num_updates))
        one_minus_decay = 1.0 - decay
        with torch.no_grad():
            m_param = dict(model.named_parameters())
            shadow_params = dict(self.named_buffers())
            for key in m_param:
                if m_param[key].requires_grad:
                    sname = self.m_name2s_name[key]
                    shadow_params[sname].sub_(one_minus_decay * (shadow_params[sname] - m_param[key]))
        return decay


def cases():
    def case(decay, warm):
        def make():
            torch.manual_seed(4)
            model = nn.Sequential(nn.Linear(3, 4), nn.Linear(4, 2))
            ema = LitEma(model, decay, warm)
            with torch.no_grad():
                for p in model.parameters():
                    p.add_(randn(*p.shape))
            return torch.compile(ema), (model,), {}

        return make

    yield "warm", case(0.9999, True)
    yield "small", case(0.2, True)
    yield "fixed", case(0.99, False)


EXPECT = {'topic': 'ema',
 'rewrites': ['R2', 'R8'],
 'breaks': {23: 1},
 'gb': ['GB0170'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['fresh-result'],
 'unsafe': ['finite-grad', 'fresh-result', 'grad-none-zero', 'requires-grad']}
