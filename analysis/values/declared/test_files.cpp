#include "analysis/values/declared/test_files.h"

namespace values {

bool is_of_tests(std::string_view path) {
    while (path.starts_with("../")) path.remove_prefix(3);
    const bool has_drive = path.size() > 1 && path.substr(1).starts_with(":/");  // of Windows
    if (path.starts_with('/') || has_drive) return false;  // outside of the project, as far as can be told
    const std::string_view name = path.substr(path.rfind('/') + 1);
    return name.starts_with("test_") || name.ends_with("_test.py") || name == "conftest.py" ||
           path.starts_with("tests/") || path.find("/tests/") != std::string_view::npos;
}

}  // namespace values
