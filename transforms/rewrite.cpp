#include "transforms/rewrite.h"

namespace transforms {

std::string_view to_string(Safety safety) {
    switch (safety) {
        case Safety::safe: return "safe";
        case Safety::unsafe: return "unsafe";
        case Safety::suggestion: return "suggestion";
    }
    return "";
}

}  // namespace transforms
