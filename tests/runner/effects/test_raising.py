"""An effect or a check that stands before an operation that raises: under inductor no event is lost, and no exception is
of another type than without GraphMend, in the first call and in later ones. With the check, the program's own exception
comes first, as in eager."""

import pytest
import torch
from rewriting import ALL, loaded, outcome, rewritten

INDEX = ("(i > 3).any()", [[0, 3], [0, 9]])  # when it raises, and the values of `i`: one that does not, one that does
SCALE = ("(i == 0).any()", [[2, 3], [0, 0]])
OPERATIONS = {
    "index": ("t[i]", *INDEX),
    "index_rows": ("(t * 2).view(4, 1)[i].sum(0)", *INDEX),
    "index_select": ("t.index_select(0, i)", *INDEX),
    "gather": ("t.gather(0, i)", *INDEX),
    "take": ("t.take(i)", *INDEX),
    "take_along_dim": ("torch.take_along_dim(t, i, 0)", *INDEX),
    "scatter": ("t.scatter(0, i, 1.0)", *INDEX),
    "index_add": ("t.index_add(0, i, t[:2])", *INDEX),
    "index_fill": ("t.index_fill(0, i, 1.0)", *INDEX),
    "embedding": ("torch.nn.functional.embedding(i, t.view(4, 1))", *INDEX),
    "loss": ("torch.nn.functional.nll_loss(t.view(1, 4).expand(2, 4), i)", *INDEX),
    "cholesky": ("torch.linalg.cholesky(torch.diag(i.float()))", *SCALE),
    "inverse": ("torch.linalg.inv(torch.diag(i.float()))", *SCALE),
    "solve": ("torch.linalg.solve(torch.diag(i.float()), t[:2])", *SCALE),
    "masked_scatter": ("t.masked_scatter(i[0] == t, t[:0])", "(i == 0).any()", [[9, 9], [0, 0]]),
}
# An index out of range is an IndexError in eager and a RuntimeError in a kernel of inductor: where the effect leaves the
# function to eager, it has to stay there.
INDEXES = {"index", "index_rows", "index_select", "take", "index_add", "index_fill", "embedding", "loss"}
EFFECTS = [
    'print(f"largest {i.max()}")',
    'log.warning("largest %d", i.max().item())',
    'warnings.warn(f"program: largest {i.max().item()}")',
    'if (i > -1).all():\n        print("all are there")',
]
EFFECT = """
def {name}(t, i):
    t = t + 1
    {effect}
    out = {operation}
    return out * 2
"""
LOOP = """
def {name}(t, i):
    total = 0
    for _ in range(2):
        t = t + 1
        {effect}
        total = total + ({operation}).sum()
    return total
"""
CHECK = """
def {name}(t, i):
    print("before")
    if {bad}:
        raise ValueError(f"{{i.max()}} is no good")
    out = {operation}
    return out * 2
"""
HEAD = "import logging\nimport warnings\n\nimport torch\n\nlog = logging.getLogger('program')\n"


def program_text():
    parts = [HEAD]
    for number, (name, (operation, bad, _)) in enumerate(OPERATIONS.items()):
        effect = EFFECTS[number % len(EFFECTS)]
        parts.append(EFFECT.format(name="effect_" + name, effect=effect, operation=operation))
        parts.append(LOOP.format(name="loop_" + name, effect=effect.replace("\n", "\n    "), operation=operation))
        parts.append(CHECK.format(name="check_" + name, bad=bad, operation=operation))
    return "\n".join(parts)


@pytest.fixture(scope="module")
def programs():
    text = program_text()
    return loaded(text, "raising_original"), loaded(rewritten([text])[0], "raising_rewritten")


def is_fixed(kind, name):
    changing_text = EFFECTS[list(OPERATIONS).index(name) % len(EFFECTS)].startswith("warnings.warn(f")
    return kind == "check" or name not in INDEXES or (kind == "effect" and not changing_text)


@pytest.mark.parametrize("name", OPERATIONS if ALL else ["index", "index_select", "masked_scatter"])
@pytest.mark.parametrize("kind", ["effect", "loop", "check"])
def test_no_event_is_lost(capsys, programs, kind, name):
    original, program = (getattr(module, f"{kind}_{name}") for module in programs)
    assert ("compiling" in program.__code__.co_names) == is_fixed(kind, name)
    calls = [(torch.arange(4.0), torch.tensor(values)) for values in OPERATIONS[name][2]]
    for some in (calls, calls[1:]):
        eager = [outcome(capsys, original, *arguments) for arguments in some]
        plain, found = (compiled_outcomes(capsys, each, some) for each in (original, program))
        for (events, result), (_, of_plain), (expected, of_eager) in zip(found, plain, eager):
            assert events == expected
            if not isinstance(of_eager, tuple):
                torch.testing.assert_close(result, of_eager)
            elif kind == "check":
                assert result == of_eager
            else:
                assert result[0] is of_plain[0]


def compiled_outcomes(capsys, function, calls):
    torch._dynamo.reset()
    compiled = torch.compile(function)
    return [outcome(capsys, compiled, *arguments) for arguments in calls]


@pytest.mark.parametrize("kind", ["effect", "check"])
def test_the_original_breaks_where_the_program_does_not(programs, kind):
    for module, breaks in zip(programs, (True, False)):
        torch._dynamo.reset()
        function = getattr(module, kind + "_index")
        explained = torch._dynamo.explain(function)(torch.arange(4.0), torch.tensor([0, 3]))
        assert (explained.graph_break_count > 0) == breaks
