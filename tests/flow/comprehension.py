def comprehensions(xs, f):
    a = [x for x in xs]
    b = {x: y for x in xs if x and not f(x) for y in x if y}
    c = {(last := x) for x in xs}
    return sum(y for x in a for y in x), lambda v: v + 1
