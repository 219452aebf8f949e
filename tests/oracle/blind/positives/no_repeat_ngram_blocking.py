"""A logits processor forbids the tokens that would repeat an n-gram of the text so far."""

import torch
import torch.nn as nn

from fxkit import build, ints, randn


def _get_ngrams(ngram_size, prev_input_ids, num_hypos):
    generated_ngrams = [{} for _ in range(num_hypos)]
    for idx in range(num_hypos):
        gen_tokens = prev_input_ids[idx].tolist()
        generated_ngram = generated_ngrams[idx]
        for ngram in zip(*[gen_tokens[i:] for i in range(ngram_size)]):
            prev_ngram_tuple = tuple(ngram[:-1])
            generated_ngram[prev_ngram_tuple] = generated_ngram.get(prev_ngram_tuple, []) + [ngram[-1]]
    return generated_ngrams


def _calc_banned_ngram_tokens(ngram_size, prev_input_ids, num_hypos, cur_len):
    """Copied from fairseq for no_repeat_ngram in beam_search"""
    if cur_len + 1 < ngram_size:
        return [[] for _ in range(num_hypos)]
    generated_ngrams = _get_ngrams(ngram_size, prev_input_ids, num_hypos)
    start_idx = cur_len + 1 - ngram_size
    return [
        generated_ngrams[i].get(tuple(prev_input_ids[i, start_idx:cur_len].tolist()), []) for i in range(num_hypos)
    ]


class NoRepeatNGramLogitsProcessor(nn.Module):
    def __init__(self, ngram_size=2):
        super().__init__()
        if not isinstance(ngram_size, int) or ngram_size <= 0:
            raise ValueError(f"`ngram_size` has to be a strictly positive integer, but is {ngram_size}")
        self.ngram_size = ngram_size

    def forward(self, input_ids, scores):
        num_batch_hypotheses = scores.shape[0]
        cur_len = input_ids.shape[-1]
        scores_processed = scores.clone()
        banned_batch_tokens = _calc_banned_ngram_tokens(self.ngram_size, input_ids, num_batch_hypotheses, cur_len)
        for i, banned_tokens in enumerate(banned_batch_tokens):
            scores_processed[i, banned_tokens] = -float("inf")
        return scores_processed


def load(size=2):
    return torch.compile(NoRepeatNGramLogitsProcessor(size))


def cases():
    yield from build(load, lambda: (ints(0, 4, 3, 7), randn(3, 6)), "base grad nan")
    yield from build(load, lambda: (torch.tensor([[1, 2, 3, 1]]), randn(1, 6)), "base", tag="one-")
    yield from build(load, lambda: (torch.tensor([[0, 1, 2, 3]]), randn(1, 6)), "base", tag="fresh-")
    yield from build(lambda: load(3), lambda: (ints(0, 2, 2, 9), randn(2, 6)), "base", tag="trigram-")
    yield from build(lambda: load(3), lambda: (ints(0, 2, 2, 1), randn(2, 6)), "base", tag="short-")

EXPECT = {'topic': 'language',
 'kind': 'host dictionary',
 'rewrites': [],
 'breaks': {12: 8, 27: 4},
 'gb': ['GB0033', 'GB7000'],
 'skips': 2,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad',
            'fresh-result',
            'grad-none-zero',
            'number-tensor',
            'requires-grad']}
