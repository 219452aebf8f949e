def f(x):
    class C(x):
        pass
