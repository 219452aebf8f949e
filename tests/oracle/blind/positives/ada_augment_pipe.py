"""StyleGAN2-ADA: augmentations are applied only while their probability is positive."""

import torch
import torch.nn.functional as F
from torch import nn

from fxkit import build, randn


class AugmentPipe(nn.Module):
    def __init__(self, target_rt=0.1, adjust=0.25):
        super().__init__()
        self.target_rt = target_rt
        self.adjust = adjust
        self.register_buffer("p", torch.zeros([]))

    def forward(self, images):
        draw = torch.rand(images.shape[0], 1, 1, 1)
        if self.p.item() > 0:
            images = torch.where(draw < self.p * 0.5, images.flip(-1), images)
            images = images * (1.0 + 0.2 * self.p * (draw - 0.5))
        return images

    @torch.no_grad()
    def update(self, real_logits):
        rt = real_logits.sign().mean()
        self.p.copy_((self.p + self.adjust * torch.sign(rt - self.target_rt)).clamp(0.0, 1.0))


class Discriminator(nn.Module):
    def __init__(self, channels=2):
        super().__init__()
        self.conv = nn.Conv2d(channels, 3, 3, padding=1)
        self.out = nn.Linear(3, 1)

    def forward(self, x):
        h = F.leaky_relu(self.conv(x), 0.2).mean(dim=(2, 3))
        return self.out(h).squeeze(-1)


class DiscriminatorLoss(nn.Module):
    def __init__(self):
        super().__init__()
        self.pipe = AugmentPipe()
        self.D = Discriminator()

    def forward(self, real, fake):
        fake_logits = self.D(self.pipe(fake))
        real_logits = self.D(self.pipe(real))
        loss = F.softplus(fake_logits).mean() + F.softplus(-real_logits).mean()
        self.pipe.update(real_logits)
        return loss


def load():
    return torch.compile(DiscriminatorLoss())


def cases():
    yield from build(load, lambda: (randn(3, 2, 4, 4), randn(3, 2, 4, 4, seed=1)), "base grad")
    yield from build(load, lambda: (randn(3, 2, 4, 4) + 3, randn(3, 2, 4, 4, seed=1)), "base", tag="bright-")


EXPECT = {'topic': 'gan',
 'kind': 'strength_branch',
 'rewrites': [],
 'breaks': {19: 2},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 4,
 'after': 0,
 'assume': [],
 'unsafe': ['finite-grad', 'fresh-result']}
