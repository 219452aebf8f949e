// Which files hold tests. Nobody compiles a model for good in a test, and what a test makes is no part of the program.
#pragma once

#include <string_view>

namespace values {

// `tests/`, `test_model.py`, `model_test.py`, `conftest.py`; of files outside of the project, none.
[[nodiscard]] bool is_of_tests(std::string_view path);

}  // namespace values
