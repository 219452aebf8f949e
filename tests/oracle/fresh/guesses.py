"""Values for the parameters of what nobody has told how to call: by annotation, default and name, the likeliest first."""

import inspect
import itertools
import re
import typing

import torch

WIDTH = 8  # of every dimension that is asked for, so that those of different objects fit together

NUMBERS = (  # what the name of a number says, and the values to try
    (r"(^p$|drop|rate|prob|eps|alpha|beta|gamma|sigma|temp|momentum|scale|tau|weight|lambda|^lr$|tol)", (0.1, 1, 2)),
    (r"(head|group)", (2, 1)),
    (r"(kernel|filter_size)", (3, 1)),
    (r"(stride|dilation|padding|factor|expansion|mult|reduction|ratio)", (1, 2)),
    (r"(depth|layer|block|iter|step|order|n_stage|num_scale|degree)", (2, 1)),
    (r"(image|img|height|width|resolution)", (16, 32)),
    (r"patch", (4, 2)),
    (r"(vocab|token|embeddings)", (32, WIDTH)),
    (r"(class|label|out)", (WIDTH, 4, 1)),
)
SHAPES = ((2, 6, WIDTH), (2, WIDTH), (2, WIDTH, 16, 16), (2, WIDTH, 16), (WIDTH, WIDTH), (2, 3, 16, 16), (2, 1, 16, 16), (WIDTH,), (2, 16), (2, 1, 16),
          (2, 1, 4096), (2, 4096), (2, 3, 32, 32), (2, 6, 3), (2, WIDTH, 8, 8, 8), (2, 1), (2,), (2, WIDTH, 2, 4), (6, 3), (2, WIDTH, WIDTH))
RANKS = {1: (WIDTH,), 2: (2, WIDTH), 3: (2, 6, WIDTH), 4: (2, WIDTH, 16, 16), 5: (2, WIDTH, 8, 8, 8)}


class Asked(Exception):
    """Nothing is known to give to a parameter."""


class Shape:
    """A tensor to make: its shape and kind. `grown` is the same for a batch of another size."""

    def __init__(self, kind, shape, high=WIDTH):
        self.kind, self.shape, self.high = kind, tuple(shape), high

    def make(self, grown=False):
        shape = tuple(size + 1 if grown and at == 0 and size == 2 else size for at, size in enumerate(self.shape))
        if self.kind == "index":
            return torch.randint(0, self.high, shape)
        return torch.rand(shape) > 0.3 if self.kind == "mask" else torch.rand(shape)


def made(value, grown=False):
    """A guess as an argument."""
    if isinstance(value, Shape):
        return value.make(grown)
    if isinstance(value, (list, tuple)) and any(isinstance(each, Shape) for each in value):
        return type(value)(made(each, grown) for each in value)
    return value


def has_tensor(value):
    return isinstance(value, Shape) or isinstance(value, (list, tuple)) and any(map(has_tensor, value))


