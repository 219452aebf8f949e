"""Calls things eagerly on small real tensors and says in the words of knowledge.h what they give."""
import contextlib
import inspect
import io
import os
import pickle
import signal
import warnings
from dataclasses import dataclass, field, replace

import numpy
import torch
from torch._prims_common import elementwise_dtypes, ELEMENTWISE_TYPE_PROMOTION_KIND
from torch.utils._pytree import tree_flatten, tree_map

CONSTANTS = (str, bytes, torch.dtype, torch.device, torch.layout, torch.finfo, torch.iinfo)
TRIES = 5
SHORT, LONG = 120, 600  # seconds, for a part of the experiments on a subject and for all of them
HOSTILE_FLOATS = [0.0, -0.0, 1.0, -1.0, float("inf"), float("-inf"), float("nan"), 3.4e38, 1e-45, 0.5, -7.0]
HOSTILE_INTEGERS = [0, -1, 1, 97, -98, 10_000, 3]


@dataclass
class Case:
    """One call with its arguments; the first argument of a method is its receiver.

    `source` is the expression that Dynamo is to see instead of a call of `call`, `again` evaluates it anew, and `entered`
    says that a `with` enters it.
    """

    call: object
    arguments: tuple
    keywords: dict = field(default_factory=dict)
    source: str = ""
    entered: bool = False
    again: object = None
    kind: torch.dtype = torch.float32

    def fresh(self, change=lambda tensor: tensor):
        """The same call on tensors of its own."""
        def own(leaf):
            if not isinstance(leaf, torch.Tensor):
                return leaf
            return change(leaf if self.again else leaf.detach().clone())

        case = self.again() if self.again else self
        return replace(case, arguments=tree_map(own, case.arguments), keywords=tree_map(own, case.keywords))

    def run(self):
        return self.call(*self.arguments, **self.keywords)

    @property
    def leaves(self):
        return tree_flatten((self.arguments, self.keywords))[0]

    @property
    def tensors(self):
        return [leaf for leaf in self.leaves if isinstance(leaf, torch.Tensor)]


def category(dtype):
    """The word for a dtype."""
    if dtype == torch.bool:
        return "boolean"
    return "complex" if dtype.is_complex else "floating" if dtype.is_floating_point else "integer"


@dataclass
class Observation:
    """What one call gave: a kind, and which words for dtype and shape hold."""

    kind: str
    dtypes: set = field(default_factory=set)
    shapes: set = field(default_factory=set)
    category: str = ""
    shares: bool = False
    writes: tuple = ()
    random: bool = False
    same_object: bool = False
    fields: tuple = ()  # of a tuple with names: (name, words for its dtype)


def promoted(case):
    """The dtype that all arguments together promote to; None where that makes no sense."""
    numbers = [a for a in case.leaves if isinstance(a, (torch.Tensor, int, float, complex))]
    try:
        return elementwise_dtypes(*numbers, type_promotion_kind=ELEMENTWISE_TYPE_PROMOTION_KIND.DEFAULT)[1]
    except Exception:
        return None


def dtype_words(result, first, case):
    """Which words for its dtype hold of a result."""
    words = {category(result.dtype)}
    if first is None:
        return words
    given, floating, complex_ = first.dtype, first.dtype.is_floating_point, first.dtype.is_complex
    if result.dtype == given:
        words.add("same_dtype")
    if result.dtype == given or (complex_ and result.dtype.is_floating_point):
        if not complex_ or result.dtype.is_floating_point:
            words.add("real")
    if result.dtype == given if floating or complex_ else result.dtype.is_floating_point:
        words.add("floated")
    if result.dtype == given if floating or complex_ else category(result.dtype) == "integer":
        words.add("summed")
    if result.dtype == promoted(case):
        words.add("promoted")
    return words


def shape_words(result, first, case):
    """Which words for its shape hold of a result."""
    words = set()
    if result.dim() == 0:
        words.add("rank0")
    if first is not None and result.shape == first.shape and result.device == first.device:
        words.add("same")
    with contextlib.suppress(RuntimeError):
        if case.tensors and result.shape == torch.broadcast_shapes(*[t.shape for t in case.tensors]):
            words.add("broadcast")
    return words


def storage(tensor):
    """What tells whether two tensors share memory."""
    try:
        return tensor.untyped_storage().data_ptr() if tensor.numel() else 0
    except (RuntimeError, NotImplementedError):
        return 0


