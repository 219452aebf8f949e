"""Action-chunking policy: the forward pass returns the loss and a dict of numbers for the dashboard."""

from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from fxkit import bools, build, randn

ACTION = "action"
OBS_STATE = "observation.state"


@dataclass
class ACTConfig:
    state_dim: int = 6
    action_dim: int = 4
    chunk_size: int = 5
    latent_dim: int = 8
    hidden: int = 16
    kl_weight: float = 10.0
    use_vae: bool = True


class ACTPolicy(nn.Module):
    name = "act"

    def __init__(self, config: ACTConfig):
        super().__init__()
        self.config = config
        self.vae_encoder = nn.Linear(config.state_dim + config.chunk_size * config.action_dim, 2 * config.latent_dim)
        self.trunk = nn.Sequential(
            nn.Linear(config.state_dim + config.latent_dim, config.hidden),
            nn.GELU(),
            nn.Linear(config.hidden, config.chunk_size * config.action_dim),
        )

    def predict(self, batch: dict[str, Tensor]) -> tuple[Tensor, tuple[Tensor, Tensor] | tuple[None, None]]:
        state = batch[OBS_STATE]
        bsz = state.shape[0]
        if self.config.use_vae:
            stats = self.vae_encoder(torch.cat([state, batch[ACTION].flatten(1)], dim=-1))
            mu, log_sigma_x2 = stats.chunk(2, dim=-1)
            latent = mu + 0.5 * log_sigma_x2.tanh()
        else:
            mu = log_sigma_x2 = None
            latent = state.new_zeros(bsz, self.config.latent_dim)
        actions = self.trunk(torch.cat([state, latent], dim=-1))
        return actions.view(bsz, self.config.chunk_size, self.config.action_dim), (mu, log_sigma_x2)

    def forward(self, batch: dict[str, Tensor]) -> tuple[Tensor, dict]:
        """Run the batch through the model and compute the loss for training or validation."""
        actions_hat, (mu_hat, log_sigma_x2_hat) = self.predict(batch)

        l1_loss = (
            F.l1_loss(batch[ACTION], actions_hat, reduction="none") * ~batch["action_is_pad"].unsqueeze(-1)
        ).mean()

        loss_dict = {"l1_loss": l1_loss.item()}
        if self.config.use_vae:
            # Each dimension independent, we sum over the latent dimension to get the total KL divergence.
            mean_kld = (-0.5 * (1 + log_sigma_x2_hat - mu_hat.pow(2) - log_sigma_x2_hat.exp())).sum(-1).mean()
            loss_dict["kld_loss"] = mean_kld.item()
            loss = l1_loss + mean_kld * self.config.kl_weight
        else:
            loss = l1_loss

        return loss, loss_dict


def make_policy(use_vae=True):
    return torch.compile(ACTPolicy(ACTConfig(use_vae=use_vae)))


def _batch(n):
    return ({OBS_STATE: randn(n, 6), ACTION: randn(n, 5, 4, seed=1), "action_is_pad": bools(n, 5, p=0.3)},)


def cases():
    yield from build(make_policy, lambda: _batch(3), "base nan grad")
    yield from build(lambda: make_policy(False), lambda: _batch(2), "base inf", tag="novae-")
    yield from build(make_policy, lambda: _batch(1), "base true", tag="one-")

EXPECT = {'topic': 'robotics',
 'rewrites': [],
 'breaks': {60: 4, 64: 2},
 'gb': ['GB0124'],
 'skips': 0,
 'graphs_per_call': 3,
 'after': 0,
 'assume': ['number-tensor'],
 'unsafe': ['number-tensor', 'fresh-result']}
