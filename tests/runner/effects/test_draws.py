"""Random numbers around effects and checks: drawn where the program draws them, so a check that raises leaves those alone
that stand behind it. Inductor, which has numbers of its own, is judged by what it does without GraphMend."""

import pytest
import torch
from rewriting import loaded, outcome, rewritten

HEAD = """
import torch
from torch import nn
from torch.nn import functional as F


class Noisy(nn.Module):
    def __init__(self):
        super().__init__()
        self.drop = nn.Dropout(0.5)

    def forward(self, x: torch.Tensor):
        if (x > 5).any():
            raise ValueError("big")
        return self.drop(x)


noisy = Noisy()
"""
PROGRAMS = {
    "behind": "{check}\nreturn F.dropout(x, 0.5) + torch.rand_like(x)",
    "around": "y = F.dropout(x, 0.5)\n{check}\nreturn F.dropout(y, 0.5) + torch.randn(4)",
    "in_callees": "y = noisy.drop(x)\nz = noisy(x)\nreturn noisy.drop(y + z)",
    "of_several_kinds": "y = x * torch.randperm(4)\n{check}\nreturn y + torch.bernoulli(x.sigmoid()) + torch.randint(0, 4, (4,))",
    "around_outputs": "y = x + torch.rand(4)\nprint(y.shape)\ny = y + torch.rand(4)\nprint('end')\nreturn y * torch.rand(4)",
}
CHECK = 'if (x > 5).any():\n    raise ValueError("big")'


def program(name):
    body = PROGRAMS[name].format(check=CHECK)
    return HEAD + f"\n\ndef {name}(x: torch.Tensor):\n" + "".join(f"    {line}\n" for line in body.split("\n"))


def outcomes(capsys, text, name, backend, grad):
    torch._dynamo.reset()
    compiled = torch.compile(getattr(loaded(text, f"draws_{name}"), name), backend=backend)
    found = []
    with torch.random.fork_rng():
        torch.manual_seed(0)
        for value in (1.0, 9.0, 1.0, 9.0):
            x = torch.full((4,), value, requires_grad=grad)
            lines, result = outcome(capsys, compiled, x)
            if isinstance(result, torch.Tensor):
                if grad:
                    result.sum().backward()
                result = result.tolist(), grad and x.grad.tolist()
            found.append((lines, result, torch.get_rng_state().tolist()))
    return found


@pytest.mark.parametrize("grad", [False, True])
@pytest.mark.parametrize("name", PROGRAMS)
def test_what_is_drawn_is_what_was_drawn(capsys, name, grad):
    text = program(name)
    other = rewritten([text])[0]
    assert "_graphmend.compiling()" in other
    for backend in ("aot_eager", "inductor"):
        plain = outcomes(capsys, text, name, backend, grad)
        assert outcomes(capsys, other, name, backend, grad) == plain
        assert name == "around_outputs" or "ValueError" in str(plain)


@pytest.mark.parametrize("name", PROGRAMS)
def test_nothing_breaks(name):
    torch._dynamo.reset()
    found = getattr(loaded(rewritten([program(name)])[0], f"draws_{name}"), name)
    assert torch._dynamo.explain(found)(torch.ones(4)).graph_break_count == 0
