def a():
    l,
    o = 1
