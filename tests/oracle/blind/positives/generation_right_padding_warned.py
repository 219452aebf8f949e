"""A decoder-only generator warns when the prompt is padded on the right, and then samples greedily."""

import logging

import torch
from torch import nn

from fxkit import build

logger = logging.getLogger("generation")


class GenerationConfig:
    pad_token_id = 0
    eos_token_id = 1
    max_new_tokens = 3


class DecoderOnly(nn.Module):
    def __init__(self, vocab=9, dim=5):
        super().__init__()
        self.embed = nn.Embedding(vocab, dim)
        self.mix = nn.Linear(dim, dim)
        self.lm_head = nn.Linear(dim, vocab)
        self.generation_config = GenerationConfig()

    def logits(self, ids, mask):
        h = self.embed(ids) * mask.unsqueeze(-1)
        h = torch.tanh(self.mix(h)).cumsum(dim=1)
        return self.lm_head(h[:, -1])

    def check_padding(self, ids):
        pad = self.generation_config.pad_token_id
        if pad is not None and len(ids.shape) == 2 and torch.sum(ids[:, -1] == pad) > 0:
            logger.warning(
                "A decoder-only architecture is being used, but right-padding was detected! For correct "
                "generation results, please set `padding_side='left'` when initializing the tokenizer."
            )

    @torch.no_grad()
    def forward(self, ids):
        self.check_padding(ids)
        cfg = self.generation_config
        unfinished = torch.ones(ids.shape[0], dtype=torch.long)
        for _ in range(cfg.max_new_tokens):
            mask = (ids != cfg.pad_token_id).float()
            tokens = self.logits(ids, mask).argmax(dim=-1)
            tokens = tokens * unfinished + cfg.pad_token_id * (1 - unfinished)
            ids = torch.cat([ids, tokens[:, None]], dim=-1)
            unfinished = unfinished * (tokens != cfg.eos_token_id).long()
        return ids


def load():
    return torch.compile(DecoderOnly())


def cases():
    yield from build(load, lambda: (torch.tensor([[0, 3, 4], [5, 6, 7]]),), "base")
    yield from build(load, lambda: (torch.tensor([[3, 4, 0], [5, 6, 7]]),), "base", tag="right-")

EXPECT = {'topic': 'language model',
 'kind': 'logs',
 'rewrites': [],
 'breaks': {34: 1, 35: 1},
 'gb': ['GB0170', 'GB0291'],
 'skips': 0,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['compiled-silent', 'log-site'],
 'unsafe': ['close',
            'compiled-silent',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'log-site',
            'number-tensor',
            'requires-grad',
            'shown-history']}
