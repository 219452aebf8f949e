def f():
    for *True in a:
        pass
    for b, *c() in d:
        pass
    for *(e) in f:
        pass
