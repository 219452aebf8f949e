"""A multilingual encoder sends each sentence through the adapter of its language."""

import torch
from torch import nn

from fxkit import build, ints, randn


class Adapter(nn.Module):
    def __init__(self, hidden_size, reduction=2):
        super().__init__()
        self.dense1 = nn.Linear(hidden_size, hidden_size // reduction)
        self.dense2 = nn.Linear(hidden_size // reduction, hidden_size)

    def forward(self, hidden_states):
        return self.dense2(nn.functional.gelu(self.dense1(hidden_states)))


class XmodOutput(nn.Module):
    def __init__(self, hidden_size=4, languages=("en_XX", "de_DE", "id_ID"), ln_before_adapter=True):
        super().__init__()
        self.dense = nn.Linear(hidden_size, hidden_size)
        self.LayerNorm = nn.LayerNorm(hidden_size)
        self.ln_before_adapter = ln_before_adapter
        self.languages = list(languages)
        self.adapter_modules = nn.ModuleDict({lang: Adapter(hidden_size) for lang in languages})

    def forward(self, hidden_states, input_tensor, lang_ids):
        hidden_states = self.dense(hidden_states)
        hidden_states = hidden_states + input_tensor
        return self.lang_adapter(lang_ids, hidden_states)

    def lang_adapter(self, lang_ids, hidden_states):
        # Process subsequent samples with the same lang_id in parallel
        lang_ids, lang_lengths = torch.unique_consecutive(lang_ids, return_counts=True)

        if not self.ln_before_adapter:
            residual = hidden_states
        hidden_states = self.LayerNorm(hidden_states)
        if self.ln_before_adapter:
            residual = hidden_states

        split_hidden_states = torch.split(hidden_states, lang_lengths.tolist(), 0)
        lang_wise_outputs = []
        for i, (lang_id, split_hidden_state) in enumerate(zip(lang_ids, split_hidden_states)):
            lang = self.languages[int(lang_id.item())]
            lang_wise_outputs.append(self.adapter_modules[lang](split_hidden_state))
        hidden_states = torch.cat(lang_wise_outputs, 0)
        return hidden_states + residual


def load():
    return torch.compile(XmodOutput())


def cases():
    yield from build(load, lambda: (randn(4, 3, 4), randn(4, 3, 4, seed=1), torch.tensor([0, 0, 2, 1])), "base grad nan")
    yield from build(load, lambda: (randn(3, 3, 4), randn(3, 3, 4, seed=1), torch.tensor([1, 1, 1])), "base grad", tag="one-language-")
    yield from build(load, lambda: (randn(5, 2, 4), randn(5, 2, 4, seed=1), ints(0, 3, 5)), "base", tag="mixed-")

EXPECT = {'topic': 'language',
 'kind': 'loop over examples',
 'rewrites': [],
 'breaks': {35: 7, 43: 3, 46: 1},
 'gb': ['GB0033', 'GB0036', 'GB0124', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 6,
 'after': 0,
 'assume': ['grad-none-zero'],
 'unsafe': ['finite-grad',
            'fresh-result',
            'grad-none-zero',
            'number-tensor',
            'requires-grad']}
