"""Functions, globals, nonlocals, captures and what is evaluated outside of the scope that it is written in."""

limit = 10
total = 0


def default(value=limit, *rest, key: "int" = total, **more):
    limit = value
    return limit, rest, key, more


def counter(start):
    count = start
    global total, created
    total += 1
    created = True

    def step(by=count):
        nonlocal count
        count += by
        del by
        return count, start, total

    def read():
        return step, late

    late = read
    return step


def reads_before_binding():
    print(limit)
    limit = 1


def generator_and_lambda(rows, scale):
    scaled = [row * scale for row in rows]
    lazy = (row * bias for row in scaled)
    bias = 1
    return sorted(lazy, key=lambda row, by=bias: row * by * sign)


def deleted():
    x = 1
    del x
    (y), [z, *rest] = 1, [2, 3]
    del (y, z), rest[0], rest
    return x


def declared():
    size: int
    (size_of): int
    size_of.y: int = size
    a = b = c = 0
    a += b
    a.field += c
    return a


if (last := len(__name__)) > 3:
    print(last)

try:
    pass
except (OSError, ValueError) as error:
    print(error)
except* KeyError as (a):
    pass

with open(limit) as file, lock, pool as (left, [right, *others]), file.x as file.y:
    for i, file.z in enumerate(file):
        pass
    else:
        print(i)

async def many(queue):
    async with queue as q:
        async for item in q:
            yield item
