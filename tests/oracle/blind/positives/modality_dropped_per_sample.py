"""Audio-visual model: for robustness a modality of a sample is replaced by a learned vector with some probability."""

import torch
from torch import nn

from fxkit import build, randn


class ModalityDropout(nn.Module):
    def __init__(self, dim, p=0.3):
        super().__init__()
        self.missing_audio = nn.Parameter(torch.randn(dim))
        self.missing_video = nn.Parameter(torch.randn(dim))
        self.p = p

    def forward(self, audio, video):
        if not self.training:
            return audio, video
        draws = torch.rand(audio.shape[0])
        audios, videos = [], []
        for i in range(audio.shape[0]):
            a, v = audio[i], video[i]
            if draws[i] < self.p:
                a = self.missing_audio.expand_as(a)
            elif draws[i] > 1 - self.p:
                v = self.missing_video.expand_as(v)
            audios.append(a)
            videos.append(v)
        return torch.stack(audios), torch.stack(videos)


class AudioVisual(nn.Module):
    def __init__(self, a_dim=4, v_dim=5, dim=6):
        super().__init__()
        self.audio = nn.Linear(a_dim, dim)
        self.video = nn.Linear(v_dim, dim)
        self.drop = ModalityDropout(dim)
        self.head = nn.Linear(2 * dim, 3)

    def forward(self, audio, video):
        a, v = self.drop(self.audio(audio).relu(), self.video(video).relu())
        return self.head(torch.cat([a, v], dim=-1).mean(dim=1))


def load():
    return torch.compile(AudioVisual())


def load_eval():
    return torch.compile(AudioVisual().eval())


def cases():
    yield from build(load, lambda: (randn(4, 3, 4), randn(4, 3, 5)), "base grad")
    yield from build(load_eval, lambda: (randn(4, 3, 4), randn(4, 3, 5)), "base", tag="eval-")

EXPECT = {'topic': 'multi-modal',
 'kind': 'branch',
 'rewrites': [],
 'breaks': {23: 3},
 'gb': ['GB0170', 'GB7000'],
 'skips': 1,
 'graphs_per_call': 2,
 'after': 0,
 'assume': ['grad-none-zero'],
 'unsafe': ['close',
            'finite-grad',
            'fresh-result',
            'grad-close',
            'grad-none-zero',
            'number-tensor',
            'requires-grad',
            'shown-history']}
