"""Turns what experiments showed of a subject into a row."""
import contextlib
import inspect

import torch

import calls
import dynamo
import symbols
from observe import LONG, demands, dtype_word, forgotten, gives, in_child, is_of_floats, observe

SELECTORS = ("dim", "dims", "axis", "reduction", "as_tuple", "return_indices", "return_inverse", "rounding_mode", "output_size", "num_classes",
             "generator", "requires_grad", "out", "alpha")
COMPILED_CASES = 8
WRONG_ARGUMENTS = "GB4315"
TRAIT_CASES = 40
NUMBER_CASES = 2
OF_NUMBERS = ("GB0033", "GB0036", "GB0112", "GB0124")  # how Dynamo refuses a tensor that stands for a number
SHAPE_CASES = 12
RULE_OF_NAME = {f"builtins.{name}": "GM201" for name in ("bool", "complex", "float", "int", "range", "slice")} | {
    "builtins.print": "GM401", "operator.index": "GM201", "torch.Tensor.tolist": "GM201", "torch.autograd.backward": "GM505", "torch.Tensor.is_nonzero": "GM201",
    "torch.is_nonzero": "GM201", "numpy.ndarray.tolist": "GM201", "numpy.ndarray.item": "GM201",
} | {f"torch.nn.{name}.__call__": "GM506" for name in ("GRU", "LSTM", "RNN")}
RULE_OF_START = {"math.": "GM201", "cmath.": "GM201", "warnings.warn": "GM403", "logging.": "GM402"}
RULE_OF_BREAK = {
    "GB0014": "GM506", "GB0036": "GM301", "GB0098": "GM502", "GB0099": "GM502", "GB0104": "GM505", "GB0108": "GM505", "GB0109": "GM201",
    "GB0123": "GM505", "GB0124": "GM201", "GB0125": "GM505", "GB0170": "GM101", "GB0206": "GM505", "GB0225": "GM505",
    "GB0246": "GM301", "GB0264": "GM504", "GB9186": "GM505",
}
ENTER = ("with {}:", "    y = y * 2")
ENTER_AND_BREAK = ("with {}:", "    y = y * 2", "    print()", "    y = y * 3")


def positions(subject):
    """The positions of the parameters in the overloads of a function: {name: position}, -1 for keyword only."""
    found = {}
    with contextlib.suppress(ValueError, TypeError):
        listed = list(inspect.signature(subject.call).parameters.values())
        for at, parameter in enumerate(listed):
            found[parameter.name] = -1 if parameter.kind is parameter.KEYWORD_ONLY else at
        if found:
            return found
    packet = getattr(torch.ops.aten, subject.name.rpartition(".")[2], None)
    for overload in packet.overloads() if isinstance(packet, torch._ops.OpOverloadPacket) else ():
        schema = getattr(packet, overload)._schema
        plain = 0
        for argument in schema.arguments:
            if "Dimname" in str(argument.type) or "Generator" in str(argument.type) and overload != "default":
                continue
            found.setdefault(argument.name, -1 if argument.kwarg_only else plain)
            plain += not argument.kwarg_only
    return found


def argument(case, name, position):
    """The value of an argument, None if it is not given."""
    value = case.keywords.get(name)
    return case.arguments[position] if value is None and 0 <= position < len(case.arguments) else value


def is_given(case, name, position):
    """Whether an argument is there and says something."""
    value = argument(case, name, position)
    return value is not None and value is not False


def shown(name, position, method):
    """`dim@1`, counted without the receiver."""
    position -= method and position >= 0
    return f"{name}@{position}" if position >= 0 else name


def form(case):
    """What makes calls alike for the purpose of compiling only a few of them."""
    def kind(value):
        return value.dtype if isinstance(value, torch.Tensor) else type(value)

    return (len(case.arguments), *map(kind, case.arguments[:3]), *sorted(case.keywords))


def few(cases):
    """Calls of as many different forms as possible, those on floats first."""
    by_form = {}
    for case in cases:
        by_form.setdefault(form(case), case)
    return list(by_form.values())[:COMPILED_CASES]


