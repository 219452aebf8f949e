with a if b else c as d:
    pass
with lambda: x as y:
    pass
