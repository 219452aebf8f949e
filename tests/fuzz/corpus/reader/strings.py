a = f"{x!r:>{n}} {{}} {y=}" 'b' r'\x00' u"c"
b = """one
{two}""" if a else '\
three'
c = f'{d["k"]:{w}.{p}f}' % (e, *g)