def shapes(cases):
    """Calls on tensors with dimensions, of as many different shapes, dims and settings as possible."""
    def kind(value):
        return (value.dtype, value.dim()) if isinstance(value, torch.Tensor) else repr(value)

    by_shape = {}
    for case in cases:
        if any(tensor.dim() for tensor in case.tensors) and not any(tensor.is_complex() for tensor in case.tensors):
            by_shape.setdefault((*map(kind, case.arguments[:3]), *((key, kind(value)) for key, value in sorted(case.keywords.items()))), case)
    found = list(by_shape.values())
    return found[::1 + len(found) // SHAPE_CASES]


def compiled(subject, case):
    """What Dynamo makes of one call."""
    if case.source:
        return dynamo.run(calls.function(case), tuple(calls.variables(case.kind).values()))
    case = case.fresh()
    name, call = subject.name.rpartition(".")[2], case.call
    if subject.method:
        return dynamo.run(lambda first, rest, keywords: getattr(inside(first), name)(*rest, **keywords),
                          (case.arguments[0], case.arguments[1:], case.keywords))
    return dynamo.run(lambda arguments, keywords: call(*map(inside, arguments), **keywords), (case.arguments, case.keywords))


def inside(value):
    """A tensor that was made in the graph: what is written to the graph's inputs has rules of its own."""
    return value.clone() if isinstance(value, torch.Tensor) else value


def condition(subject, broken, clean):
    """The `when` (and argument) that tells the broken calls from the clean ones, or None."""
    def first(case):
        return case.arguments[0] if case.arguments else None

    def second(case):
        return case.arguments[1] if len(case.arguments) > 1 else None

    tests = {
        "tensor_argument": lambda c: bool(c.tensors),
        "single_argument": lambda c: len(c.arguments) + len(c.keywords) == 1,
        "tensor_second": lambda c: isinstance(second(c), torch.Tensor),
        "float_tensor": lambda c: isinstance(first(c), torch.Tensor) and first(c).is_floating_point(),
        "integer_tensor": lambda c: isinstance(first(c), torch.Tensor) and not first(c).is_floating_point(),
    }
    if not clean:
        return {"when": "always"}
    for when, test in tests.items():
        if all(map(test, broken)) and not any(map(test, clean)):
            return {"when": when}
    for name, position in ({key: -1 for case in broken + clean for key in case.keywords} | positions(subject)).items():
        given = [is_given(c, name, position) for c in broken], [is_given(c, name, position) for c in clean]
        cell = {"argument": shown(name, position, subject.method)}
        if all(given[0]) and not any(given[1]):
            return {"when": "given_argument", **cell}
        if not any(given[0]) and all(given[1]):
            return {"when": "missing_argument", **cell}
    return None


def rule(name, gb):
    """The rule that speaks for a break."""
    return RULE_OF_NAME.get(name) or next((code for start, code in RULE_OF_START.items() if name.startswith(start)), None) \
        or RULE_OF_BREAK.get(gb.rstrip("?"), "GM501")


def breaks(subject, cases, complain):
    """The cells that say how and when the subject breaks the graph."""
    chosen = few([c for c in cases if not c.source]) + [c for c in cases if c.source and not c.entered]
    outcomes = [(case, compiled(subject, case)) for case in chosen]
    outcomes = [(case, outcome) for case, outcome in outcomes if outcome.gb != WRONG_ARGUMENTS]
    broken = [(c, o) for c, o in outcomes if o.gb]
    for _, outcome in outcomes:
        if not outcome.gb and not outcome.clean:
            complain(f"{subject.name}: {outcome.error or 'frame lost without an id'}")
    if not broken:
        return {}
    ids = sorted({o.gb for _, o in broken}, key=lambda gb: -sum(o.gb == gb for _, o in broken))
    when = condition(subject, [c for c, _ in broken], [c for c, o in outcomes if o.clean])
    if when is None:
        complain(f"{subject.name}: {ids} in {len(broken)} of {len(outcomes)} calls, and no condition tells which")
        return {}
    if len(ids) > 1:
        complain(f"{subject.name}: several ids {ids}")
    return {"break": ids[0], "rule": rule(subject.name, ids[0]), **when}


def with_tensor(case, where):
    """The call with a tensor that the graph computes in the place of the number at a position or keyword, or None."""
    value = case.keywords.get(where) if isinstance(where, str) else case.arguments[where]
    several = isinstance(value, (list, tuple)) and bool(value)
    number = value[0] if several else value
    if isinstance(number, bool) or not isinstance(number, (int, float)):
        return None
    called = case.call

    def call(arguments, keywords, tensor):
        tensor = tensor + 0
        given = (tensor, *value[1:]) if several else tensor
        if isinstance(where, str):
            return called(*arguments, **{**keywords, where: given})
        return called(*arguments[:where], given, *arguments[where + 1:], **keywords)

    return call, (case.arguments, case.keywords, torch.tensor(number))


def numbers(subject, cases):
    """The condition that a tensor stands where the graph needs a number, as a list of such conditions: one or none."""
    of_name = positions(subject)
    places = {position: name for name, position in of_name.items() if position >= 0}
    asked = {}
    for case in few(sorted((case for case in cases if not case.entered), key=lambda case: bool(case.source)))[:NUMBER_CASES]:
        case = case.fresh()
        for where in [*range(subject.method, len(case.arguments)), *case.keywords]:
            name = where if isinstance(where, str) else places.get(where, "")
            name = shown(name, of_name.get(where, -1) if isinstance(where, str) else where, subject.method)
            changed = with_tensor(case, where)
            if name in asked or changed is None:
                continue
            try:
                changed[0](*changed[1])
            except Exception:
                continue
            asked[name] = dynamo.run(*changed).gb.rstrip("?") in OF_NUMBERS
            if asked[name] and where == max(places, default=0) and isinstance(case.arguments[where], (list, tuple)):
                asked[f"*@{name.rpartition('@')[2]}"] = True
    found = sorted(name for name, breaks_ in asked.items() if breaks_)
    return [{"break": "GB0033", "rule": "GM201", "when": "computed_tensor", "numbers": found}] if found else []


def symbols_of(subject, cases):
    """The cells `rows` and `symbols`: what the call takes where all is one graph. They hold if they do for all forms of it."""
    of_name = positions(subject)
    places = {position: name for name, position in of_name.items() if position >= 0}
    cases = [case for case in cases if "key" not in case.keywords]
    taken = {}
    for case in few(cases):
        for where in [*range(subject.method, len(case.arguments)), *case.keywords]:
            answer = symbols.takes_number(case, where)
            if answer is None:
                continue
            position = of_name.get(where, -1) if isinstance(where, str) else where
            name = where if isinstance(where, str) else places.get(where, "")
            taken.setdefault(shown(name, position, subject.method), set()).add(answer)
            if isinstance(where, int) and where == max(places, default=0) and isinstance(case.arguments[where], (list, tuple)):
                taken.setdefault(f"*@{where - subject.method}", set()).add(answer)
    rows = {answer for case in shapes(cases) if (answer := symbols.takes_rows(case)) is not None}
    if subject.name.startswith(("torch.", "math.")) and not any(tensor.dim() for case in cases for tensor in case.tensors):
        rows = {True}  # it takes no tensor
    found = sorted(name for name, answers in taken.items() if answers == {True})
    return ({"rows": True} if rows == {True} else {}) | ({"symbols": found} if found else {})


def context(subject, complain):
    """The cells that say what entering the subject does, and what it does to a break inside."""
    entered = [case for case in subject.cases if case.entered]
    if not entered:
        return {}
    plain = [dynamo.run(calls.function(case, ENTER), tuple(calls.variables().values())) for case in entered]
    broken = [dynamo.run(calls.function(case, ENTER_AND_BREAK), tuple(calls.variables().values())) for case in entered]
    worst = next((o for o in plain if o.skip), next((o for o in plain if not o.clean), None))
    if worst is None:
        return {"context": "traced" if any(o.skip for o in broken) else "resumable"}
    if not worst.gb:
        complain(f"with {subject.name}: {worst.error}")
        return {}
    return {"context": "skip" if worst.skip else "split", "break": worst.gb, "rule": "GM503"}


def meaning(subject, seen):
    """The cells `gives` and `with`. What a `dtype` argument does goes without saying."""
    seen = [(c, o) for c, o in seen if c.keywords.get("dtype") is None] or seen
    whole = gives([o for _, o in seen])
    places = {key: -1 for case, _ in seen for key in case.keywords} | positions(subject)
    for name in SELECTORS:
        if name not in places:
            continue
        place = places[name]
        given = [o for c, o in seen if is_given(c, name, place) and not isinstance(argument(c, name, place), torch.Tensor)]
        plain = [o for c, o in seen if not is_given(c, name, place)]
        if not given or not plain or not gives(plain) or gives(plain) == whole:
            continue
        kind = gives(given).partition(" ")[0] or "unknown"
        text = gives(plain)
        if text.endswith("rank0"):
            text = text.removesuffix("rank0") + "reduce"
        return {"gives": text, "with": {shown(name, places[name], subject.method): kind}}
    return {"gives": whole} if whole else {}


def is_of_python(schema):
    """Whether Python can call an overload with tensors: those of numbers alone, `exp.float(float a) -> float`, are TorchScript's."""
    gives = any("Tensor" in str(each.type) for each in schema.returns)
    takes = any("Tensor" in str(each.type) for each in schema.arguments)
    return (gives or takes) and not any(a.is_out or "Dimname" in str(a.type) for a in schema.arguments)


def takes_number(call, at):
    """Whether a call works with a number at the position: `torch.add(1.0, x)`, against its signature."""
    for count in (at + 1, at + 2):
        with contextlib.suppress(Exception):
            call(*[1.0 if i == at else torch.ones(2) for i in range(count)])
            return True
    return False


def tensors(subject):
    """The cell `tensors` of a function: the positions where every overload demands one."""
    if subject.method:
        return {}
    with contextlib.suppress(ValueError, TypeError):
        listed = inspect.signature(subject.call).parameters.values()
        found = [at for at, parameter in enumerate(listed) if parameter.annotation is torch.Tensor]
        return {"tensors": found} if found else {}
    _, _, name = subject.name.rpartition(".")
    packets = [getattr(torch.ops.aten, prefix + name, None) for prefix in ("", "linalg_", "special_", "fft_")]
    packet = next((p for p in packets if isinstance(p, torch._ops.OpOverloadPacket)), None)
    schemas = [getattr(packet, overload)._schema for overload in packet.overloads()] if packet else []
    demanded = [{at for at, a in enumerate(schema.arguments) if str(a.type) == "Tensor" and not a.kwarg_only}
                for schema in schemas if is_of_python(schema)]
    found = sorted(set.intersection(*demanded)) if demanded else []
    found = [at for at in found if not takes_number(subject.call, at)]
    return {"tensors": found} if found else {}


def fields(observations):
    """The cell `fields` of what gives tuples with names: each name, and the word for its dtype."""
    many = [o for o in observations if o.kind == "tensors"]
    names = {tuple(name for name, _ in o.fields) for o in many}
    if len(names) != 1 or names == {()}:
        return {}
    words = [dtype_word(set.intersection(*each), many) for each in zip(*[[words for _, words in o.fields] for o in many])]
    return {"fields": " ".join(f"{name} {word}" for name, word in zip(names.pop(), words))} if all(words) else {}


def is_pointwise(name):
    """Whether PyTorch itself says that the operator of that name works element by element."""
    short = name.rpartition(".")[2]
    packets = [getattr(torch.ops.aten, prefix + short, None) for prefix in ("", "special_")]
    packet = next((p for p in packets if p is not None), None)
    return packet is not None and any(torch.Tag.pointwise in getattr(packet, o).tags for o in packet.overloads())


def traits(cases, seen):
    """What the calls demand and leave alone, as far as they are about tensors."""
    if {o.kind for o in seen} - {"tensor", "tensors"}:
        return []
    if any(o.writes for o in seen):
        return ["in_place"] if all(o.same_object for o in seen) else []
    if any(o.random for o in seen):
        return []
    chosen = cases[:TRAIT_CASES] + cases[-TRAIT_CASES:]
    floating = [c for c in chosen if any(t.dtype == torch.float32 for t in c.tensors)]
    total, transparent, cuts = demands(chosen, floating)
    unsaved, forgets = forgotten(cases)
    view = any(o.shares for o in seen)
    held = {"view" if view else "pure": True, "total": total, "floats": is_of_floats(floating), "transparent": transparent, "cuts": cuts,
            "unsaved": unsaved and not view, "forgets": forgets}
    return [word for word, holds in held.items() if holds]


def describe(subject, complain):
    """The generated row of a subject, or None if no call of it worked."""
    seen = [(case, o) for case in subject.cases if (o := observe(case)) is not None]
    if not seen:
        return None
    plain = [(case, o) for case, o in seen if not case.keywords.get("inplace")]
    cases, observations = zip(*(plain or seen))
    row = {"name": subject.name, **meaning(subject, seen), **fields(observations), **tensors(subject)}
    if any(o.random for o in observations):
        row["role"] = "random"
    row |= context(subject, complain) | breaks(subject, cases, complain)
    if row.get("when") != "always" and (also := numbers(subject, cases)):
        row["also"] = also
    row |= in_child(lambda: symbols_of(subject, cases), LONG) or {}
    if words := traits(cases, observations):
        row["traits"] = words + ["pointwise"] * ("pure" in words and is_pointwise(subject.name))
    return row