def signature(function):
    """Its parameters that have to be given, with their annotations as objects where these can be found."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        raise Asked("no signature") from None
    try:
        hints = typing.get_type_hints(function.__init__ if inspect.isclass(function) else function)
    except Exception:  # annotations are the package's code
        hints = {}
    plain = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    return [each.replace(annotation=hints.get(each.name, each.annotation)) for each in parameters if each.kind in plain]


def numbers(name):
    return next((values for pattern, values in NUMBERS if re.search(pattern, name.lower())), (WIDTH, 2, 16))


def of_annotation(name, kind, depth):
    """Guesses for an annotated parameter, or None if the annotation says nothing."""
    text = kind if isinstance(kind, str) else str(kind)
    if isinstance(kind, type) and issubclass(kind, bool):
        return [False, True]
    if kind is int or text == "int":
        return [int(each) or 1 for each in numbers(name)]
    if kind is float or text == "float":
        return [float(numbers(name)[0]) if numbers(name)[0] < 1 else 0.5, 1.0]
    if kind is str or text == "str":
        raise Asked("a text")
    if kind in (torch.device, torch.dtype) or text in ("torch.device", "torch.dtype"):
        return [torch.device("cpu") if "device" in text else torch.float32]
    origin, inner = typing.get_origin(kind), [each for each in typing.get_args(kind) if each not in (type(None), Ellipsis)]
    if origin is typing.Literal:
        return inner[:2]
    if origin in (list, tuple, typing.List, typing.Tuple) and inner:
        each = of_annotation(name, inner[0], depth)
        return [origin([value] * count) for value in (each or [])[:2] for count in ([len(inner)] if origin is tuple and len(inner) > 1 else [2, 1, 3])] or None
    if origin is not None and inner and origin is not type:
        return next(filter(None, (of_annotation(name, each, depth) for each in inner)), None)
    if isinstance(kind, type) and issubclass(kind, torch.nn.Module):
        return [torch.nn.Linear(WIDTH, WIDTH)] if kind is torch.nn.Module else instances(kind, depth)
    if isinstance(kind, type) and kind.__module__.partition(".")[0] not in ("builtins", "torch", "typing", "inspect", "numpy", "collections"):
        return instances(kind, depth)
    return None


def instances(kind, depth):
    """A few objects of a class, made as everything else here is."""
    if depth > 2 or inspect.isabstract(kind):
        raise Asked(f"an object of {kind.__name__}")
    found = list(itertools.islice(built(kind, depth + 1), 1))
    if not found:
        raise Asked(f"an object of {kind.__name__}")
    return [found[0][0]]


def of_setting(parameter, depth=0):
    """Guesses for a parameter of a constructor."""
    if parameter.default is not parameter.empty:
        return [parameter.default]
    name = parameter.name.lower()
    known = of_annotation(name, parameter.annotation, depth)
    if known:
        return known
    if re.search(r"(^fn$|func|activation|^act$|nonlin)", name):
        return [torch.nn.ReLU(), torch.relu, torch.nn.ReLU]
    if re.search(r"(^net$|module|model|encoder|decoder|backbone|^layer$|network|^norm$)", name):
        return [torch.nn.Linear(WIDTH, WIDTH)]
    if re.search(r"(^is_|^use_|bias|flag|bidirectional)", name):
        return [True, False]
    if re.search(r"(path|file|config|url|cfg|^name$|mode|method)", name):
        raise Asked(f"a setting, {name}")
    if re.search(r"(dims|sizes|channels_list|shape|hiddens|layers)$", name):
        return [[WIDTH, WIDTH], (2, WIDTH), 2]
    return [*numbers(name), [WIDTH, WIDTH]]


def built(kind, depth=0, tries=40):
    """(object, what it was made of), for every guess that the class takes."""
    parameters = [each for each in signature(kind)]
    choices = [of_setting(each, depth) for each in parameters if each.default is each.empty]
    names = [each.name for each in parameters if each.default is each.empty]
    error = None
    for values in itertools.islice(by_likelihood(choices), tries):
        try:
            yield kind(**dict(zip(names, values))), values
            error = None
        except Exception as raised:
            error = error or raised
    if error is not None:
        raise Asked(f"{type(error).__name__} from the constructor")


def by_likelihood(choices):
    """The tuples of one value of each list, those first whose values stand first in their lists."""
    if not choices:
        yield ()
        return
    longest = max(map(len, choices))
    together = [tuple(each[min(at, len(each) - 1)] for each in choices) for at in range(longest)]
    yield from together
    for bound in range(2, longest + 1):
        for at in itertools.islice(itertools.product(*(range(min(bound, len(each))) for each in choices)), 400):
            if max(at) == bound - 1 and len(set(at)) > 1:
                yield tuple(each[index] for each, index in zip(choices, at))


def of_input(parameter, module):
    """Guesses for a parameter of what is compiled."""
    name, text = parameter.name.lower(), str(parameter.annotation)
    tensor = "Tensor" in text
    if not tensor and parameter.annotation is not parameter.empty and parameter.annotation is not typing.Any:
        known = of_annotation(name, parameter.annotation, 1)
        if known:
            return known
    if re.fullmatch(r"fn|func|function|callback|decorator", name):
        raise Asked("a function")
    rank = re.search(r"(\d)d$", name)
    index = [Shape("index", shape) for shape in ((2, 6), (2,), (6,), (2, WIDTH), (2, 6))]
    masks = [Shape("mask", shape) for shape in ((2, 6), (2, WIDTH), (2, 6, 6), (2, WIDTH, 16, 16))]
    floats = [Shape("real", shape) for shape in SHAPES]
    if rank:
        floats.insert(0, Shape("real", RANKS.get(int(rank[1]), (2, WIDTH))))
    if re.search(r"edge_index", name):
        return [Shape("index", (2, 12), 2), Shape("index", (2, 12))]
    if "mask" in name:
        return masks + floats[:4]
    if re.search(r"(ids|idx|index|indices|token|label|target|^y$|batch$|species|timestep|^t$|lengths)", name):
        return index[:3] + floats[:8] if re.search(r"(target|^y$|^t$)", name) is None else floats[:6] + index + floats[6:]
    if not tensor and not re.match(r"^(x|y|z|input|inputs|img|image|images|q|k|v|h|feat)", name) and parameter.annotation is parameter.empty and re.search(
            r"(^n_|^num|size$|^dim$|axis|^k$|^eps$|stride|kernel|^n$)", name):
        return [*numbers(name), -1]
    return accepted(module) + floats + index[:3]


def accepted(module):
    """What the first layer of a module asks for."""
    for each in module.modules() if isinstance(module, torch.nn.Module) else ():
        if isinstance(each, torch.nn.Embedding):
            return [Shape("index", (2, 6), min(each.num_embeddings, WIDTH))]
        if isinstance(each, torch.nn.Linear):
            return [Shape("real", shape + (each.in_features,)) for shape in ((2,), (2, 6))]
        if isinstance(each, torch.nn.Conv1d):
            return [Shape("real", (2, each.in_channels, size)) for size in (16, 512)]
        if isinstance(each, torch.nn.Conv2d):
            return [Shape("real", (2, each.in_channels, size, size)) for size in (16, 32, 64)]
        if isinstance(each, torch.nn.Conv3d):
            return [Shape("real", (2, each.in_channels, 8, 8, 8))]
        if isinstance(each, (torch.nn.LSTM, torch.nn.GRU, torch.nn.RNN)):
            return [Shape("real", (2, 6, each.input_size))]
    return []
