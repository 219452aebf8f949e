*None()
first, second = *1(), *"a"()()