def observe(case):
    """The Observation of a call, or None if it raises."""
    case = case.fresh()
    tensors = case.tensors
    versions = [t._version for t in tensors]
    state = torch.get_rng_state()
    try:
        with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
            warnings.simplefilter("ignore")
            result = case.run()
    except Exception:
        return None
    first = tensors[0] if tensors else None
    results = [leaf for leaf in tree_flatten(result)[0] if isinstance(leaf, torch.Tensor)]
    seen = Observation(
        kind=kind_of(result, results),
        shares=any(storage(r) and storage(r) == storage(t) for r in results for t in tensors),
        writes=tuple(at for at, t in enumerate(tensors) if t._version != versions[at]),
        random=not torch.equal(state, torch.get_rng_state()),
        same_object=bool(case.arguments) and result is case.arguments[0],
    )
    if seen.kind == "tensor":
        seen.dtypes, seen.shapes = dtype_words(result, first, case), shape_words(result, first, case)
    if seen.kind == "tensors":
        seen.fields = fields_of(result, first, case)
        seen.dtypes = set.intersection(*[dtype_words(each, first, case) for each in results])
    if seen.kind == "object" and isinstance(case.call, type):
        seen.kind = "class_instance"
    if seen.kind == "python":
        seen.kind = python_kind(case, result)
    if first is not None:
        seen.category = category(first.dtype)
    return seen


def fields_of(result, first, case):
    """What torch's tuples with names hold: the name of each tensor, and the words for its dtype."""
    if type(result).__module__ != "torch.return_types":
        return ()
    return tuple((name, dtype_words(each, first, case)) for name, each in zip(type(result).__match_args__, result))


def kind_of(result, results):
    """The coarse kind of a result."""
    if isinstance(result, torch.Tensor):
        return "tensor"
    if results:
        return "tensors" if isinstance(result, (tuple, list)) else "object"
    if result is None:
        return "none"
    if isinstance(result, torch.Size):
        return "shape"
    if isinstance(result, (numpy.ndarray, numpy.generic)):
        return "array"
    if isinstance(result, CONSTANTS):
        return "constant"
    return "python" if isinstance(result, (bool, int, float, complex, list, tuple)) else "object"


def python_kind(case, result):
    """Whether the data of the arguments, or their shapes, decide a Python value."""
    def other_data(tensor):
        return torch.zeros_like(tensor) if tensor.dtype == torch.bool else torch.ones_like(tensor)

    with contextlib.suppress(Exception):
        if case.fresh(other_data).run() != result:
            return "numbers" if isinstance(result, (list, tuple)) else "number"
    with contextlib.suppress(Exception):
        if case.fresh(lambda t: torch.cat([t, t])).run() != result:
            return "shape" if isinstance(result, (list, tuple)) else "shape_number"
    return "constant"


def dtype_word(words, observations):
    """The one among the words that says most, "" if there is none."""
    order = ["same_dtype", "real", "floated", "summed", "floating", "complex", "integer", "boolean"]
    if len({o.category for o in observations}) > 1:
        order = ["boolean", "integer"] + order
    return next((word for word in order if word in words), "")


def gives(observations):
    """One text for all observations of the same form of a call, "" if they disagree."""
    kinds = {o.kind for o in observations}
    if all(o.same_object and (o.writes or o.kind != "tensor") for o in observations):
        return "self"
    for decided in ("number", "numbers", "shape_number", "shape"):
        if decided in kinds and kinds <= {decided, "constant"}:
            return decided
    if len(kinds) != 1:
        return ""
    kind = kinds.pop()
    if kind not in ("tensor", "tensors"):
        return kind
    dtypes = set.intersection(*[o.dtypes for o in observations])
    shapes = set.intersection(*[o.shapes for o in observations])
    shape = next((s for s in ("same", "broadcast", "rank0") if s in shapes), "")
    if shape == "broadcast" and "promoted" in dtypes:
        return "tensor broadcast"
    dtype = dtype_word(dtypes, observations)
    if kind == "tensors":
        return " ".join(filter(None, [kind, dtype]))
    if shape == "same":
        return "tensor same" if dtype == "same_dtype" else f"tensor {dtype} same_size" if dtype else "tensor same_size"
    if shape == "broadcast" and not dtype:
        return "tensor"  # the word would speak of the dtype as well
    return " ".join(filter(None, ["tensor", dtype, shape]))


def in_child(function, seconds):
    """Runs a function that may crash, hang or leave something changed, in a process of its own; None if it did not end.

    A forked process that inherits the locks of threads may hang whatever it does: it gets another chance."""
    return next((result for _ in range(TRIES) if (result := once_in_child(function, seconds)) is not None), None)


