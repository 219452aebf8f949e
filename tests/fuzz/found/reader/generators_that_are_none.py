f(e=a for x in y)
f(**a for a in b)
x = {**a for a in b}
class A(x for x in y): pass
