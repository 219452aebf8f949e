"""What Python calls without being asked by name: operators, truths, loops, contexts and setters of the program's own classes."""

import torch


class Added:
    def __add__(self, other):
        print("added")
#       ^^^^^^^^^^^^^^ GM401 skip
        return other


ADDED = Added()


@torch.compile
def added(x: torch.Tensor):
    x = x + (ADDED + 1)
    return x


class AddedFromTheRight:
    def __radd__(self, other):
        print("added_from_the_right")
#       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM401 skip
        return other


ADDED_FROM_THE_RIGHT = AddedFromTheRight()


@torch.compile
def added_from_the_right(x: torch.Tensor):
    x = x + (1 + ADDED_FROM_THE_RIGHT)
    return x


class AddedInPlace:
    def __iadd__(self, other):
        print("added_in_place")
#       ^^^^^^^^^^^^^^^^^^^^^^^ GM401 skip
        return self


ADDED_IN_PLACE = AddedInPlace()


@torch.compile
def added_in_place(x: torch.Tensor):
    held = ADDED_IN_PLACE
    held += 1
    return x


class Raised:
    def __pow__(self, other):
        print("raised")
#       ^^^^^^^^^^^^^^^ GM401 skip
        return 2


RAISED = Raised()


@torch.compile
def raised(x: torch.Tensor):
    x = x + RAISED**2
    return x


class Multiplied:
    def __matmul__(self, other):
        print("multiplied")
#       ^^^^^^^^^^^^^^^^^^^ GM401 skip
        return other


MULTIPLIED = Multiplied()


@torch.compile
def multiplied(x: torch.Tensor):
    x = x + (MULTIPLIED @ 3)
    return x


class Negated:
    def __neg__(self):
        print("negated")
#       ^^^^^^^^^^^^^^^^ GM401 skip
        return 1


NEGATED = Negated()


@torch.compile
def negated(x: torch.Tensor):
    x = x + (-NEGATED)
    return x


class Inverted:
    def __invert__(self):
        print("inverted")
#       ^^^^^^^^^^^^^^^^^ GM401 skip
        return 1


INVERTED = Inverted()


@torch.compile
def inverted(x: torch.Tensor):
    x = x + (~INVERTED)
    return x


class Equal:
    def __eq__(self, other):
        print("equal")
#       ^^^^^^^^^^^^^^ GM401 split
        return True


EQUAL = Equal()


@torch.compile
def equal(x: torch.Tensor):
    x = x + (EQUAL == 1)
    return x


class Unequal:
    def __eq__(self, other):
        print("unequal")
#       ^^^^^^^^^^^^^^^^ GM401 split
        return True


UNEQUAL = Unequal()


@torch.compile
def unequal(x: torch.Tensor):
    x = x + (UNEQUAL != 1)
    return x


class Less:
    def __lt__(self, other):
        print("less")
#       ^^^^^^^^^^^^^ GM401 split
        return True


LESS = Less()


@torch.compile
def less(x: torch.Tensor):
    x = x + (LESS < 1)
    return x


class LessReflected:
    def __gt__(self, other):
        print("less_reflected")
#       ^^^^^^^^^^^^^^^^^^^^^^^ GM401 split
        return True


LESS_REFLECTED = LessReflected()


@torch.compile
def less_reflected(x: torch.Tensor):
    x = x + (1 < LESS_REFLECTED)
    return x


class Item:
    def __getitem__(self, key):
        print("item")
#       ^^^^^^^^^^^^^ GM401 split
        return 1


ITEM = Item()


@torch.compile
def item(x: torch.Tensor):
    x = x + ITEM[0]
    return x


class ItemSet:
    def __setitem__(self, key, value):
        print("item_set")
#       ^^^^^^^^^^^^^^^^^ GM401 split
        self.last = value


ITEM_SET = ItemSet()


@torch.compile
def item_set(x: torch.Tensor):
    ITEM_SET[0] = 1
    return x


class ItemDeleted:
    def __delitem__(self, key):
        print("item_deleted")
#       ^^^^^^^^^^^^^^^^^^^^^ GM401 skip
        self.last = key


ITEM_DELETED = ItemDeleted()


@torch.compile
def item_deleted(x: torch.Tensor):
    del ITEM_DELETED[0]
    return x


class Contained:
    def __contains__(self, key):
        print("contained")
#       ^^^^^^^^^^^^^^^^^^ GM401 skip
        return True


CONTAINED = Contained()


@torch.compile
def contained(x: torch.Tensor):
    x = x + (1 in CONTAINED)
    return x


class Length:
    def __len__(self):
        print("length")
#       ^^^^^^^^^^^^^^^ GM401 split
        return 1


LENGTH = Length()


@torch.compile
def length(x: torch.Tensor):
    x = x + len(LENGTH)
    return x


class Truth:
    def __bool__(self):
        print("truth")
#       ^^^^^^^^^^^^^^ GM401 skip
        return True


TRUTH = Truth()


@torch.compile
def truth(x: torch.Tensor):
    if TRUTH:
        x = x + 1
    return x


class TruthByLength:
    def __len__(self):
        print("truth_by_length")
#       ^^^^^^^^^^^^^^^^^^^^^^^^ GM401 skip
        return 1


TRUTH_BY_LENGTH = TruthByLength()


@torch.compile
def truth_by_length(x: torch.Tensor):
    if not TRUTH_BY_LENGTH:
        x = x + 1
    return x


class TruthOfAChoice:
    def __bool__(self):
        print("truth_of_a_choice")
#       ^^^^^^^^^^^^^^^^^^^^^^^^^^ GM401 skip
        return True