def once_in_child(function, seconds):
    """One try of in_child."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        signal.alarm(seconds)
        null = os.open(os.devnull, os.O_RDWR)
        os.dup2(null, 0), os.dup2(null, 1), os.dup2(null, 2)
        with os.fdopen(writer, "wb") as pipe:
            pickle.dump(function(), pipe)
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as pipe:
        data = pipe.read()
    os.waitpid(child, 0)
    return pickle.loads(data) if data else None


def hostile(tensor, start=0):
    """The tensor with the values that are most likely to be refused, from one of them on."""
    values = HOSTILE_FLOATS if tensor.dtype.is_floating_point or tensor.dtype.is_complex else HOSTILE_INTEGERS
    if tensor.dtype == torch.bool:
        values = [False, True]
    count, start = tensor.numel(), start % len(values)
    cycled = torch.tensor((values * (count // len(values) + 2))[start:start + count]).reshape(tensor.shape)
    return cycled.to(tensor.dtype)


def starts(case):
    """Where hostile values have to begin so that small tensors meet each of them, too."""
    most = len(HOSTILE_FLOATS)
    return range(most if any(0 < t.numel() < most for t in case.tensors) else 1)


def demands(cases, floating):
    """Whether no data makes any of the calls raise; and of the floating ones whether a gradient of zero stays zero
    through them, and whether no gradient flows at all."""
    total = in_child(lambda: is_total(cases), SHORT)
    transparent, cuts = floating and in_child(lambda: gradients(floating), SHORT) or (False, False)
    return bool(total), transparent, cuts


def forgotten(cases):
    """Whether no backward of the calls needs their results as they were, and whether none needs their arguments."""
    unsaved = in_child(lambda: is_unneeded(cases, lambda given, results: results), SHORT)
    return bool(unsaved), bool(in_child(lambda: is_unneeded(cases, lambda given, results: given), SHORT))


def is_unneeded(cases, chosen):
    """Whether no backward of the calls needs what `chosen` takes of their arguments and results as it was. Some know
    that it was written to, and some give other gradients; some keep a copy, unless it is of a wide dtype already."""
    for case in cases:
        for change in (same, wide):
            try:
                plain = backward(case, change, lambda given, results: ())
            except Exception:
                if change is same:
                    return False
                continue
            try:
                found = backward(case, change, chosen)
                if not all(same_gradient(*each) for each in zip(plain, found)):
                    return False
            except Exception:
                return False
    return True


def same(tensor):
    """The tensor as it is."""
    return tensor


def wide(tensor):
    """The tensor in double precision."""
    return tensor.to(torch.complex128) if tensor.dtype.is_complex else tensor.double() if tensor.dtype.is_floating_point else tensor


def same_gradient(one, other):
    """Whether they are equal, bit for bit or both None."""
    return one is other if one is None or other is None else torch.allclose(one, other, rtol=0, atol=0, equal_nan=True)


def backward(case, change, chosen):
    """The gradients of a call behind which the tensors that `chosen` takes of its arguments and results are written to."""
    def differentiable(tensor):
        fresh = change(tensor.detach().clone())
        return fresh.requires_grad_().clone() if fresh.dtype.is_floating_point or fresh.dtype.is_complex else fresh

    case = case.fresh(differentiable)
    results = [r for r in tree_flatten(case.run())[0] if isinstance(r, torch.Tensor) and r.requires_grad]
    weights = case.call.parameters() if isinstance(case.call, torch.nn.Module) else ()
    inputs = [t for t in [*case.tensors, *weights] if t.requires_grad]
    for tensor in chosen(case.tensors, results):
        tensor.data.fill_(1)
        torch.autograd.graph.increment_version(tensor)
    if not results or not inputs:
        return []
    return torch.autograd.grad(results, inputs, [torch.ones_like(r) for r in results], allow_unused=True)


def is_of_floats(cases):
    """Whether the calls on floating tensors raise where these hold whole numbers instead."""
    def whole(tensor):
        return tensor.long() if tensor.dtype.is_floating_point else tensor

    def raises(case):
        try:
            case.fresh(whole).run()
        except Exception:
            return True
        return False

    floating = [c for c in cases if c.tensors and c.tensors[0].dtype == torch.float32 and c.keywords.get("dtype") is None]
    return bool(floating) and all(map(raises, floating))


def is_total(cases):
    """Whether no data makes any of the calls raise."""
    for case in cases:
        from_each = [lambda t, start=start: hostile(t, start) for start in starts(case)]
        for change in (*from_each, lambda t: hostile(t).flip(tuple(range(t.dim()))), torch.zeros_like):
            try:
                case.fresh(change).run()
            except Exception:
                return False
    return True


def gradients(cases):
    """Whether a gradient of zero stays zero through the calls, whatever the data, and whether none flows at all."""
    def differentiable(start):
        def change(tensor):
            changed = hostile(tensor.detach(), start)
            return changed.requires_grad_() if changed.dtype.is_floating_point else changed

        return change

    cuts = True
    for case, start in [(case, start) for case in cases for start in starts(case)]:
        fresh = case.fresh(differentiable(start))
        try:
            results = [r for r in tree_flatten(fresh.run())[0] if isinstance(r, torch.Tensor) and r.requires_grad]
            inputs = [t for t in fresh.tensors if t.requires_grad]
            if not results or not inputs:
                continue
            found = torch.autograd.grad(results, inputs, [torch.zeros_like(r) for r in results], allow_unused=True)
        except Exception:
            return False, False
        if any(g is not None and not torch.equal(g, torch.zeros_like(g)) for g in found):
            return False, False
        cuts = cuts and all(g is None for g in found)
    return True, cuts
