first = (yield from a for a in b)
second = (yield a for a in b)