TRUTH_OF_A_CHOICE = TruthOfAChoice()


@torch.compile
def truth_of_a_choice(x: torch.Tensor):
    x = x + (1 if TRUTH_OF_A_CHOICE else 2)
    return x


class TruthInAWhile:
    def __bool__(self):
        print("truth_in_a_while")
#       ^^^^^^^^^^^^^^^^^^^^^^^^^ GM401 skip
        return True


TRUTH_IN_A_WHILE = TruthInAWhile()


@torch.compile
def truth_in_a_while(x: torch.Tensor):
    while TRUTH_IN_A_WHILE:
        x = x + 1
        break
    return x


class AsBool:
    def __bool__(self):
        print("as_bool")
#       ^^^^^^^^^^^^^^^^ GM401 split
        return True


AS_BOOL = AsBool()


@torch.compile
def as_bool(x: torch.Tensor):
    x = x + bool(AS_BOOL)
    return x


class AsInt:
    def __int__(self):
        print("as_int")
#       ^^^^^^^^^^^^^^^ GM401 split
        return 1


AS_INT = AsInt()


@torch.compile
def as_int(x: torch.Tensor):
    x = x + int(AS_INT)
    return x


class AsFloat:
    def __float__(self):
        print("as_float")
#       ^^^^^^^^^^^^^^^^^ GM401 split
        return 1.0


AS_FLOAT = AsFloat()


@torch.compile
def as_float(x: torch.Tensor):
    x = x + float(AS_FLOAT)
    return x


class AsText:
    def __str__(self):
        print("as_text")
#       ^^^^^^^^^^^^^^^^ GM401 split
        return 'a'


AS_TEXT = AsText()


@torch.compile
def as_text(x: torch.Tensor):
    x = x + len(str(AS_TEXT))
    return x


class Absolute:
    def __abs__(self):
        print("absolute")
#       ^^^^^^^^^^^^^^^^^ GM401 split
        return 1


ABSOLUTE = Absolute()


@torch.compile
def absolute(x: torch.Tensor):
    x = x + abs(ABSOLUTE)
    return x


class Iterated:
    def __iter__(self):
        print("iterated")
#       ^^^^^^^^^^^^^^^^^ GM401 skip
        return iter([1])


ITERATED = Iterated()


@torch.compile
def iterated(x: torch.Tensor):
    for each in ITERATED:
        x = x + each
    return x


class NextOne:
    def __next__(self):
        print("next_one")
#       ^^^^^^^^^^^^^^^^^ GM401 split
        return 1


NEXT_ONE = NextOne()


@torch.compile
def next_one(x: torch.Tensor):
    x = x + next(NEXT_ONE)
    return x


class SetBySetattr:
    def __setattr__(self, name, value):
        print("set_by_setattr")
#       ^^^^^^^^^^^^^^^^^^^^^^^ GM401 split
        object.__setattr__(self, name, value)


SET_BY_SETATTR = SetBySetattr()


@torch.compile
def set_by_setattr(x: torch.Tensor):
    SET_BY_SETATTR.size = 1
    return x


class DeletedByDelattr:
    def __delattr__(self, name):
        print("deleted_by_delattr")
#       ^^^^^^^^^^^^^^^^^^^^^^^^^^^ GM401 skip
        return None


DELETED_BY_DELATTR = DeletedByDelattr()


@torch.compile
def deleted_by_delattr(x: torch.Tensor):
    del DELETED_BY_DELATTR.size
    return x


class CalledObject:
    def __call__(self, x):
        print("called_object")
#       ^^^^^^^^^^^^^^^^^^^^^^ GM401 split
        return x + 1


CALLED_OBJECT = CalledObject()


@torch.compile
def called_object(x: torch.Tensor):
    x = CALLED_OBJECT(x)
    return x


class Property:
    @property
    def size(self):
        print("size")
#       ^^^^^^^^^^^^^ GM401 skip
        return 1


PROPERTY = Property()


@torch.compile
def property_read(x: torch.Tensor):
    x = x + PROPERTY.size
    return x


class Setter:
    @property
    def size(self):
        return 1

    @size.setter
    def size(self, value):
        print("set")
#       ^^^^^^^^^^^^ GM401 split
        self.last = value


SETTER = Setter()


@torch.compile
def property_set(x: torch.Tensor):
    SETTER.size = 2
    return x + 1


class Entered:
    def __enter__(self):
        print("enter")
#       ^^^^^^^^^^^^^^ GM401 skip
        return self

    def __exit__(self, kind, error, trace):
        return None


ENTERED = Entered()


@torch.compile
def entered(x: torch.Tensor):
    with ENTERED:
        x = x + 1
    return x


class Left:
    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        print("exit")
#       ^^^^^^^^^^^^^ GM401 skip


LEFT = Left()


@torch.compile
def left(x: torch.Tensor):
    with LEFT:
        x = x + 1
    return x


class Loader:
    def __iter__(self):
        return self

    def __next__(self):
        print("next")
#       ^^^^^^^^^^^^^ GM401 skip
        raise StopIteration


LOADER = Loader()


@torch.compile
def loaded(x: torch.Tensor):
    for each in LOADER:
        x = x + each
    return x


class Quiet:
    def __add__(self, other):
        return other

    def __len__(self):
        return 1

    def __getitem__(self, key):
        return 1.0

    def __bool__(self):
        return True


QUIET = Quiet()


@torch.compile
def traced(x: torch.Tensor):
    if QUIET and len(QUIET) > 0:
        x = x + (QUIET + 1) * QUIET[0]
    return x
