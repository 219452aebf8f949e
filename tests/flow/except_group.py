def groups(a):
    try:
        a()
    except* ValueError as e:
        x = 1
    except* TypeError:
        x = 2
    else:
        x = 3
    return x
