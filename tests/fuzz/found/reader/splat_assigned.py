a = *[x for x in xs]
