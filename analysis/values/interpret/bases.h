// Classes of a program below a class that only the knowledge describes, `class Worker(threading.Thread)`: where Dynamo
// stops when one of their objects is made. Private to this folder.
#pragma once

#include "analysis/values/interpret/frame.h"

namespace values {

// The row of that class, where a call of it breaks. Null of modules, of which another rule tells, and of classes that
// mean something to the analysis, which make other things when they are called: NamedTuple.
[[nodiscard]] const torch::Row* maker_of(const Class& class_, const torch::Knowledge& knowledge);

// Whether the class is written in Python that Dynamo skips: its `__init__` breaks, which a class below may call or not.
// One that is written in C breaks in its `__new__`, whatever `__init__` does.
[[nodiscard]] bool is_skipped(const torch::Row& maker);

}  // namespace values
