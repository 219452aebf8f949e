"""Calls within the file: defaults, keywords, closures, decorators, recursion, generators, and the contexts they get."""

import functools

import torch


def logged(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        return function(*args, **kwargs)
    return wrapper


def scaled(by):
    def decorate(function):
        def wrapper(x):
            return function(x) * by
        return wrapper
    return decorate


@logged
def decorated(x):
    return x.item()


@scaled(2)
def twice(x):
    return x.sum()


def unused(x, *, flag=True, scale=1.0):
    return x.tolist()


def helper(x, flag=True, *, scale=1.0):
    if flag:
        return x * scale
    return x.item()


def recursive(x, n):
    if n == 0:
        return x.sum()
    return recursive(x, n - 1)


def even(x, n):
    return x if n == 0 else odd(x, n - 1)


def odd(x, n):
    return -x if n == 0 else even(x, n - 1)


def generate(x):
    for row in x:
        yield row.sum()


def apply(function, x):
    return function(x)


@torch.compile
def entry(x: torch.Tensor):
    a = helper(x)
    b = helper(x, scale=2)
    c = helper(x, False)
    d = recursive(x, 3)
    e = even(x, 4)
    f = decorated(x)
    g = twice(x)
    h = list(generate(x))
    i = apply(torch.sum, x)
    j = apply(lambda t: t.mean(), x)
    k = functools.partial(helper, flag=False)(x)
    l = torch.utils.checkpoint.checkpoint(helper, x)
    m = list(map(helper, [x]))
    return a, b, c, d, e, f, g, h, i, j, k, l, m
