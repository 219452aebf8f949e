"""A comprehension has its own scope, but for its first iterable; `:=` in it binds outside."""

x = [1]
a = [x for x in x]
b = {x: y for x in x for y in x if x if y}
c = {(n := z) for z, *w in x if (m := n)}
d = (i for i in [j for j in x])
e = [[cell for cell in row if cell is not x] for row in x]


def function(rows, seen=[r for r in x]):
    found = any((hit := row) for row in rows)
    nested = [[(deep := q) for q in row] for row in rows]
    calls = [lambda k=i: (k, i, rows) for i in rows]
    return hit, deep, found, nested, calls, lambda: (inner := hit, inner)


def declared():
    global n
    return [n := v for v in x]


class Scope:
    width = 2
    cells = [width for _ in range(width)]
    pairs = [(i, j) for i in range(width) for j in range(width)]


async def later(stream):
    return [item async for item in stream if await item]
