"""Effects in random order are the same ones, in the same order, in eager and compiled by every backend."""

import generated
import pytest
import torch
from rewriting import ALL, loaded, outcome, rewritten, same

SEEDS = range(120 if ALL else 12)
CALLS = [(3, 0, False), (5, 2, False), (4, 1, True), (3, 0, True), (6, 0, False)]  # size, flag, requires_grad


@pytest.fixture(scope="module")
def texts():
    return {text: new for text, new in zip(map(generated.program_text, SEEDS),
                                           rewritten([generated.program_text(seed) for seed in SEEDS]))}


def outcomes(capsys, text, name, backend=None):
    """Of a module of its own, as programs count their calls."""
    torch._dynamo.reset()
    function = loaded(text, name).program
    if backend:
        function = torch.compile(function, backend=backend)
    found = []
    for size, flag, grad in CALLS:
        x = (torch.arange(2.0 * size).view(size, 2) - 4).requires_grad_(grad)
        found.append(outcome(capsys, function, x, flag))
    return found


def equal(one, other):
    return all(a[0] == b[0] and same(a[1], b[1]) for a, b in zip(one, other, strict=True))


def backends_of(seed):
    if ALL:
        return ["eager", "aot_eager", "inductor"]
    return ["inductor" if seed % 12 == 3 else "aot_eager" if seed % 2 else "eager"]


@pytest.mark.parametrize(("seed", "backend"), [(seed, backend) for seed in SEEDS for backend in backends_of(seed)])
def test_events(capsys, texts, seed, backend):
    text = generated.program_text(seed)
    new, name = texts[text], f"generated_{seed}"
    expected = outcomes(capsys, text, name)
    assert equal(outcomes(capsys, new, name), expected)
    found = outcomes(capsys, new, name, backend)
    if not equal(found, expected):
        # What the original does differently when it is compiled is not ours.
        expected = outcomes(capsys, text, name, backend)
    assert equal(found, expected), new


def test_effects_were_rewritten(texts):
    sites = [text.count("_graphmend.compiling()") for text in texts.values()]
    assert sum(sites) > 3 * len(sites)
